/** POST /login with JSON: the session, the cookie and the refusals, and what is counted, stored and logged about them. */
import pg from 'pg';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/account/passwords.ts';
import { responseOf, cookieOf } from '../support/accounts.ts';
import { captureLog } from '../support/capture-log.ts';
import { deriveAtOnce, logIn, password, registerAccount } from '../support/game.ts';
import { startTestApp, useTestApp } from '../support/http-app.ts';

let derivations = 0;

const passwords = createPasswords(4, (text, salt) => {
  derivations += 1;
  return deriveAtOnce(text, salt);
});
const failures = 10;
const kept = captureLog('info');
const app = useTestApp({ passwords, trustProxy: 1, failedLogins: failures, log: kept.log });

function send(body: object): request.Test {
  return request(app.server).post('/login').send(body);
}

async function setActive(username: string, isActive: boolean): Promise<void> {
  await app.query('UPDATE users SET is_active = $2 WHERE username_key = $1', username, isActive);
}

async function selectStored(token: string): Promise<object | undefined> {
  const [row] = await app.query(
    `SELECT s.*, host(s.ip_address) AS ip_address, u.username, u.last_login
     FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.sid = $1`,
    token,
  );
  return row;
}

const inThirtyDaysMs = 30 * 24 * 60 * 60 * 1000;

describe('a successful login', () => {
  it.each(['/login', '/register'])('has no ETag: %s', async (path) => {
    const account = { email: 'etag@example.org', password, confirm_password: password };
    const username = path === '/login' ? await registerAccount(app.url) : 'etag';
    const { status, headers } = await request(app.server)
      .post(path)
      .send({ ...account, username });
    expect([status, headers.etag]).toEqual([200, undefined]);
  });

  it('returns success, message, token and expires_at', async () => {
    const { status, body } = await responseOf(send({ username: await registerAccount(app.url), password }));
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        message: 'You are logged in',
        token: expect.stringMatching(/^[\w-]{43}$/) as string,
        expires_at: new Date(app.clock.now() + inThirtyDaysMs).toISOString(),
        deletion_cancelled: false,
      },
    });
  });

  it.each([
    ['the e-mail in other case', (name: string) => `${name}@EXAMPLE.org`],
    ['the name in other case', (name: string) => name.toUpperCase()],
    ['the name with blanks around it', (name: string) => ` ${name} `],
  ])('accepts %s', async (_what, identify) => {
    await send({ username: identify(await registerAccount(app.url)), password }).expect(200);
  });

  it('stores the session and the time of the login before the response', async () => {
    const username = await registerAccount(app.url);
    const { body } = await responseOf(send({ username, password }).set('User-Agent', 'Tester/1.0'));
    expect(await selectStored((body as { token: string }).token)).toMatchObject({
      username,
      created_at: new Date(app.clock.now()),
      expire: new Date(app.clock.now() + inThirtyDaysMs),
      ip_address: '127.0.0.1',
      user_agent: 'Tester/1.0',
      last_login: new Date(app.clock.now()),
    });
  });

  it('ends the session that the request presented', async () => {
    const username = await registerAccount(app.url);
    const old = await logIn(app.url, username);
    await send({ username, password }).set('Cookie', old.cookie);
    expect(await selectStored(old.token)).toBeUndefined();
  });
});

