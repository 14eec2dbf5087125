/** The end of a session closes its connection at once, for every cause and on every instance. */
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { selectActiveSessions, claimConnections } from '../../src/realtime/queries.ts';
import { useNew, useSecond, useTestGame, type Player } from '../support/game.ts';
import {
  createApiToken,
  expireSession,
  openSession,
  createPlayer,
  createEmpire,
} from '../support/players.ts';
import { closeClients, connect, type LiveClient } from '../support/sockets.ts';

const sessionEnded = { message: 'The session has ended', code: 'SESSION_ENDED' };
const game = useTestGame({ shared: true });
const second = useSecond(game);
const ann = useNew(() => createPlayer(game));
afterEach(closeClients);

async function sessionIdOf({ token }: Player): Promise<string> {
  const [session] = await game.query<{ id: string }>('SELECT id FROM sessions WHERE sid = $1', token);
  return session?.id ?? '';
}

/** The error that the client receives, the reason of the disconnect after `work`. */
async function endOf(client: LiveClient, work: () => Promise<unknown>) {
  await work();
  const error = await client.take('error');
  return { error, reason: await client.ended };
}

const ended = { error: sessionEnded, reason: 'io server disconnect' };

const endings: [string, () => Promise<unknown>][] = [
  ['a logout', () => ann.send('POST', '/logout')],
  [
    'a revocation from another session',
    async () =>
      (await openSession(game, ann.username)).send('DELETE', `/api/user/sessions/${await sessionIdOf(ann)}`),
  ],
  ['deleting the row of the session', () => game.query('DELETE FROM sessions WHERE sid = $1', ann.token)],
  [
    'a deactivation',
    () => game.query('UPDATE users SET is_active = false WHERE username = $1', ann.username),
  ],
  [
    'a request to delete the account',
    () => game.query('UPDATE users SET deletion_at = now() WHERE username = $1', ann.username),
  ],
  ['deleting the row of the user', () => game.query('DELETE FROM users WHERE username = $1', ann.username)],
];

describe.each([
  ['on the same instance', () => game.url],
  ['on another instance', () => second.url],
])('%s', (_, url) => {
  it.each(endings)('%s closes the connection within a second', async (__, work) => {
    expect(await endOf(await connect(url(), { token: ann.token }), work)).toEqual(ended);
  });

  it.each(['read', 'play'] as const)('revoking a token that may %s closes its connection', async (scope) => {
    const { id, secret } = await createApiToken(game, ann, scope);
    const client = await connect(url(), { token: secret });
    expect(await endOf(client, () => ann.send('DELETE', `/api/user/tokens/${id}`))).toEqual(ended);
  });

  it('the expiry closes the connection on time', async () => {
    await game.query(
      'UPDATE sessions SET expire = to_timestamp($2) WHERE sid = $1',
      ann.token,
      game.clock.now() / 1000 + 60,
    );
    const client = await connect(url(), { token: ann.token });
    await client.settle();
    game.clock.advance(59_000);
    await client.settle();
    expect(client.received).toEqual([]);
    const pass = (): Promise<void> => {
      game.clock.advance(1_001);
      return Promise.resolve();
    };
    expect(await endOf(client, pass)).toEqual(ended);
  });
});

it('closes each of several connections at its own time', async () => {
  const expire = (player: Player, seconds: number) =>
    expireSession(game, player, game.clock.now() + seconds * 1000);
  const players = [await createPlayer(game), await createPlayer(game), await createPlayer(game)];
  const seconds = [600, 300, 900];
  for (const [index, player] of players.entries()) await expire(player, seconds[index] ?? 0);
  const live = await Promise.all(players.map(({ token }) => connect(game.url, { token })));
  for (const client of live) await client.settle();
  for (const index of [1, 0, 2]) {
    expect(live.filter(({ socket }) => socket.connected)).toContain(live[index]);
    game.clock.advance(300_000);
    await live[index]?.ended;
  }
});

it('sends the reason over polling, too', async () => {
  const client = await connect(game.url, { token: ann.token, transports: ['polling'] });
  expect(await endOf(client, () => ann.send('POST', '/logout'))).toEqual(ended);
});

it('leaves the user’s connection of another session alone', async () => {
  const other = await openSession(game, ann.username);
  const client = await connect(game.url, { token: other.token });
  await client.settle();
  await ann.send('POST', '/logout');
  await client.settle();
  expect(client.received).toEqual([]);
});

it('sends nothing more to an ended connection', async () => {
  const ruler = await createEmpire(game);
  const client = await connect(game.url, { token: ruler.token });
  await client.ask('join_empire', { empire_id: ruler.empireId });
  const other = await openSession(game, ruler.username);
  await ruler.send('POST', '/logout');
  await other.send('PUT', `/api/empire/${ruler.empireId}`, { description: 'Secret.' });
  await client.ended;
  expect(client.received.map(({ name }) => name)).toEqual(['error']);
});

describe('a session that ends between handshake and claim', () => {
  it('is closed, and its events are not acknowledged', async () => {
    // A lock delays the claim while the session is deleted.
    const holder = new pg.Client(game.databaseUrl);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE active_connections IN EXCLUSIVE MODE');
    const client = await connect(game.url, { token: ann.token });
    const answers: unknown[] = [];
    client.socket.emit('leave_empire', { empire_id: ann.username }, (answer: unknown) =>
      answers.push(answer),
    );
    await holder.query('DELETE FROM sessions WHERE sid = $1', [ann.token]);
    await holder.query('COMMIT');
    await holder.end();
    expect(await client.take('error')).toEqual(sessionEnded);
    await client.ended;
    expect(answers).toEqual([]);
  });

  it.each([
    ['of an ended session', 'DELETE FROM sessions WHERE id = $1'],
    [
      'of a deactivated user',
      'UPDATE users SET is_active = false WHERE id = (SELECT user_id FROM sessions WHERE id = $1)',
    ],
  ])('cannot claim the active connection %s', async (_, sql) => {
    const sessionId = await sessionIdOf(ann);
    await game.query(sql, sessionId);
    const claim = { sessionId, socketId: 'a socket', arrivedAt: Date.now() };
    expect(await claimConnections(game.instance.pool, [claim])).toEqual([null]);
  });

  it('is not listed as active', async () => {
    const sessionId = await sessionIdOf(ann);
    expect(await selectActiveSessions(game.instance.pool, [sessionId])).toEqual([
      { sessionId, empireId: null, socketId: null },
    ]);
    await game.query('UPDATE users SET is_active = false WHERE username = $1', ann.username);
    expect(await selectActiveSessions(game.instance.pool, [sessionId])).toEqual([]);
  });
});

it('closes without an error event when the query fails, so that the client reconnects', async () => {
  await game.query('ALTER TABLE active_connections RENAME TO gone');
  const client = await connect(game.url, { token: ann.token });
  const reason = await client.ended;
  await game.query('ALTER TABLE gone RENAME TO active_connections');
  expect(reason).toBe('transport close');
});
