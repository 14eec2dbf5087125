/** Accounts, as a client of the document meets them: register, log in, read the profile. */
import { describe, expect, it } from 'vitest';
import { useTestGame } from '../support/game.ts';
import { Client, enter, password } from './client.ts';

const game = useTestGame();
let names = 0;

const newName = (): string => `player_${(names += 1)}`;
const anyText = expect.any(String) as string;
const success = { success: true, message: anyText };
/** Whether the session cookies of a response have an end of their own. */
const outliveBrowser = (headers: Headers): boolean[] =>
  headers
    .getSetCookie()
    .flatMap((line) => (line.startsWith('session_token=') ? line.includes('Expires=') : []));

async function createAccount(): Promise<string> {
  const name = newName();
  await new Client(game.url).register(name);
  return name;
}

it.each(['/register', '/login'])('GET %s serves a form', async (path) => {
  const { status, headers, text } = await new Client(game.url).send('GET', path);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain(`<form method="post" action="${path}"`);
});

describe('POST /register', () => {
  it('returns success and a message', async () => {
    const { status, body } = await new Client(game.url).register(newName());
    expect({ status, body }).toEqual({ status: 200, body: success });
  });

  it('opens no session for JSON', async () => {
    const { headers } = await new Client(game.url).register(newName());
    expect(headers.getSetCookie()).toEqual([]);
  });

  it('leads a form to the dashboard, with a session', async () => {
    const client = new Client(game.url);
    const username = newName();
    const fields = { username, email: `${username}@example.org`, password, confirm_password: password };
    const { status, headers } = await client.submit('/register', fields);
    expect([status, headers.get('location')]).toEqual([302, '/dashboard']);
    expect(await client.read('/api/user/profile')).toMatchObject({ username });
  });

  const longest = `a@${'b'.repeat(249)}.org`;
  it.each([
    ['a username of 3 characters', { username: 'abc' }],
    ['a username of 50 characters', { username: 'x'.repeat(50) }],
    ['an e-mail of 255 characters', { email: longest }],
    ['a password of 6 characters', { password: 'secret', confirm_password: 'secret' }],
  ])('accepts %s', async (_what, fields) => {
    expect((await new Client(game.url).register(newName(), fields)).status).toBe(200);
  });

  it.each([
    ['no username', { username: undefined }, 'username: required'],
    ['a username of 2 characters', { username: 'ab' }, 'username: must have at least 3 characters'],
    [
      'a username of 51 characters',
      { username: 'x'.repeat(51) },
      'username: must have at most 50 characters',
    ],
    ['no e-mail', { email: undefined }, 'email: required'],
    ['an e-mail of no valid format', { email: 'nowhere' }, 'email: must be an e-mail address'],
    ['an e-mail of 256 characters', { email: `a${longest}` }, 'email: must have at most 255 characters'],
    ['no password', { password: undefined }, 'password: required'],
    [
      'a password of 5 characters',
      { password: '12345', confirm_password: '12345' },
      'password: must have at least 6 characters',
    ],
    ['no confirm_password', { confirm_password: undefined }, 'confirm_password: required'],
    [
      'another confirm_password',
      { confirm_password: 'other one' },
      'confirm_password: The two passwords differ',
    ],
  ])('refuses %s with 400', async (_what, fields, details) => {
    const { status, body } = await new Client(game.url).register(newName(), fields);
    const refusal = { error: 'The request is not valid', code: 'VALIDATION_ERROR', details };
    expect({ status, body }).toEqual({ status: 400, body: refusal });
  });

  it.each([
    ['name', (name: string) => [name, {}] as const],
    ['e-mail', (name: string) => [newName(), { email: `${name}@example.org` }] as const],
  ])('refuses a taken %s with 400', async (_what, fieldsOf) => {
    const { status, body } = await new Client(game.url).register(...fieldsOf(await createAccount()));
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'Username or e-mail is already taken', code: 'DUPLICATE_ACCOUNT' },
    });
  });

  it('never takes a hash or a salt from the client', async () => {
    const name = newName();
    await new Client(game.url).register(name, { password_hash: 'f'.repeat(64), salt: '0'.repeat(64) });
    expect((await new Client(game.url).logIn(name)).status).toBe(200);
  });
});

