/** Live clients are brought up to date after the feed was down. */
import { afterEach, expect, it } from 'vitest';
import { cutFeeds, useTestGame, useNew } from '../support/game.ts';
import { openSession, createPlayer, createEmpire, orderAttack } from '../support/players.ts';
import { closeClients, connect, join } from '../support/sockets.ts';

const game = useTestGame();
const ann = useNew(() => createEmpire(game));
const bob = useNew(() => createEmpire(game));
afterEach(closeClients);

it('sends the stock to watching clients, which stay connected', async () => {
  const live = await join(game.url, ann);
  await cutFeeds(game.instance.pool);
  expect((await live.take('resource_update')).empire_id).toBe(ann.empireId);
  await live.settle();
  expect(live.all('error')).toEqual([]);
});

it('closes connections whose session was ended', async () => {
  const live = await connect(game.url, { token: ann.token });
  await live.settle();
  await cutFeeds(game.instance.pool);
  await game.query('DELETE FROM sessions WHERE sid = $1', ann.token);
  expect((await live.take('error')).code).toBe('SESSION_ENDED');
  await live.ended;
});

it('closes connections whose user was deactivated', async () => {
  const live = await connect(game.url, { token: ann.token });
  await live.settle();
  await cutFeeds(game.instance.pool);
  await game.query('UPDATE users SET is_active = false WHERE username = $1', ann.username);
  expect((await live.take('error')).code).toBe('SESSION_ENDED');
});

it('closes the older of two connections of a user', async () => {
  const older = await connect(game.url, { token: ann.token });
  await older.settle();
  await cutFeeds(game.instance.pool);
  const newer = await connect(game.url, { token: (await openSession(game, ann.username)).token });
  expect((await older.take('error')).code).toBe('SESSION_REPLACED');
  await newer.settle();
  expect(newer.socket.connected).toBe(true);
});

it('warns a player whose empire was founded during the gap', async () => {
  const player = await createPlayer(game);
  const live = await connect(game.url, { token: player.token });
  const watcher = await join(game.url, ann);
  await live.settle();
  await cutFeeds(game.instance.pool);
  const { body } = await player.send<{ empire: { capital: { id: string } } }>('POST', '/api/empire', {
    name: `Late ${player.username}`,
    starting_location: { x: 0, y: 0 },
  });
  await watcher.take('resource_update');
  await orderAttack(bob, { capitalId: body.empire.capital.id });
  expect((await live.take('battle_start')).attacker).toBe(`Empire of ${bob.username}`);
});

it('plays the rest of a battle that was decided during the gap', async () => {
  const live = await join(game.url, ann);
  const { contact_at } = await orderAttack(ann, bob);
  await live.take('empire_update');
  await cutFeeds(game.instance.pool);
  await game.passTo(contact_at);
  await live.take('resource_update');
  game.clock.advance(3_000);
  expect((await live.take('battle_update')).round).toBe(1);
});

it('retries when a query fails at first', async () => {
  const live = await join(game.url, ann);
  await game.query('ALTER TABLE active_connections RENAME TO gone');
  const caughtUp = game.instance.gateway.resync();
  await live.settle();
  await game.query('ALTER TABLE gone RENAME TO active_connections');
  await caughtUp;
  expect((await live.take('resource_update')).empire_id).toBe(ann.empireId);
});
