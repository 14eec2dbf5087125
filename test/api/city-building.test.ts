/** Buildings: reading, ordering and cancelling levels, every refusal, and the precedence of refusals. */
import { describe, expect, it } from 'vitest';
import { setLevels, setStock } from '../support/set-state.ts';
import { useTestGame, type Answer, type Player, type Ruler, useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
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
let column = 0;

const ann = useNew(() => createEmpire(game, { x: (column += 5), y: 0 }));

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

describe('the buildings of a city', () => {
  it('are returned with 200', async () => {
    const { status, body } = await ann.send<{ buildings: Building[] }>('GET', buildingsOf(ann));
    expect({ status, first: body.buildings[0] }).toEqual({
      status: 200,
      first: { id: anyUuid, type: 'town_hall', level: 1, production: 0, upkeep: 0, status: 'active' },
    });
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

  it('creates one order for several levels', async () => {
    expect((await build('farm', 3)).body.order).toMatchObject({ from_level: 1, to_level: 4 });
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

  const refusalFor = (player: Player, orderId: string) =>
    refusalOf(game, player, 'DELETE', `/api/order/${orderId}`);

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

  it('is refused with 404 for a batch of units', async () => {
    await setLevels(game, ann.capitalId, { barracks: 1 });
    const { body } = await ann.send<Ordered>('POST', `/api/city/${ann.capitalId}/train`, {
      unit_type: 'soldiers',
      quantity: 1,
    });
    expect(await refusalFor(ann, body.order.id)).toEqual(refused(404, 'NOT_FOUND'));
  });
});
