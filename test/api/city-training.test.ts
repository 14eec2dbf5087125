/** Training: ordering a batch, its delivery and a refusal. */
import { beforeEach, describe, expect, it } from 'vitest';
import { isoOf } from '../../src/kernel/time.ts';
import { enrich, setLevels, setStock } from '../support/set-state.ts';
import { useTestGame, useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';
import { readArmies } from '../support/requests.ts';

const game = useTestGame();
let column = 0;

const ann = useNew(() => createEmpire(game, { x: (column += 5), y: 0 }));
beforeEach(async () => {
  await setLevels(game, ann.capitalId, { barracks: 1 });
});

const train = (unit_type: string, quantity: number) =>
  ann.send('POST', `/api/city/${ann.capitalId}/train`, { unit_type, quantity });

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
          starts_at: isoOf(now),
          completes_at: isoOf(now + 180_000),
        },
      },
    });
  });

  it('delivers the whole batch to the garrison', async () => {
    await train('soldiers', 10);
    await game.pass(600_000);
    const [army] = await readArmies(ann, ann.empireId);
    expect(army?.units).toEqual({ soldiers: 30, archers: 10, knights: 0, catapults: 0 });
  });

  it('accepts 1000 units', async () => {
    await enrich(game, ann.empireId);
    await setLevels(game, ann.capitalId, { house: 20 });
    expect((await train('soldiers', 1000)).status).toBe(201);
  });

  it('is refused with 409 without enough resources', async () => {
    await setStock(game, ann.empireId, { gold: 1500, food: 1500, materials: 29 });
    const batch = { unit_type: 'soldiers', quantity: 1 };
    expect(await refusalOf(game, ann, 'POST', `/api/city/${ann.capitalId}/train`, batch)).toEqual(
      refused(409, 'INSUFFICIENT_RESOURCES'),
    );
  });
});