describe('POST /login', () => {
  it.each([
    ['the username', (name: string) => name],
    ['the e-mail', (name: string) => `${name}@example.org`],
  ])('takes %s', async (_what, identify) => {
    const { status, body } = await new Client(game.url).logIn(identify(await createAccount()));
    expect([status, body]).toMatchObject([200, success]);
  });

  it('leads a form to the dashboard', async () => {
    const client = new Client(game.url);
    const username = await createAccount();
    const { status, headers } = await client.submit('/login', { username, password });
    expect([status, headers.get('location')]).toEqual([302, '/dashboard']);
    expect((await client.send('GET', '/dashboard')).status).toBe(200);
  });

  it('shows a form of wrong credentials again, with the message and the name', async () => {
    const fields = { username: 'no_such_player', password };
    const { status, text } = await new Client(game.url).submit('/login', fields);
    expect(status).toBe(401);
    expect(text).toContain('<p class="mistake" role="alert">Invalid username or password</p>');
    expect(text).toContain('value="no_such_player"');
  });

  it('refuses a wrong password with 401', async () => {
    const { status, body } = await new Client(game.url).logIn(await createAccount(), { password: 'wrong' });
    const refusal = { error: 'Invalid username or password', code: 'INVALID_CREDENTIALS' };
    expect({ status, body }).toEqual({ status: 401, body: refusal });
  });

  it.each([
    ['username', { username: undefined }],
    ['password', { password: undefined }],
  ])('refuses a body without %s with 400', async (field, fields) => {
    const { status, body } = await new Client(game.url).logIn(newName(), fields);
    const refusal = { error: 'Username and password are required', code: 'MISSING_FIELDS' };
    expect({ status, body }).toEqual({ status: 400, body: { ...refusal, details: `${field}: required` } });
  });

  it('sets last_login', async () => {
    const client = await enter(game.url, newName());
    game.clock.advance(60_000);
    await client.logIn(`player_${names}`);
    const { last_login } = await client.read('/api/user/profile');
    expect(last_login).toBe(new Date(game.clock.now()).toISOString());
  });

  it.each([
    [true, true],
    [false, false],
    [null, false],
    [undefined, false],
  ])('with remember_me %s, sets a cookie that outlives the browser: %s', async (remember_me, outlives) => {
    const { headers } = await new Client(game.url).logIn(await createAccount(), { remember_me });
    expect(outliveBrowser(headers)).toEqual([outlives]);
  });

  it.each([
    ['a ticked box', { remember_me: 'on' }, true],
    ['no ticked box', {}, false],
  ])('of a form with %s sets a cookie that outlives the browser: %o, %s', async (_what, box, outlives) => {
    const fields = { username: await createAccount(), password, ...box };
    expect(outliveBrowser((await new Client(game.url).submit('/login', fields)).headers)).toEqual([outlives]);
  });
});

describe('GET /api/user/profile', () => {
  it('returns the account without hash and salt', async () => {
    const name = newName();
    const client = await enter(game.url, name);
    const now = new Date(game.clock.now()).toISOString();
    const body = await client.read('/api/user/profile');
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      username: name,
      email: `${name}@example.org`,
      // The database sets it.
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      last_login: now,
      is_active: true,
      empire_id: null,
    });
  });

  it('names the empire of the user', async () => {
    const client = await enter(game.url, newName());
    const { id, owner_id } = await client.found('Linked', { x: 0, y: 0 });
    expect(await client.read('/api/user/profile')).toMatchObject({ empire_id: id, id: owner_id });
  });
});
