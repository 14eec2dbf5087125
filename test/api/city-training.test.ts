/** Training: ordering a batch, its delivery, every refusal, and the precedence of refusals. */
import { beforeEach, describe, expect, it } from 'vitest';
import { enrich, setLevels, setStock } from '../support/set-state.ts';
import { useTestGame, type Answer, type Player, useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';

interface Ordered {
  success: boolean;
  order: { id: string; starts_at: string; completes_at: string };
}

const game = useTestGame();
let column = 0;

const ann = useNew(() => createEmpire(game, { x: (column += 5), y: 0 }));
beforeEach(async () => {
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

  it('delivers the whole batch to the garrison', async () => {
    await train('soldiers', 10);
    await game.pass(600_000);
    expect(await readUnits()).toEqual({ soldiers: 30, archers: 10, knights: 0, catapults: 0 });
  });

  it('accepts 1000 units', async () => {
    await enrich(game, ann.empireId);
    await setLevels(game, ann.capitalId, { house: 20 });
    expect((await train('soldiers', 1000)).status).toBe(201);
  });
});

describe('ordering a batch is refused', () => {
  const one = { unit_type: 'soldiers', quantity: 1 };

  it('with 409 without enough resources', async () => {
    await setStock(game, ann.empireId, { gold: 1500, food: 1500, materials: 29 });
    expect(await refusal(one)).toEqual(refused(409, 'INSUFFICIENT_RESOURCES'));
  });
});
