/** The former addresses of pages: they redirect for good, with their queries. */
import { expect, it } from 'vitest';
import { useTestGame } from '../support/game.ts';

const game = useTestGame();

it.each([
  ['/leaderboard', '/world#rankings'],
  ['/leaderboard?type=military&from=51', '/world?type=military&from=51#rankings'],
  ['/leaderboard?type=%2F%2Fx%0d%0a', '/world?type=%2F%2Fx%0D%0A#rankings'],
  ['/seats', '/world#seats'],
])('%s redirects to %s', async (path, address) => {
  const { status, headers } = await fetch(game.url + path, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([301, address]);
});
