/** Authentication of requests: cookie and header, forgeries, rotated secrets, and responses without a session. */
import { systemRandom } from '../../src/kernel/random.ts';
import { connect, type AddressInfo } from 'node:net';
import { sign } from 'cookie-signature';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { readLocalPath } from '../../src/http/sessions/authenticate.ts';
import { cleanAddress } from '../../src/http/limits/client-address.ts';
import { createToken } from '../../src/http/sessions/sessions.ts';
import { responseOf, cookieOf } from '../support/accounts.ts';
import { registerPlayer, useOne, type Player } from '../support/game.ts';
import { startTestApp, useTestApp, type TestApp, type TestAppOptions } from '../support/http-app.ts';

const routes: NonNullable<TestAppOptions['routes']> = (express, http) => {
  express.all('/page', http.requireViewer, (_req, res) => {
    res.send('a page');
  });
  express.get('/api/viewer', (req, res) => {
    res.json({ username: http.viewerOf(req)?.username ?? null });
  });
};

const app = useTestApp({ sessionSecrets: ['the first secret'], routes });
const player = useOne(() => registerPlayer(app.url));
const other = useOne(() => registerPlayer(app.url));

async function readViewer(headers: Record<string, string>, onApp = app): Promise<string | null> {
  const { body } = await responseOf(request(onApp.server).get('/api/viewer').set(headers).expect(200));
  return (body as { username: string | null }).username;
}

/** The decoded value of the cookie: `s:token.signature`. */
function signedForm({ cookie }: Player): string {
  return decodeURIComponent(cookie.split('=')[1] ?? '');
}

/** Signed cookies of sessions that have ended. */
const endedCookies = (count: number): string =>
  Array.from(
    { length: count },
    () => `session_token=s:${sign(createToken(systemRandom), 'the first secret')}`,
  ).join('; ');

