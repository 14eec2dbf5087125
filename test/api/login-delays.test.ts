/** Guessed passwords: further attempts wait, over all instances, and cannot keep the owner of an account out. */
import { createHash } from 'node:crypto';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/account/passwords.ts';
import { cookieOf } from '../support/accounts.ts';
import { password, registerAccount, useOne } from '../support/game.ts';
import { startTestApp, useTestApp } from '../support/http-app.ts';

const failures = 3;
const maxSeconds = 30;

let derivations = 0;
/** A quick one, because the tests take many. */
const passwords = createPasswords(4, (tried, salt) => {
  derivations += 1;
  return Promise.resolve(createHash('sha256').update(tried).update(salt).digest());
});

const options = { trustProxy: 1, failedLogins: failures, passwords };
const first = useTestApp(options);
const second = useOne(
  () => startTestApp(first.database, options),
  (app) => app.close(),
);
const apps = [first, second];
let username: string;
beforeEach(async () => {
  username = await registerAccount(first.url);
  derivations = 0;
});

let attempts = 0;
/** An address of its own for every call. */
function nextAddress(): string {
  attempts += 1;
  return `198.51.${Math.floor(attempts / 250)}.${1 + (attempts % 250)}`;
}

interface Origin {
  address?: string;
  /** The Cookie header. */
  cookie?: string;
  /** The instance: 0 or 1; by default, they take turns. */
  instance?: number;
  type?: 'json' | 'form';
}

interface Tried {
  response: request.Response;
  /** By the clock of the instance. */
  waitedSeconds: number;
}

/** Tries to log in; moves the clock of the instance on for as long as the attempt waits. */
async function attempt(name: string, tried: string, origin: Origin = {}): Promise<Tried> {
  const { address = nextAddress(), cookie = '', instance = attempts % 2, type = 'json' } = origin;
  const app = instance === 0 ? first : second;
  let response: request.Response | null = null;
  const sent = request(app.server)
    .post('/login')
    .type(type)
    .set({ 'X-Forwarded-For': address, Cookie: cookie })
    .send({ username: name, password: tried })
    .then((value) => (response = value));
  const isAnswered = (): boolean => response !== null;
  let waitedSeconds = 0;
  while (!isAnswered()) {
    await expect.poll(() => isAnswered() || app.logins.waiting > 0, { interval: 2 }).toBe(true);
    for (; app.logins.waiting > 0; waitedSeconds += 1) app.clock.advance(1_000);
  }
  return { response: await sent, waitedSeconds };
}

/** The cookie that a browser has after a login with the form. */
async function logInWithBrowser(name: string, origin: Origin = {}): Promise<string> {
  const { response } = await attempt(name, password, { ...origin, type: 'form' });
  return cookieOf(response, 'device') ?? '';
}

async function fail(name: string, times: number, origin: Origin = {}): Promise<number[]> {
  const waited: number[] = [];
  for (let time = 0; time < times; time++) {
    const tried = await attempt(name, 'a guess', origin);
    expect(tried.response.status).toBe(401);
    waited.push(tried.waitedSeconds);
  }
  return waited;
}

/** What others see of an attempt. */
const seenOf = ({ response, waitedSeconds }: Tried): unknown => [
  response.status,
  response.body as unknown,
  waitedSeconds,
];

it('further attempts wait longer and longer, up to 30 s, over both instances', async () => {
  expect(await fail(username, 10)).toEqual([0, 0, 0, 1, 2, 4, 8, 16, 30, 30]);
});

it('no number of failures by others refuses the owner, who waits for at most 30 s', async () => {
  await fail(username, failures + 1);
  await first.pool.query("UPDATE rate_limit_counters SET hits = 1000000 WHERE key LIKE 'login:%'");
  for (const instance of [0, 1]) {
    const { response, waitedSeconds } = await attempt(username, password, { instance });
    expect([response.status, waitedSeconds]).toEqual([200, maxSeconds]);
  }
});

it('right passwords at once do not wait for each other', async () => {
  const logins = Array.from({ length: failures + 9 }, () =>
    request(first.server).post('/login').set('X-Forwarded-For', nextAddress()).send({ username, password }),
  );
  expect((await Promise.all(logins)).map(({ status }) => status)).toEqual(Array(logins.length).fill(200));
});

it('attempts by name and by e-mail count together', async () => {
  await fail(username, failures);
  expect(await fail(`${username}@example.org`, 1)).toEqual([1]);
});

it('attempts of another account do not wait', async () => {
  await fail(username, 6);
  const other = await registerAccount(first.url);
  expect(await attempt(other, password)).toMatchObject({ response: { status: 200 }, waitedSeconds: 0 });
});

it.each(["now() - interval '1 s'", "now() + interval '1 day'"])(
  'nothing waits after the 15 minutes, nor after the clock of the database was set back (%s)',
  async (end) => {
    await fail(username, 6);
    await first.pool.query(`UPDATE rate_limit_counters SET resets_at = ${end}`);
    expect(await fail(username, 1)).toEqual([0]);
  },
);

