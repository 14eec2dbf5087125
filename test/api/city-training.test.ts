/** Training: ordering a batch, its delivery, every refusal, and the precedence of refusals. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enrich, setLevels, setStock, setUnits, unknownId } from '../support/set-state.ts';
import { useTestGame, type Answer, type Player, type Ruler } from '../support/game.ts';
import { createPlayer, createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';

interface Ordered {
  success: boolean;
  order: { id: string; starts_at: string; completes_at: string };
}

const nothing = { gold: 0, food: 0, materials: 0 };
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
  await setLevels(game, ann.capitalId, { barracks: 1 });
});

const iso = (ms: number): string => new Date(ms).toISOString();
const train = (unit_type: string, quantity: number): Promise<Answer<Ordered>> =>
  ann.send<Ordered>('POST', `/api/city/${ann.capitalId}/train`, { unit_type, quantity });
const refusal = (body: object, player: Player = ann) =>
  refusalOf(game, player, 'POST', `/api/city/${ann.capitalId}/train`, body);

async function readUnits(): Promise<unknown> {
  return (await ann.send('GET', `/api/empire/${ann.empireId}/military`)).body.units_by_type;
}

describe('ordering a batch', () => {
  it('returns 201 and the order', async () => {
    const now = game.clock.now();
    const { status, body } = await train('soldiers', 3);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        success: true,
        order: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          city_id: ann.capitalId,
          unit_type: 'soldiers',
          quantity: 3,
          cost: { gold: 120, food: 90, materials: 90 },
          starts_at: iso(now),
          completes_at: iso(now + 180_000),
        },
      },
    });
  });

  it('takes the cost at once', async () => {
    await train('archers', 2);
    const { body } = await ann.send('GET', `/api/empire/${ann.empireId}`);
    expect(body.resources).toEqual({ gold: 1410, food: 1450, materials: 1400 });
  });

  it('takes the population at once', async () => {
    await train('archers', 2);
    const { body } = await ann.send('GET', `/api/empire/${ann.empireId}`);
    expect(body.population).toEqual({ used: 43, total: 100 });
  });

  it('adds no unit and no score before the delivery', async () => {
    await train('soldiers', 10);
    await game.pass(599_999);
    const { body } = await ann.send('GET', `/api/empire/${ann.empireId}`);
    expect(body).toMatchObject({ military_score: 32, military: { total_units: 30 } });
  });

  it('delivers the whole batch to the garrison', async () => {
    await train('soldiers', 10);
    await game.pass(600_000);
    expect(await readUnits()).toEqual({ soldiers: 30, archers: 10, knights: 0, catapults: 0 });
  });

  it('creates an army when the garrison is away', async () => {
    await ann.send('POST', `/api/army/${ann.armyId}/move`, { destination: { x: column, y: 50 } });
    await train('soldiers', 1);
    await game.pass(60_000);
    const { body } = await ann.send<{ armies: { id: string }[] }>(
      'GET',
      `/api/empire/${ann.empireId}/military`,
    );
    expect(body.armies.filter(({ id }) => id !== ann.armyId)).toMatchObject([
      { name: 'Army 2', location: ann.tile, status: 'garrisoned', units: { soldiers: 1 } },
    ]);
  });

  it('waits for the previous batch', async () => {
    const first = await train('soldiers', 2);
    expect((await train('archers', 1)).body.order.starts_at).toBe(first.body.order.completes_at);
  });

  it('spends the stock once despite concurrent requests', async () => {
    await setStock(game, ann.empireId, { gold: 120, food: 90, materials: 90 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => train('soldiers', 1)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  });

  it('accepts 1000 units', async () => {
    await enrich(game, ann.empireId);
    await setLevels(game, ann.capitalId, { house: 20 });
    expect((await train('soldiers', 1000)).status).toBe(201);
  });
});

describe('ordering a batch is refused', () => {
  const one = { unit_type: 'soldiers', quantity: 1 };

  it('with 404 for an unknown city', async () => {
    expect(await refusalOf(game, ann, 'POST', `/api/city/${unknownId}/train`, one)).toEqual(
      refused(404, 'NOT_FOUND'),
    );
  });

  it('with 403 in a city of another player', async () => {
    expect(await refusal(one, bob)).toEqual(refused(403, 'FORBIDDEN'));
  });

  it('with 403 for a player without an empire', async () => {
    expect(await refusal(one, visitor)).toEqual(refused(403, 'FORBIDDEN'));
  });

  it.each([
    ['soldiers', { barracks: 0 }],
    ['knights', { barracks: 20 }],
    ['catapults', { barracks: 20, stable: 20 }],
  ])('with 409 for %s without the required building, with levels %o', async (unit_type, levels) => {
    await setLevels(game, ann.capitalId, levels);
    expect(await refusal({ unit_type, quantity: 1 })).toEqual(refused(409, 'REQUIREMENT_MISSING'));
  });

  it('with 409 when five batches wait', async () => {
    for (let n = 0; n < 5; n++) await train('soldiers', 1);
    expect(await refusal(one)).toEqual(refused(409, 'QUEUE_FULL'));
  });

  it('not when another building has five batches', async () => {
    await enrich(game, ann.empireId);
    await setLevels(game, ann.capitalId, { stable: 1 });
    for (let n = 0; n < 5; n++) await train('soldiers', 1);
    expect((await train('knights', 1)).status).toBe(201);
  });

  it('with 409 without enough population', async () => {
    await enrich(game, ann.empireId);
    expect(await refusal({ unit_type: 'soldiers', quantity: 60 })).toEqual(
      refused(409, 'INSUFFICIENT_POPULATION'),
    );
  });

  it('with 409 without enough resources', async () => {
    await setStock(game, ann.empireId, { gold: 1500, food: 1500, materials: 29 });
    expect(await refusal(one)).toEqual(refused(409, 'INSUFFICIENT_RESOURCES'));
  });
});

describe('the precedence of refusals', () => {
  beforeEach(async () => {
    await setUnits(game, ann.armyId, { soldiers: 500 });
  });

  it('has the requirement before queue, population and resources', async () => {
    await setStock(game, ann.empireId, nothing);
    expect(await refusal({ unit_type: 'knights', quantity: 1000 })).toEqual(
      refused(409, 'REQUIREMENT_MISSING'),
    );
  });

  it('has the queue before population and resources', async () => {
    await setUnits(game, ann.armyId, { soldiers: 1 });
    for (let n = 0; n < 5; n++) await train('soldiers', 1);
    await setUnits(game, ann.armyId, { soldiers: 500 });
    await setStock(game, ann.empireId, nothing);
    expect(await refusal({ unit_type: 'soldiers', quantity: 1000 })).toEqual(refused(409, 'QUEUE_FULL'));
  });

  it('has the population before resources', async () => {
    await setStock(game, ann.empireId, nothing);
    expect(await refusal({ unit_type: 'soldiers', quantity: 1 })).toEqual(
      refused(409, 'INSUFFICIENT_POPULATION'),
    );
  });
});
