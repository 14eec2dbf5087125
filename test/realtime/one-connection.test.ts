/** One active connection per user: the newest wins, on one instance and across two. */
import { afterEach, describe, expect, it } from 'vitest';
import { claimConnections } from '../../src/realtime/queries.ts';
import { useNew, useSecond, useTestGame } from '../support/game.ts';
import { openSession, createPlayer, createEmpire } from '../support/players.ts';
import { closeClients, connect } from '../support/sockets.ts';
import { the } from '../support/worlds.ts';

const replaced = { message: 'The game was opened elsewhere', code: 'SESSION_REPLACED' };
const game = useTestGame({ shared: true });
const second = useSecond(game);
const ann = useNew(() => createEmpire(game));
afterEach(closeClients);

describe.each([
  ['on the same instance', () => game.url],
  ['on another instance', () => second.url],
])('a newer connection %s', (_, url) => {
  it('closes the older one with the reason', async () => {
    const older = await connect(game.url, { token: ann.token });
    await connect(url(), { token: ann.token });
    expect(await older.take('error')).toEqual(replaced);
    expect(await older.ended).toBe('io server disconnect');
  });

  it('stays open and works', async () => {
    const older = await connect(game.url, { token: ann.token });
    const newer = await connect(url(), { token: ann.token });
    await older.ended;
    expect(await newer.ask('join_empire', { empire_id: ann.empireId })).toMatchObject({ ok: true });
    expect(newer.received).toEqual([]);
  });

  it('of another session of the user counts as well', async () => {
    const older = await connect(game.url, { token: ann.token });
    const { token } = await openSession(game, ann.username);
    await connect(url(), { token });
    expect(await older.take('error')).toEqual(replaced);
  });

  it('leaves other users alone', async () => {
    const other = await connect(game.url, { token: (await createPlayer(game)).token });
    const older = await connect(game.url, { token: ann.token });
    await connect(url(), { token: ann.token });
    await older.ended;
    await other.settle();
    expect(other.received).toEqual([]);
  });
});

it('sends the reason over polling, too', async () => {
  const older = await connect(game.url, { token: ann.token, transports: ['polling'] });
  await connect(second.url, { token: ann.token });
  expect(await older.take('error')).toEqual(replaced);
  expect(await older.ended).toBe('io server disconnect');
});

it('keeps the newest connection active when the claim of an older one arrives late', async () => {
  const live = await connect(game.url, { token: ann.token });
  await live.settle();
  const { pool } = game.instance;
  const { rows } = await pool.query<{ id: string; arrived_at: number; socket_id: string }>(
    `SELECT s.id, p.arrived_at, p.socket_id FROM sessions s JOIN active_connections p ON p.user_id = s.user_id
     WHERE s.sid = $1`,
    [ann.token],
  );
  const { id, arrived_at, socket_id } = the(rows[0]);
  const claim = { sessionId: id, socketId: 'a lost socket', arrivedAt: arrived_at - 0.25 };
  const [claimed] = await claimConnections(pool, [claim]);
  const after = await pool.query('SELECT 1 FROM active_connections WHERE socket_id = $1', [socket_id]);
  await live.settle();
  expect([claimed?.isNewest, after.rowCount, live.socket.connected]).toEqual([false, 1, true]);
});

it('ignores an arrival time in the future, as after a change of the clock', async () => {
  const live = await connect(game.url, { token: ann.token });
  await live.settle();
  await game.query('UPDATE active_connections SET arrived_at = arrived_at + 3600000');
  const newer = await connect(second.url, { token: ann.token });
  await live.ended;
  await newer.settle();
  expect(newer.socket.connected).toBe(true);
});

it('makes a client active again when it reconnects', async () => {
  const first = await connect(game.url, { token: ann.token });
  await connect(second.url, { token: ann.token });
  await first.ended;
  const again = await connect(game.url, { token: ann.token });
  await again.settle();
  expect(again.socket.connected).toBe(true);
});

describe.each([
  ['on one instance', () => [game.url, game.url]],
  ['on two instances', () => [game.url, second.url]],
])('two connections at the same moment %s', (_, urls) => {
  it('leave exactly one, in 40 of 40 races', async () => {
    const left: number[] = [];
    for (let race = 0; race < 40; race++) {
      const rivals = await Promise.all(urls().map((url) => connect(url, { token: ann.token })));
      await Promise.race(rivals.map(({ ended }) => ended));
      // Only an open connection acknowledges; settle waits for that or for the end.
      const active = rivals.filter(({ socket }) => socket.connected);
      for (const rival of active) await rival.settle();
      left.push(active.filter(({ socket }) => socket.connected).length);
    }
    expect(left).toEqual(left.map(() => 1));
  });
});

it('leaves one of ten simultaneous connections', async () => {
  const urls = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? game.url : second.url));
  const rivals = await Promise.all(urls.map((url) => connect(url, { token: ann.token })));
  const connected = () => rivals.filter(({ socket }) => socket.connected);
  await expect.poll(connected).toHaveLength(1);
  const [last] = connected();
  await last?.settle();
  expect(last?.socket.connected).toBe(true);
});