it('each attempt takes one key derivation, after its wait', async () => {
  await fail(username, 6);
  await fail(`no ${username}`, 6);
  expect(derivations).toBe(12);
});

it('of 20 simultaneous guesses at two instances, 3 are checked at once', async () => {
  const sent = Array.from({ length: 20 }, (_, index) =>
    request((index % 2 === 0 ? first : second).server)
      .post('/login')
      .set('X-Forwarded-For', nextAddress())
      .send({ username, password: 'a guess' })
      .then(({ status }) => status),
  );
  const countWaiting = (): number => apps.reduce((sum, { logins }) => sum + logins.waiting, 0);
  await expect.poll(() => countWaiting() + derivations).toBe(20);
  expect([derivations, countWaiting()]).toEqual([failures, 20 - failures]);
  for (const { clock } of apps) clock.advance(maxSeconds * 1_000);
  expect(new Set(await Promise.all(sent))).toEqual(new Set([401]));
});

describe('while the password is guessed elsewhere', () => {
  it('an address from which the account has logged in does not wait, without any cookie', async () => {
    const address = nextAddress();
    await attempt(username, password, { address });
    await fail(username, 6);
    for (const instance of [0, 1]) {
      const tried = await attempt(username, password, { address, instance });
      expect(tried).toMatchObject({ response: { status: 200 }, waitedSeconds: 0 });
    }
  });

  it.each(['another account', 'more than 30 days ago'])(
    'an address waits after a login: %s',
    async (what) => {
      const address = nextAddress();
      const isOld = what !== 'another account';
      await attempt(isOld ? username : await registerAccount(first.url), password, { address });
      if (isOld) await first.pool.query("UPDATE login_addresses SET last_login = now() - interval '31 days'");
      await fail(username, failures);
      expect((await attempt(username, password, { address })).waitedSeconds).toBe(1);
    },
  );

  it('a browser in which the account has logged in does not wait, on any instance and in any network', async () => {
    const cookie = await logInWithBrowser(username);
    await fail(username, 6);
    for (const instance of [0, 1]) {
      const tried = await attempt(username, password, { cookie, instance });
      expect(tried).toMatchObject({ response: { status: 200 }, waitedSeconds: 0 });
    }
  });

  it('its failures count for itself alone', async () => {
    const cookie = await logInWithBrowser(username);
    expect(await fail(username, 6, { cookie })).toEqual([0, 0, 0, 1, 2, 4]);
    expect(await fail(username, 4)).toEqual([0, 0, 0, 1]);
    expect((await attempt(username, password, { cookie })).waitedSeconds).toBe(8);
  });

  it('a browser remembers the accounts that have logged in there', async () => {
    const one = await logInWithBrowser(username);
    const other = await registerAccount(first.url);
    const both = await logInWithBrowser(other, { cookie: one });
    await fail(username, 6);
    await fail(other, 6);
    expect((await attempt(username, password, { cookie: both })).waitedSeconds).toBe(0);
    expect((await attempt(other, password, { cookie: both })).waitedSeconds).toBe(0);
    expect((await attempt(other, password, { cookie: one })).waitedSeconds).toBeGreaterThan(0);
  });

  it('a forged cookie waits', async () => {
    const cookie = await logInWithBrowser(username);
    await fail(username, failures);
    const forged = `${cookie.slice(0, -3)}${cookie.endsWith('xyz') ? 'abc' : 'xyz'}`;
    expect((await attempt(username, password, { cookie: forged })).waitedSeconds).toBe(1);
  });

  it('a change of the password with a session does not wait', async () => {
    const { token } = (await attempt(username, password)).response.body as { token: string };
    await fail(username, 6);
    await request(second.server)
      .post('/password')
      .set({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': nextAddress() })
      .send({
        current_password: password,
        new_password: 'battery staple',
        confirm_password: 'battery staple',
      })
      .expect(200);
  });
});

describe('an unknown name', () => {
  it('waits and is refused like a known one', async () => {
    for (let time = 0; time < 6; time++) {
      const [known, unknown] = [await attempt(username, 'x'), await attempt(`no ${username}`, 'x')];
      expect(seenOf(unknown)).toEqual(seenOf(known));
    }
  });

  it('also from an address and a browser from where the known one has logged in', async () => {
    const address = nextAddress();
    const cookie = await logInWithBrowser(username, { address });
    for (const [name, origin] of Object.entries({ one: { address }, two: { address, cookie } })) {
      for (let time = 0; time < 6; time++) {
        const known = await attempt(username, 'x', origin);
        const unknown = await attempt(`no ${name} ${username}`, 'x', origin);
        expect(seenOf(unknown)).toEqual(seenOf(known));
      }
    }
  });
});
