/** Training: the largest batch. */
import { expect, it } from 'vitest';
import { enrich, setLevels } from '../support/set-state.ts';
import { useTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

const game = useTestGame();

it('a batch may have 1000 units', async () => {
  const { empireId, capitalId, send } = await createEmpire(game);
  await enrich(game, empireId);
  await setLevels(game, capitalId, { barracks: 1, house: 20 });
  const batch = { unit_type: 'soldiers', quantity: 1000 };
  expect((await send('POST', `/api/city/${capitalId}/train`, batch)).status).toBe(201);
});
