/** Training: the largest batch, and a refusal. */
import { beforeEach, describe, expect, it } from 'vitest';
import { enrich, setLevels, setStock } from '../support/set-state.ts';
import { useTestGame, useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';

const game = useTestGame();
let column = 0;

const ann = useNew(() => createEmpire(game, { x: (column += 5), y: 0 }));
beforeEach(async () => {
  await setLevels(game, ann.capitalId, { barracks: 1 });
});

const train = (unit_type: string, quantity: number) =>
  ann.send('POST', `/api/city/${ann.capitalId}/train`, { unit_type, quantity });

describe('ordering a batch', () => {
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
