/** A retiring instance reports not ready to the load balancer and continues to serve. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { closeClients, connect, type LiveClient } from '../support/sockets.ts';

const game = useTestGame();
let live: LiveClient;
const ann = useOne(() => createEmpire(game));
beforeAll(async () => {
  live = await connect(game.url, { token: ann.token });
  game.instance.retire();
});
afterAll(closeClients);

it('is no longer ready', async () => {
  expect((await fetch(`${game.url}/readyz`)).status).toBe(503);
});

it('closes connections after the response', async () => {
  const { headers } = await ann.send('GET', '/api/user/profile');
  expect(headers.get('connection')).toBe('close');
});

it('continues to serve requests', async () => {
  const { status } = await ann.send('PUT', `/api/empire/${ann.empireId}`, { description: 'still here' });
  expect(status).toBe(200);
});

it('keeps its sockets until it stops', async () => {
  await live.settle();
  expect(live.socket.connected).toBe(true);
});