describe('a session', () => {
  it.each([
    ['the cookie', () => ({ Cookie: player.cookie })],
    ['the cookie among others', () => ({ Cookie: `a=1; ${player.cookie}; b=2` })],
    ['the cookie without escapes', () => ({ Cookie: `session_token=${signedForm(player)}` })],
    ['the cookie in quotes', () => ({ Cookie: `session_token="${signedForm(player)}"` })],
    ['the cookie with spaces', () => ({ Cookie: ` session_token = ${signedForm(player)} ` })],
    ['the first of two cookies', () => ({ Cookie: `${player.cookie}; session_token=other` })],
    ['the second cookie, after an unsigned one', () => ({ Cookie: `session_token=other; ${player.cookie}` })],
    ['the second cookie, after an ended session', () => ({ Cookie: `${endedCookies(1)}; ${player.cookie}` })],
    [
      'the fourth cookie',
      () => ({ Cookie: `a=1; ${endedCookies(3)}; ${player.cookie}; ${endedCookies(9)}` }),
    ],
    ['the first of sessions of two accounts', () => ({ Cookie: `${player.cookie}; ${other.cookie}` })],
    ['Bearer and the raw token', () => ({ Authorization: `Bearer ${player.token}` })],
    ['bearer in lower case', () => ({ Authorization: `bearer ${player.token}` })],
    ['Bearer and the signed form', () => ({ Authorization: `Bearer ${signedForm(player)}` })],
    [
      'Bearer and the escaped signed form',
      () => ({ Authorization: `Bearer ${encodeURIComponent(signedForm(player))}` }),
    ],
  ])('is found by %s', async (_what, headers) => {
    expect(await readViewer(headers())).toBe(player.username);
  });

  it.each([
    ['no cookie', () => ({})],
    ['the raw token as cookie', () => ({ Cookie: `session_token=${player.token}` })],
    ['the fifth of signed cookies', () => ({ Cookie: `${endedCookies(4)}; ${player.cookie}` })],
    ['two cookies of ended sessions', () => ({ Cookie: endedCookies(2) })],
    ['a cookie of another name', () => ({ Cookie: player.cookie.replace('session', 'Session') })],
    ['a cookie without a signature', () => ({ Cookie: `session_token=s:${player.token}` })],
    ['a cookie with an empty signature', () => ({ Cookie: `session_token=s:${player.token}.` })],
    ['a cookie of a signature alone', () => ({ Cookie: 'session_token=s:.abc' })],
    ['a cookie of a prefix alone', () => ({ Cookie: 'session_token=s:' })],
    ['a cookie without a value', () => ({ Cookie: 'session_token=' })],
    ['a cookie with a malformed escape', () => ({ Cookie: 'session_token=s%3A%E0%A4%A' })],
    ['a cookie with a longer signature', () => ({ Cookie: `${player.cookie}a` })],
    ['a cookie with another prefix', () => ({ Cookie: player.cookie.replace('=s', '=S') })],
    [
      'a cookie signed with another secret',
      () => ({ Cookie: `session_token=s:${sign(player.token, 'guessed')}` }),
    ],
    [
      'a cookie with a changed token',
      () => ({
        Cookie: player.cookie.replace(/s%3A(.)/, (_, first) => `s%3A${first === '-' ? '_' : '-'}`),
      }),
    ],
    ['an unknown token', () => ({ Authorization: `Bearer ${createToken(systemRandom)}` })],
    ['a token that is too short', () => ({ Authorization: `Bearer ${player.token.slice(1)}` })],
    [
      'a signed form with another signature',
      () => ({ Authorization: `Bearer s:${sign(player.token, 'guessed')}` }),
    ],
    ['Basic beside the cookie', () => ({ Authorization: `Basic ${player.token}`, Cookie: player.cookie })],
    ['Bearer alone beside the cookie', () => ({ Authorization: 'Bearer', Cookie: player.cookie })],
    ['the token alone', () => ({ Authorization: player.token })],
    ['two tokens', () => ({ Authorization: `Bearer ${player.token} ${player.token}` })],
    ['an injected cookie', () => ({ Authorization: `Bearer x; session_token=${player.cookie}` })],
    ['an empty header beside the cookie', () => ({ Authorization: '', Cookie: player.cookie })],
    ['a malformed header beside the cookie', () => ({ Authorization: 'Nonsense', Cookie: player.cookie })],
    [
      'an unknown token beside the cookie',
      () => ({ Authorization: `Bearer ${createToken(systemRandom)}`, Cookie: player.cookie }),
    ],
  ])('is not found by %s', async (_what, headers) => {
    expect(await readViewer(headers())).toBeNull();
  });

  it.each([
    ['valid', () => player.cookie],
    ['ended', () => endedCookies(1)],
  ])('comes from the header if the cookie beside it is %s', async (_what, cookie) => {
    expect(await readViewer({ Authorization: `Bearer ${other.token}`, Cookie: cookie() })).toBe(
      other.username,
    );
  });

  it('is not looked up in the database if the token has the wrong form', async () => {
    app.takeStatements();
    await readViewer({
      Authorization: 'Bearer short',
      Cookie: `session_token=s:${sign('short', 'the first secret')}`,
    });
    expect(app.takeStatements()).toEqual([]);
  });

  it.each([
    ['a player', () => player.cookie],
    ['a visitor', () => ''],
  ])('sets no cookie on a read of %s', async (_who, cookie) => {
    const { headers } = await request(app.server).get('/api/viewer').set('Cookie', cookie());
    expect(headers['set-cookie']).toBeUndefined();
  });
});

describe('a request target that is no path', () => {
  /** The status line of a request that only a raw connection can send. */
  async function statusLine(target: string): Promise<string> {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.end(`GET ${target} HTTP/1.1\r\nHost: game.test\r\nConnection: close\r\n\r\n`);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text.split('\r\n', 1)[0] ?? '';
  }

  it('is NOT_FOUND, without a session', async () => {
    expect(await statusLine('*')).toBe('HTTP/1.1 404 Not Found');
  });
});

describe('secrets in rotation', () => {
  async function withSecrets<T>(
    secrets: [string, ...string[]],
    use: (rotated: TestApp) => Promise<T>,
  ): Promise<T> {
    const rotated = await startTestApp(app.database, { sessionSecrets: secrets, routes });
    try {
      return await use(rotated);
    } finally {
      await rotated.close();
    }
  }

  it('still accept cookies signed with the older secret', async () => {
    const found = await withSecrets(['the second', 'the first secret'], (rotated) =>
      readViewer({ Cookie: player.cookie }, rotated),
    );
    expect(found).toBe(player.username);
  });

  it('sign with the newer secret', async () => {
    const { token, cookie } = await withSecrets(['the second', 'the first secret'], ({ url }) =>
      registerPlayer(url),
    );
    expect(decodeURIComponent(cookie)).toBe(`session_token=s:${sign(token, 'the second')}`);
  });

  it('no longer accept cookies signed with a removed secret', async () => {
    expect(
      await withSecrets(['the second'], (rotated) => readViewer({ Cookie: player.cookie }, rotated)),
    ).toBeNull();
  });

  it('do not affect raw tokens', async () => {
    const headers = { Authorization: `Bearer ${player.token}` };
    expect(await withSecrets(['the second'], (rotated) => readViewer(headers, rotated))).toBe(
      player.username,
    );
  });
});

