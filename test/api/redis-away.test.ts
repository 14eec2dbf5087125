/** An unreachable Redis: the instance starts nevertheless, and all rate limits apply. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { startTestGame, type TestGame } from '../support/game.ts';
import { createPlayer } from '../support/players.ts';

let game: TestGame;
beforeAll(async () => {
  const redisUrl = `redis://127.0.0.1:${await findFreePort()}`;
  game = await startTestGame({ shared: true, redisUrl, limits: { auth: 5, data: 60, action: 30 } });
});
afterAll(() => game.stop());

it('leaves the instance ready', async () => {
  expect((await fetch(`${game.url}/readyz`)).status).toBe(200);
});

it('does not change the limits', async () => {
  const player = await createPlayer(game);
  const reads = Array.from({ length: 70 }, () => player.send('GET', '/api/user/profile'));
  const statuses = (await Promise.all(reads)).map(({ status }) => status);
  expect([statuses.filter((status) => status === 200).length, statuses.includes(429)]).toEqual([60, true]);
});

it('lets the instance stop without an error', async () => {
  const { instance } = await startTestGame({
    databaseUrl: game.databaseUrl,
    redisUrl: 'redis://127.0.0.1:1',
    clock: game.clock,
  });
  await expect(instance.stop()).resolves.toBeUndefined();
});
