/** Buildings: reading, ordering and cancelling levels, every refusal, and the precedence of refusals. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enrich, setLevels, setStock, setUnits, unknownId } from '../support/set-state.ts';
import { useTestGame, type Answer, type Player, type Ruler } from '../support/game.ts';
import { createPlayer, createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';

interface Ordered {
  success: boolean;
  building: { id: string; level: number; status: string };
  order: { id: string; starts_at: string; completes_at: string };
}

interface Building {
  id: string;
  type: string;
  level: number;
  status: string;
}

const nothing = { gold: 0, food: 0, materials: 0 };
const anyUuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
const game = useTestGame();
let ann: Ruler;
let bob: Ruler;
let visitor: Player;
let column = 0;

beforeAll(async () => {
  bob = await createEmpire(game, { x: 0, y: -500 });
  visitor = await createPlayer(game);
});

beforeEach(async () => {
  column += 5;
  ann = await createEmpire(game, { x: column, y: 0 });
});

const iso = (ms: number): string => new Date(ms).toISOString();
const buildingsOf = (ruler: Ruler): string => `/api/city/${ruler.capitalId}/buildings`;
const build = (type: string, quantity?: number): Promise<Answer<Ordered>> =>
  ann.send<Ordered>('POST', buildingsOf(ann), { type, quantity });
const refusal = (body: object, player: Player = ann) =>
  refusalOf(game, player, 'POST', buildingsOf(ann), body);

async function readBuilding(type: string): Promise<Building | undefined> {
  const { body } = await ann.send<{ buildings: Building[] }>('GET', buildingsOf(ann));
  return body.buildings.find((building) => building.type === type);
}

async function readStock(): Promise<unknown> {
  return (await ann.send('GET', `/api/empire/${ann.empireId}`)).body.resources;
}

describe('the buildings of a city', () => {
  it('are returned with 200', async () => {
    const { status, body } = await ann.send<{ buildings: Building[] }>('GET', buildingsOf(ann));
    expect({ status, first: body.buildings[0] }).toEqual({
      status: 200,
      first: { id: anyUuid, type: 'town_hall', level: 1, production: 0, upkeep: 0, status: 'active' },
    });
  });

  it('are shown to other players', async () => {
    expect((await bob.send('GET', buildingsOf(ann))).status).toBe(200);
  });

  it('are 404 for an unknown city', async () => {
    expect(await refusalOf(game, ann, 'GET', `/api/city/${unknownId}/buildings`)).toEqual(
      refused(404, 'NOT_FOUND'),
    );
  });

  it('show production and upkeep', async () => {
    await setLevels(game, ann.capitalId, { farm: 2, barracks: 4 });
    expect([await readBuilding('farm'), await readBuilding('barracks')]).toMatchObject([
      { production: 145, upkeep: 0 },
      { production: 0, upkeep: 12 },
    ]);
  });
});

describe('ordering a level', () => {
  it('returns 201, the building and the order', async () => {
    const now = game.clock.now();
    const { status, body } = await build('farm');
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        success: true,
        building: { id: anyUuid, type: 'farm', level: 1, production: 66, upkeep: 0, status: 'constructing' },
        order: {
          id: anyUuid,
          from_level: 1,
          to_level: 2,
          cost: { gold: 60, food: 30, materials: 100 },
          starts_at: iso(now),
          completes_at: iso(now + 38_000),
        },
      },
    });
  });

  it('adds a new building as planned', async () => {
    expect((await build('house')).body.building).toMatchObject({ level: 0, status: 'planned' });
  });

  it('takes the cost at once', async () => {
    await build('farm');
    expect(await readStock()).toEqual({ gold: 1440, food: 1470, materials: 1400 });
  });

  it('does not change the level before completion', async () => {
    await build('farm');
    await game.pass(37_999);
    expect(await readBuilding('farm')).toMatchObject({ level: 1, status: 'constructing' });
  });

  it('raises the level at completion', async () => {
    await build('farm');
    await game.pass(38_000);
    expect(await readBuilding('farm')).toMatchObject({ level: 2, status: 'active', production: 145 });
  });

  it('creates one order for several levels', async () => {
    expect((await build('farm', 3)).body.order).toMatchObject({ from_level: 1, to_level: 4 });
  });

  it('waits for earlier orders', async () => {
    const first = await build('farm');
    expect((await build('quarry')).body.order.starts_at).toBe(first.body.order.completes_at);
  });

  it('is shown in the queue of the city', async () => {
    const { body } = await build('farm', 2);
    const { body: empire } = await ann.send<{ cities: object[] }>('GET', `/api/empire/${ann.empireId}`);
    expect(empire.cities[0]).toMatchObject({
      construction: [
        { order_id: body.order.id, type: 'farm', level: 2 },
        { order_id: body.order.id, type: 'farm', level: 3, completes_at: body.order.completes_at },
      ],
    });
  });
});

describe('ordering a level is refused', () => {
  it('with 404 for an unknown city', async () => {
    const path = `/api/city/${unknownId}/buildings`;
    expect(await refusalOf(game, ann, 'POST', path, { type: 'farm' })).toEqual(refused(404, 'NOT_FOUND'));
  });

  it('with 403 in a city of another player', async () => {
    expect(await refusal({ type: 'farm' }, bob)).toEqual(refused(403, 'FORBIDDEN'));
  });

  it('with 403 for a player without an empire', async () => {
    expect(await refusal({ type: 'farm' }, visitor)).toEqual(refused(403, 'FORBIDDEN'));
  });

  it('with 409 without the required building', async () => {
    expect(await refusal({ type: 'stable' })).toEqual(refused(409, 'REQUIREMENT_MISSING'));
  });

  it('with 409 more than 5 above the town hall', async () => {
    await setLevels(game, ann.capitalId, { farm: 6 });
    expect(await refusal({ type: 'farm' })).toEqual(refused(409, 'REQUIREMENT_MISSING'));
  });

  it('with 409 above level 25', async () => {
    await setLevels(game, ann.capitalId, { town_hall: 25, farm: 25 });
    expect(await refusal({ type: 'farm' })).toEqual(refused(409, 'MAX_LEVEL'));
  });

  it('with 409 for more levels than the queue holds', async () => {
    await enrich(game, ann.empireId);
    await setLevels(game, ann.capitalId, { town_hall: 5 });
    expect(await refusal({ type: 'farm', quantity: 6 })).toEqual(refused(409, 'QUEUE_FULL'));
  });

  it('with 409 when the queue is full', async () => {
    await enrich(game, ann.empireId);
    await build('farm', 5);
    expect(await refusal({ type: 'quarry' })).toEqual(refused(409, 'QUEUE_FULL'));
  });

  it('with 409 without enough population', async () => {
    await setUnits(game, ann.armyId, { soldiers: 91 });
    expect(await refusal({ type: 'farm' })).toEqual(refused(409, 'INSUFFICIENT_POPULATION'));
  });

  it('with 409 without enough resources', async () => {
    await setStock(game, ann.empireId, nothing);
    expect(await refusal({ type: 'farm' })).toEqual(refused(409, 'INSUFFICIENT_RESOURCES'));
  });

  it('with the missing amounts in details', async () => {
    await setStock(game, ann.empireId, { gold: 59, food: 30, materials: 0 });
    const { body } = await ann.send('POST', buildingsOf(ann), { type: 'farm' });
    expect(body.details).toBe('1 gold, 100 materials missing');
  });
});

describe('the precedence of refusals', () => {
  it('has the requirement before level, queue, population and resources', async () => {
    await setStock(game, ann.empireId, nothing);
    await setUnits(game, ann.armyId, { soldiers: 500 });
    expect(await refusal({ type: 'stable', quantity: 20 })).toEqual(refused(409, 'REQUIREMENT_MISSING'));
  });

  it('has the level before queue, population and resources', async () => {
    await setStock(game, ann.empireId, nothing);
    await setUnits(game, ann.armyId, { soldiers: 500 });
    await setLevels(game, ann.capitalId, { town_hall: 25, farm: 18 });
    expect(await refusal({ type: 'farm', quantity: 8 })).toEqual(refused(409, 'MAX_LEVEL'));
  });

  it('has the queue before population and resources', async () => {
    await setStock(game, ann.empireId, nothing);
    await setUnits(game, ann.armyId, { soldiers: 500 });
    await setLevels(game, ann.capitalId, { town_hall: 20 });
    expect(await refusal({ type: 'farm', quantity: 6 })).toEqual(refused(409, 'QUEUE_FULL'));
  });

  it('has the population before resources', async () => {
    await setStock(game, ann.empireId, nothing);
    await setUnits(game, ann.armyId, { soldiers: 500 });
    expect(await refusal({ type: 'farm' })).toEqual(refused(409, 'INSUFFICIENT_POPULATION'));
  });
});

describe('cancelling an order', () => {
  const cancel = (orderId: string) => ann.send('DELETE', `/api/order/${orderId}`);

  it('returns 200 and four fifths of the cost, rounded down', async () => {
    const { body: ordered } = await build('farm', 2);
    const { status, body } = await cancel(ordered.order.id);
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, refund: { gold: 116, food: 56, materials: 196 } },
    });
  });

  it('adds the refund to the stock', async () => {
    const { body } = await build('farm');
    await cancel(body.order.id);
    expect(await readStock()).toEqual({ gold: 1488, food: 1494, materials: 1480 });
  });

  it('removes later levels of the same building', async () => {
    const first = await build('farm');
    await build('quarry');
    await build('farm');
    await cancel(first.body.order.id);
    const { body } = await ann.send<{ cities: { construction: object[] }[] }>(
      'GET',
      `/api/empire/${ann.empireId}/cities`,
    );
    expect(body.cities[0]?.construction).toMatchObject([{ type: 'quarry', level: 2 }]);
  });

  it('removes a building that was only planned', async () => {
    const { body } = await build('house');
    await cancel(body.order.id);
    expect(await readBuilding('house')).toBeUndefined();
  });

  it('starts the next order in the queue', async () => {
    const first = await build('farm');
    await build('quarry');
    await cancel(first.body.order.id);
    expect(await readBuilding('quarry')).toMatchObject({ status: 'constructing' });
  });

  it('removes only the unfinished levels of an order', async () => {
    const { body } = await build('farm', 2);
    await game.pass(38_000);
    expect((await cancel(body.order.id)).body.refund).toEqual({ gold: 68, food: 32, materials: 116 });
  });

  const refusalFor = (player: Player, orderId: string) =>
    refusalOf(game, player, 'DELETE', `/api/order/${orderId}`);

  it('is refused with 404 for an unknown order', async () => {
    expect(await refusalFor(ann, unknownId)).toEqual(refused(404, 'NOT_FOUND'));
  });

  it('is refused with 404 after completion', async () => {
    const { body } = await build('farm');
    await game.pass(38_000);
    expect(await refusalFor(ann, body.order.id)).toEqual(refused(404, 'NOT_FOUND'));
  });

  it('is refused with 404 the second time', async () => {
    const { body } = await build('farm');
    await cancel(body.order.id);
    expect(await refusalFor(ann, body.order.id)).toEqual(refused(404, 'NOT_FOUND'));
  });

  it('is refused with 403 for another player', async () => {
    const { body } = await build('farm');
    expect(await refusalFor(bob, body.order.id)).toEqual(refused(403, 'FORBIDDEN'));
  });

  it('is refused with 403 for a player without an empire', async () => {
    const { body } = await build('farm');
    expect(await refusalFor(visitor, body.order.id)).toEqual(refused(403, 'FORBIDDEN'));
  });

  it('is refused with 404 for a batch of units', async () => {
    await setLevels(game, ann.capitalId, { barracks: 1 });
    const { body } = await ann.send<Ordered>('POST', `/api/city/${ann.capitalId}/train`, {
      unit_type: 'soldiers',
      quantity: 1,
    });
    expect(await refusalFor(ann, body.order.id)).toEqual(refused(404, 'NOT_FOUND'));
  });
});
