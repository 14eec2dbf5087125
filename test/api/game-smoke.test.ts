/** A game from the first building to a finished battle, over REST. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRuler, startTestGame } from '../support/game.ts';
import type { TestGame } from '../support/game.ts';

let game: TestGame;
beforeAll(async () => {
  game = await startTestGame();
});
afterAll(() => game.stop());

it('leads two players from founding to a finished battle', async () => {
  const ann = await createRuler(game.url);
  const bob = await createRuler(game.url);
  const built = await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'barracks' });
  expect(built.status).toBe(201);
  const attack = await ann.send<{ battle: { id: string } }>('POST', '/api/battle', {
    army_id: ann.armyId,
    target_type: 'city',
    target_id: bob.capitalId,
  });
  expect(attack.status).toBe(201);
  await game.pass(3_600_000);
  const report = await bob.send('GET', `/api/battle/${attack.body.battle.id}`);
  expect(report.body).toMatchObject({ status: 'completed', result: 'defender_won' });
});
