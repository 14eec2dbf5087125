/** The handshake of live connections: authentication, origin, and its number of queries. */
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { useTestGame, useOne, type Player } from '../support/game.ts';
import { expireSession, createPlayer, createEmpire } from '../support/players.ts';
import { closeClients, closing, connect, openBare, frame, refusalOf } from '../support/sockets.ts';
import { recordFlights } from '../support/statements.ts';

const unauthenticated = { message: 'Authentication required', data: { code: 'AUTH_REQUIRED' } };

const game = useTestGame();
const ann = useOne(() => createPlayer(game));
afterEach(closeClients);

// First: a connection of an earlier test may still be claimed.
describe('the database', () => {
  it.each([
    ['over websocket', ['websocket'] as const],
    ['over polling with an upgrade', ['polling', 'websocket'] as const],
  ])('is queried twice for a connection %s', async (_, transports) => {
    const recorder = recordFlights(game.instance.pool);
    const client = await connect(game.url, { cookie: ann.cookie, transports: [...transports] });
    await client.settle();
    if (client.socket.io.engine.transport.name === 'polling') {
      await new Promise((resolve) => client.socket.io.engine.once('upgrade', resolve));
    }
    await client.settle();
    expect(recorder.take().flat()).toEqual(['findSessions', 'upsertActiveConnections']);
  });

  it('is queried three times more for join_empire and the first picture', async () => {
    const ruler = await createEmpire(game);
    const client = await connect(game.url, { token: ruler.token });
    await client.settle();
    const recorder = recordFlights(game.instance.pool);
    await client.ask('join_empire', { empire_id: ruler.empireId, after: 0 });
    await client.ask('request_update', { type: 'empire', id: ruler.empireId });
    expect(recorder.take()).toEqual([['selectJoins'], ['selectVersions'], ['selectEmpireStatesOf']]);
  });
});

describe.each(['polling', 'websocket'] as const)('over %s', (transport) => {
  const transports = [transport];

  it.each([
    ['the session cookie', () => ({ cookie: ann.cookie })],
    ['an Authorization header', () => ({ authorization: `Bearer ${ann.token}` })],
    ['the cookie as header', () => ({ authorization: `Bearer ${ann.cookie.split('=')[1]}` })],
    ['the token as auth', () => ({ token: ann.token })],
    ['the value of the cookie as auth', () => ({ token: ann.cookie.split('=')[1] })],
    [
      'the decoded value of the cookie as auth',
      () => ({ token: decodeURIComponent(ann.cookie.split('=')[1] ?? '') }),
    ],
    ['its own origin', () => ({ token: ann.token, origin: game.url })],
    ['the configured origin', () => ({ token: ann.token, origin: 'http://localhost:3000' })],
  ])('accepts %s', async (_, credentials) => {
    const client = await connect(game.url, { ...credentials(), transports });
    expect(client.socket.connected).toBe(true);
  });

  it('refuses a client without credentials', async () => {
    expect(await refusalOf(game.url, { transports })).toEqual(unauthenticated);
  });

  it('refuses another origin', async () => {
    const { message } = await refusalOf(game.url, {
      token: ann.token,
      origin: 'http://evil.test',
      transports,
    });
    expect(message).toMatch(/^(xhr poll|websocket) error$/);
  });
});

it.each([
  ['an unknown token', randomBytes(32).toString('base64url')],
  ['an empty token', ''],
  ['a token with a wrong signature', 's:x.y'],
  ['a number for a token', 17],
  ['null for a token', null],
  ['a list for a token', ['x']],
  ['an object for a token', { toString: 'x' }],
  ['a token of 10,000 characters', 'x'.repeat(10_000)],
  ['a token with a NUL', '\u0000'.repeat(43)],
])('refuses %s', async (_, token) => {
  expect(await refusalOf(game.url, { token })).toEqual(unauthenticated);
});

it.each([
  ['token', { token: 'wrong' }],
  ['header', { authorization: 'Bearer wrong' }],
])('does not fall back to the cookie when the %s is wrong', async (_, wrong) => {
  expect(await refusalOf(game.url, { ...wrong, cookie: ann.cookie })).toEqual(unauthenticated);
});

it.each<[string, (bob: Player) => Promise<unknown>]>([
  ['has expired', (bob) => expireSession(game, bob, Date.parse('2001-01-01'))],
  ['was logged out', (bob) => bob.send('POST', '/logout')],
  [
    'is of a deactivated user',
    ({ username }) => game.query('UPDATE users SET is_active = false WHERE username = $1', username),
  ],
])('refuses a session that %s', async (_, end) => {
  const bob = await createPlayer(game);
  await end(bob);
  expect(await refusalOf(game.url, { token: bob.token })).toEqual(unauthenticated);
  expect(await refusalOf(game.url, { cookie: bob.cookie })).toEqual(unauthenticated);
});

it('closes a refused connection', async () => {
  const bare = await openBare(game.url, 'nobody');
  const closed = closing(bare);
  bare.write(frame('40'));
  await closed;
});

it('closes a connection that sends CONNECT twice', async () => {
  const bare = await openBare(game.url, ann.token);
  const closed = closing(bare);
  bare.write(Buffer.concat([frame('40'), frame('40')]));
  await closed;
});

it('has no other namespace', async () => {
  expect((await refusalOf(`${game.url}/admin`, { token: ann.token })).message).toBe('Invalid namespace');
});