describe('a request without a session', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const requests: [what: string, path: string, headers: Record<string, string>, status: number][] = [
    ['below /api', '/api/user/profile', {}, 401],
    ['below /api, any Accept', '/api/user/profile', { Accept: '*/*' }, 401],
    ['below /api, from a browser', '/api/user/profile', { Accept: browser }, 302],
    ['of a page', '/page', {}, 302],
    ['of a page, from a browser', '/page', { Accept: browser }, 302],
    ['of a page, any Accept', '/page', { Accept: '*/*' }, 302],
    ['of a page, JSON preferred', '/page', { Accept: 'application/json' }, 401],
    ['of a page, JSON before HTML', '/page', { Accept: 'application/json, text/html' }, 401],
    ['of a page, HTML before JSON', '/page', { Accept: 'text/html, application/json' }, 302],
    ['of a page, JSON with the higher weight', '/page', { Accept: 'text/html;q=0.5, application/json' }, 401],
    ['of a page, with a header', '/page', { Authorization: 'Bearer nobody' }, 401],
    [
      'of a page, as JSON without a body',
      '/page',
      { 'Content-Type': 'application/json; charset=utf-8' },
      401,
    ],
    [
      'of a page, as JSON from a browser',
      '/page',
      { 'Content-Type': 'application/json', Accept: browser },
      302,
    ],
    [
      'of a page, with a header from a browser',
      '/page',
      { Authorization: 'Bearer nobody', Accept: browser },
      302,
    ],
  ];

  it.each(requests)('%s (%s %j) returns %i', async (_what, path, headers, status) => {
    expect((await request(app.server).get(path).set(headers)).status).toBe(status);
  });

  it('gets JSON when it sends JSON', async () => {
    await request(app.server).post('/page').send({ a: 1 }).expect(401);
  });

  it('gets a page when it sends a form', async () => {
    await request(app.server).post('/page').type('form').send({ a: 1 }).expect(302);
  });

  it('is redirected to exactly /login', async () => {
    expect((await request(app.server).get('/page?x=1')).headers.location).toBe('/login');
  });

  it('stores no return address for a form from nowhere', async () => {
    expect(
      cookieOf(await request(app.server).post('/page').type('form').send({}), 'return_to'),
    ).toBeUndefined();
  });
});

describe('a request of a session that has ended', () => {
  const leadsTo = async (test: request.Test) => {
    const response = await test.set('Cookie', 'session_token=s:ended.signature');
    const [path = ''] =
      /(?<==s:).*(?=\.)/.exec(decodeURIComponent(cookieOf(response, 'return_to') ?? '')) ?? [];
    expect(decodeURIComponent(cookieOf(response, 'notice') ?? '')).toContain('Your session ended:');
    return [response.headers.location, path];
  };

  it('is redirected to exactly /login, which says so and knows the way back', async () => {
    expect(await leadsTo(request(app.server).get('/page?x=1'))).toEqual(['/login', '/page?x=1']);
  });

  it.each([
    ['http://localhost:3000/armies?x=1', '/armies?x=1'],
    ['http://localhost:3000//evil.test', ''],
    ['no address', ''],
  ])('that sent a form from %s returns to %j', async (referrer, path) => {
    const form = request(app.server).post('/page').type('form').set('Referer', referrer).send({});
    expect(await leadsTo(form)).toEqual(['/login', path]);
  });
});

describe('a return address', () => {
  it.each(['/', '/dashboard', '/city/7?tab=queue', '/a//b'])('may be %s', (path) => {
    expect(readLocalPath(path)).toBe(path);
  });

  it.each([
    '',
    'dashboard',
    '//evil.test',
    '/\\evil.test',
    'http://evil.test/',
    '/a b',
    '/a\nb',
    `/${'x'.repeat(1024)}`,
  ])('may not be %j', (path) => {
    expect(readLocalPath(path)).toBeNull();
  });
});

describe('the address of a session', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.0.0.7', '10.0.0.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', null],
    ['1.2.3.4:5678', '1.2.3.4'],
    ['"[2001:db8::7]:4711"', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['1.2.3.4:x', null],
    ['', null],
    [undefined, null],
  ])('for %j is %j', (given, expected) => {
    expect(cleanAddress(given)).toBe(expected);
  });
});
