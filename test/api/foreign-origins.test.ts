/** Pages of other origins: an allowed one calls with a token and without cookies; every other one is refused. */
import { afterEach, describe, expect, it } from 'vitest';
import { password, sendAnonymously, startTestGame, useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { closeClients, connect, refusalOf } from '../support/sockets.ts';

const page = 'https://app.example.org';
const limits = { auth: 20, data: 20, action: 20 };

const game = useTestGame({ corsOrigins: [page, 'http://localhost:3000'], limits });
const ann = useOne(() => createEmpire(game));
afterEach(closeClients);

type Sent = Record<string, string>;
const foreign = { origin: page, 'sec-fetch-site': 'cross-site' };
const bearer = (): Sent => ({ authorization: `Bearer ${ann.token}` });

function send(method: string, path: string, headers: Sent, body?: unknown) {
  return sendAnonymously(game.url, method, path, body, headers);
}

const build = (headers: Sent) =>
  send('POST', `/api/city/${ann.capitalId}/buildings`, headers, { type: 'farm' });

const corsHeadersOf = ({ headers }: { headers: Headers }): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('a page of an allowed origin', () => {
  it('reads and orders with a token', async () => {
    const read = await send('GET', `/api/empire/${ann.empireId}`, { ...foreign, ...bearer() });
    const order = await build({ ...foreign, ...bearer() });
    expect([read.status, order.status]).toEqual([200, 201]);
    expect(order.headers.get('access-control-allow-origin')).toBe(page);
  });

  it('reads the headers of the limits', async () => {
    const { headers } = await send('GET', '/api/leaderboard', foreign);
    const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? [];
    const names = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'];
    expect(exposed).toEqual(expect.arrayContaining(names));
  });

  it('reads errors, too', async () => {
    const answers = [
      await send('GET', '/api/user/profile', foreign),
      await send('GET', '/api/nowhere', foreign),
      await send('POST', '/api/empire', { ...foreign, ...bearer() }, { name: 3 }),
      await build(foreign),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 400, 403]);
    expect(answers.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual(
      answers.map(() => page),
    );
  });

  it('registers and logs in with JSON, and gets no cookie', async () => {
    const account = { username: 'Foreign', email: 'foreign@example.org', password };
    const registered = await send('POST', '/register', foreign, { ...account, confirm_password: password });
    const login = await send('POST', '/login', foreign, { username: 'Foreign', password });
    expect([registered.status, login.status]).toEqual([200, 200]);
    expect(login.body.token).toMatch(/^[\w-]{43}$/);
    const token = String(login.body.token);
    const logout = await send('POST', '/logout', { ...foreign, authorization: `Bearer ${token}` });
    expect(logout.status).toBe(200);
    expect([registered, login, logout].map(({ headers }) => headers.get('set-cookie'))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('cannot log in with a form', async () => {
    const response = await fetch(`${game.url}/login`, {
      method: 'POST',
      headers: { ...foreign, accept: 'application/json' },
      body: new URLSearchParams({ username: 'Foreign', password }),
    });
    expect(response.status).toBe(403);
  });

  it('cannot use the cookie of the player', async () => {
    const read = await send('GET', '/api/user/profile', { ...foreign, cookie: ann.cookie });
    const order = await build({ ...foreign, cookie: ann.cookie });
    expect([read.status, order.status]).toEqual([401, 403]);
  });

  it('is told by a preflight what it may send', async () => {
    const asked = { ...foreign, 'access-control-request-method': 'POST' };
    const { status, headers } = await send('OPTIONS', '/api/battle', asked);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE');
    expect(headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, Idempotency-Key, If-None-Match',
    );
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('is not counted for preflights', async () => {
    const remaining = async () =>
      Number((await ann.send('GET', '/api/user/profile')).headers.get('x-ratelimit-remaining'));
    const before = await remaining();
    for (let times = 0; times < 3; times++) await send('OPTIONS', '/api/user/profile', foreign);
    expect(await remaining()).toBe(before - 1);
  });

  it.each(['polling', 'websocket'] as const)('connects with a token over %s', async (transport) => {
    const credentials = { origin: page, token: ann.token, transports: [transport] };
    expect((await connect(game.url, credentials)).socket.connected).toBe(true);
  });

  it.each(['polling', 'websocket'] as const)('cannot connect with the cookie over %s', async (transport) => {
    const credentials = { origin: page, cookie: ann.cookie, transports: [transport] };
    expect((await refusalOf(game.url, credentials)).data).toEqual({ code: 'AUTH_REQUIRED' });
  });

  it('gets the headers from the socket, too', async () => {
    const response = await fetch(`${game.url}/socket.io/?EIO=4&transport=polling`, { headers: foreign });
    expect(response.headers.get('access-control-allow-origin')).toBe(page);
  });
});

describe('a page of another origin', () => {
  const other = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

  it('is refused, and gets no header', async () => {
    const answers = [
      await build({ ...other, ...bearer() }),
      await send('POST', '/login', other, { username: 'Foreign', password }),
      await send('OPTIONS', '/api/battle', { ...other, 'access-control-request-method': 'POST' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 404]);
    expect(answers.flatMap(corsHeadersOf)).toEqual([]);
  });

  it.each(['https://app.example.org.evil.example', 'http://app.example.org', 'null'])(
    'as %s is not mistaken for the allowed one',
    async (origin) => {
      const answer = await build({ origin, 'sec-fetch-site': 'cross-site', ...bearer() });
      expect([answer.status, corsHeadersOf(answer)]).toEqual([403, []]);
    },
  );

  it('cannot connect', async () => {
    const { message } = await refusalOf(game.url, { origin: other.origin, token: ann.token });
    expect(message).toBe('websocket error');
  });
});

describe('the origin of the game', () => {
  it('keeps its cookies although it is in the list', async () => {
    const own = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin', cookie: ann.cookie };
    const answer = await send('GET', '/api/user/profile', own);
    expect([answer.status, corsHeadersOf(answer)]).toEqual([200, []]);
  });
});

describe('caches', () => {
  it('learn that responses depend on the origin', async () => {
    const answers = [await send('GET', '/api/leaderboard', {}), await send('GET', '/api/rules', foreign)];
    for (const { headers } of answers) expect(headers.get('vary')).toMatch(/^Origin\b/);
  });

  it('learn nothing of it from a server without other origins', async () => {
    const plain = await startTestGame();
    const { headers } = await sendAnonymously(plain.url, 'GET', '/api/leaderboard', undefined, foreign);
    await plain.stop();
    expect([headers.get('vary'), corsHeadersOf({ headers })]).toEqual([null, []]);
  });
});
