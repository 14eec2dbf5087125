/** Sessions by the document: how they are carried, when they end, and requests without one. */
import { describe, expect, it } from 'vitest';
import { useNew, useTestGame } from '../support/game.ts';
import { dayMs } from '../support/worlds.ts';
import { Client, enter } from './client.ts';

const game = useTestGame();
let names = 0;
const name = (): string => `player${names}`;
const ann = useNew(async () => ({ client: await enter(game.url, `player${(names += 1)}`) }));

/** The value of the cookie, in the forms in which programs pass it on. */
const tokens = [
  ['as it was set', (value: string) => value],
  ['decoded', decodeURIComponent],
  ['without its signature', (value: string) => /^s:(.+)\./.exec(decodeURIComponent(value))?.[1] ?? ''],
] as const;

const readProfile = (headers: Record<string, string>) =>
  new Client(game.url).send('GET', '/api/user/profile', undefined, headers);

describe('the value of the session cookie', () => {
  it.each(tokens)('is a Bearer token %s', async (_what, formOf) => {
    const { body } = await readProfile({ authorization: `Bearer ${formOf(ann.client.token)}` });
    expect(body.username).toBe(name());
  });

  it.each(tokens)('is a token for the socket %s', async (_what, formOf) => {
    const live = await new Client(game.url).connect({ token: formOf(ann.client.token) });
    live.close();
  });

  it('is no token with a changed signature', async () => {
    // The last character has bits that no byte needs.
    const forged = ann.client.token.replace(/\.(.)/, (_, first) => `.${first === 'x' ? 'y' : 'x'}`);
    const { status } = await readProfile({ authorization: `Bearer ${forged}` });
    const message = await new Client(game.url).refusal({ token: forged });
    expect([status, message]).toEqual([401, 'Authentication required']);
  });
});

describe('a JSON login', () => {
  it('sets one cookie', async () => {
    const { headers } = await ann.client.logIn(name());
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^session_token=/)]);
  });

  it('suffices for a program that keeps the latest cookie only', async () => {
    const client = new Client(game.url, 'one');
    await client.logIn(name());
    expect((await client.send('GET', '/api/user/profile')).status).toBe(200);
  });
});

describe('a session', () => {
  it('ends 30 days after the login, however often it is used', async () => {
    const begin = Math.ceil(game.clock.now() / 1000) * 1000;
    const statuses: number[] = [];
    for (const ms of [29 * dayMs, 30 * dayMs - 1, 30 * dayMs]) {
      game.clock.set(begin + ms);
      statuses.push((await ann.client.send('GET', '/api/user/profile')).status);
    }
    expect(statuses).toEqual([200, 200, 401]);
  });

  it('ends when the account is deactivated, and no other begins', async () => {
    await game.query('UPDATE users SET is_active = false WHERE username = $1', name());
    const [profile, login] = [
      await ann.client.send('GET', '/api/user/profile'),
      await ann.client.logIn(name()),
    ];
    expect([profile.status, login.status]).toEqual([401, 401]);
    expect(login.body.error).toBe('Invalid username or password');
  });
});

describe('POST /logout', () => {
  it('of path and cookie alone ends the session and returns JSON', async () => {
    const { cookie } = ann.client;
    const { status, body } = await ann.client.send('POST', '/logout');
    const success = { success: true, message: 'You are logged out' };
    expect({ status, body }).toEqual({ status: 200, body: success });
    expect((await readProfile({ cookie })).status).toBe(401);
  });

  it('by a Bearer token ends the session', async () => {
    const headers = { authorization: `Bearer ${ann.client.token}` };
    const { status } = await new Client(game.url).send('POST', '/logout', undefined, headers);
    expect([status, (await readProfile(headers)).status]).toEqual([200, 401]);
  });

  it('of a form leads to the login page', async () => {
    const { status, headers } = await ann.client.submit('/logout', {});
    expect([status, headers.get('location')]).toEqual([302, '/login']);
  });
});

describe('a request without a session', () => {
  it('is refused with 401', async () => {
    const { status, body } = await readProfile({});
    expect({ status, body }).toEqual({
      status: 401,
      body: { error: 'Authentication required', code: 'AUTH_REQUIRED' },
    });
  });

  it('to the dashboard is redirected to the login page', async () => {
    const { status, headers } = await new Client(game.url).send('GET', '/dashboard');
    expect([status, headers.get('location')]).toEqual([302, '/login']);
  });
});
