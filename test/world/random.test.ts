/** The chance of an instance is a dependency: the same seed gives the same ids and the same battle. */
import { afterEach, expect, it } from 'vitest';
import { startTestGame, type TestGame } from '../support/game.ts';
import { createEmpire, orderAttack } from '../support/players.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { TestClock } from '../support/test-clock.ts';

const games: TestGame[] = [];
afterEach(async () => {
  for (const game of games.splice(0)) await game.stop();
});

/** The ids of two empires and their capitals, and the public seed of their battle. */
async function play(seed: number): Promise<string[]> {
  const game = await startTestGame({
    random: createSeededRandom(seed),
    clock: new TestClock(Date.UTC(2100, 0, 1)),
  });
  games.push(game);
  const [ann, bob] = [await createEmpire(game), await createEmpire(game)];
  const { id, seed_hash } = await orderAttack(ann, bob);
  return [ann.empireId, ann.capitalId, bob.empireId, bob.capitalId, id, seed_hash];
}

it('gives the same world for the same seed', async () => {
  const [one, same, other] = [await play(1), await play(1), await play(2)];
  expect(same).toEqual(one);
  expect(one.filter((value) => other.includes(value))).toEqual([]);
});