describe('the cookie of a login', () => {
  async function setCookie(body: object, onApp = app): Promise<string> {
    const username = await registerAccount(app.url);
    const response = await request(onApp.server)
      .post('/login')
      .send({ username, password, ...body });
    const cookies = response.headers['set-cookie'] as unknown as string[];
    return cookies.find((cookie) => cookie.startsWith('session_token=')) ?? '';
  }

  it('is HttpOnly, SameSite=Lax and Path=/', async () => {
    expect(await setCookie({})).toMatch(/^session_token=s%3A[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('of a form comes with the one by which the browser is known from then on', async () => {
    const username = await registerAccount(app.url);
    const { headers } = await request(app.server).post('/login').type('form').send({ username, password });
    const cookies = headers['set-cookie'] as unknown as string[];
    expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual(['session_token', 'device']);
  });

  it('lasts as long as the session when remember_me is true', async () => {
    const expires = /Expires=([^;]+)/.exec(await setCookie({ remember_me: true }))?.[1] ?? '';
    expect(Math.abs(Date.parse(expires) - Date.now() - inThirtyDaysMs)).toBeLessThan(60_000);
  });

  it('is Secure when the base URL is https', async () => {
    const secure = await startTestApp(app.database, { baseUrl: 'https://game.test' });
    expect(await setCookie({}, secure)).toContain('; Secure');
    await secure.close();
  });
});

describe('a failed login', () => {
  const refused = { error: 'Invalid username or password', code: 'INVALID_CREDENTIALS' };

  async function inactive(): Promise<string> {
    const username = await registerAccount(app.url);
    await setActive(username, false);
    return username;
  }

  const active = () => registerAccount(app.url);

  it.each<[what: string, username: string | (() => Promise<string>), tried: string]>([
    ['an unknown name', 'nobody at all', password],
    ['an unknown e-mail', 'nobody@example.org', password],
    ['a wrong password', active, 'wrong horse'],
    ['a password in other case', active, password.toUpperCase()],
    ['a password with a blank more', active, `${password} `],
    ['the system account', 'Nobody', 'no password'],
    ['an inactive account', inactive, password],
    ['an inactive account, wrong password', inactive, 'wrong'],
  ])('has one response, one derived key and one statement for %s', async (_what, name, tried) => {
    const username = typeof name === 'string' ? name : await name();
    derivations = 0;
    app.takeStatements();
    await send({ username, password: tried }).expect(401, refused);
    expect([derivations, app.takeStatements()]).toEqual([1, ['selectLogin']]);
  });

  it('sets no cookie', async () => {
    expect(cookieOf(await send({ username: 'nobody', password }), 'session_token')).toBeUndefined();
  });

  it('does not end the presented session', async () => {
    const old = await logIn(app.url, await registerAccount(app.url));
    await send({ username: old.username, password: 'wrong horse' }).set('Cookie', old.cookie);
    expect(await selectStored(old.token)).toBeDefined();
  });

  it('creates no session for an account that is deactivated meanwhile', async () => {
    const username = await registerAccount(app.url);
    const slow = createPasswords(4, async (text, salt) => {
      await setActive(username, false);
      return deriveAtOnce(text, salt);
    });
    const late = await startTestApp(app.database, { passwords: slow });
    await request(late.server).post('/login').send({ username, password }).expect(401, refused);
    await late.close();
  });
});

it.each(['UPDATE', 'NO KEY UPDATE'])(
  'a login that waits too long for a lock FOR %s is BUSY',
  async (lock) => {
    const username = await registerAccount(app.url);
    const client = new pg.Client(app.database.url);
    await client.connect();
    await client.query('BEGIN');
    await client.query(`SELECT FROM users WHERE username_key = $1 FOR ${lock}`, [username]);
    const { status, body } = await responseOf(send({ username, password }));
    await client.end();
    expect([status, body]).toMatchObject([429, { code: 'BUSY' }]);
    const sessions = 'SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.username_key = $1';
    expect(await app.query(sessions, username)).toEqual([]);
  },
);

describe('an invalid login body', () => {
  it.each([
    ['no body', undefined, 'username: required; password: required'],
    ['an empty body', {}, 'username: required; password: required'],
    ['an empty name', { username: '', password }, 'username: required'],
    ['a blank name', { username: '   ', password }, 'username: required'],
    ['an empty password', { username: 'somebody', password: '' }, 'password: required'],
    ['null', { username: null, password: null }, 'username: required; password: required'],
  ])('returns MISSING_FIELDS for %s', async (_what, body, details) => {
    const { status, body: answer } = await responseOf(
      request(app.server).post('/login').accept('json').send(body),
    );
    expect({ status, body: answer }).toEqual({
      status: 400,
      body: { error: 'Username and password are required', code: 'MISSING_FIELDS', details },
    });
  });

  it.each([
    ['a number for a name', { username: 5, password }, 'username: must be a text'],
    ['a list for a password', { username: 'abc', password: ['x'] }, 'password: must be a text'],
    [
      'NUL in the name',
      { username: 'a\u0000b', password },
      'username: must not have control or invisible characters (U+0000)',
    ],
    ['a name of 256', { username: 'x'.repeat(256), password }, 'username: must have at most 255 characters'],
    [
      'a password of 1,025 bytes',
      { username: 'abc', password: 'x'.repeat(1025) },
      'password: must have at most 1024 bytes',
    ],
    [
      'a text for remember_me',
      { username: 'abc', password, remember_me: 'yes' },
      'remember_me: must be true or false',
    ],
    ['a list', [], 'body: must be an object'],
    ['a text', '"abc"', 'body: must be an object'],
  ])('returns VALIDATION_ERROR for %s', async (_what, body, details) => {
    const { status, body: answer } = await responseOf(
      request(app.server).post('/login').type('json').send(body),
    );
    expect({ status, body: answer }).toEqual({
      status: 400,
      body: { error: 'The request is not valid', code: 'VALIDATION_ERROR', details },
    });
  });
});

/** Tries to log in from an address. */
const attempt = (username: string, tried: string, address = '203.0.113.1'): request.Test =>
  send({ username, password: tried }).set('X-Forwarded-For', address);

it('does not count successful logins', async () => {
  const username = await registerAccount(app.url);
  for (let time = 0; time < failures + 2; time++) await attempt(username, password).expect(200);
});

it('stores neither an address nor an unknown name in plain text', async () => {
  await attempt(await registerAccount(app.url), password, '203.0.113.77');
  await attempt('Somebody Unknown', 'x', '203.0.113.78');
  const stored = [
    await app.query('SELECT * FROM login_addresses'),
    await app.query('SELECT * FROM rate_limit_counters'),
  ];
  expect(JSON.stringify(stored)).not.toMatch(/203\.0\.113|somebody/i);
});

describe('the log', () => {
  const lineOf = ({ headers }: request.Response) =>
    kept.lines().find(({ requestId }) => requestId === headers['x-request-id']);

  it('has a line per login, with account, request and a hash of the address', async () => {
    const username = await registerAccount(app.url);
    const failed = await attempt(username, 'wrong one', '203.0.113.9');
    const done = await attempt(username, password, '203.0.113.9');
    const [first, second] = [lineOf(failed), lineOf(done)];
    const accountId = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
    expect(first).toMatchObject({ security: 'login_failed', reason: 'wrong credentials', accountId });
    expect(second).toMatchObject({ security: 'login_succeeded', accountId: first?.accountId });
    expect(first?.address).toMatch(/^[0-9a-f]{24}$/);
    expect(second?.address).toBe(first?.address);
    expect(kept.text()).not.toContain('203.0.113.9');
  });

  it('has a line for each ended session and each refused request', async () => {
    const { cookie } = await logIn(app.url, await registerAccount(app.url));
    const logOut = () => request(app.server).post('/logout').accept('json').set('Cookie', cookie);
    const refusedLine = lineOf(await logOut().set('sec-fetch-site', 'cross-site'));
    const endedLine = lineOf(await logOut());
    expect(refusedLine).toMatchObject({ security: 'request_refused', code: 'CROSS_ORIGIN' });
    const [sessionId] = endedLine?.sessionIds as string[];
    expect(endedLine).toMatchObject({ security: 'session_ended', by: sessionId });
  });
});
