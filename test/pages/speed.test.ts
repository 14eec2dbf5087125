/** Pages of a fast world: durations and rates are its own, or called those of the game. */
import { expect, it } from 'vitest';
import { useTestGame } from '../support/game.ts';
import { Browser, wordsOf } from './browser.ts';

const game = useTestGame({ speed: 60 });
const read = async (path: string): Promise<string> => wordsOf((await new Browser(game).open(path)).html);

it('the front page tells crowns and reign of this world', async () => {
  expect(await read('/')).toContain(
    'earn 60 crowns an hour. The empire with the most crowns after 12 h gives the reign its name.',
  );
});

it('the rules say how long an hour of the game lasts, which a goal counts', async () => {
  const rules = await read('/rules');
  expect(rules).toContain('An hour of the game lasts 1 min here.');
  expect(rules).toContain('Hold a seat for 24 hours of the game');
});
