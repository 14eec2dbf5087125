/** Rate limits: counted requests, keys, headers, and shared counting of two instances. */
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { responseOf } from '../support/accounts.ts';
import { noLimits, registerPlayer, useOne, type Player } from '../support/game.ts';
import { createTestDatabase } from '../support/database.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/http-app.ts';
import { hourMs } from '../support/worlds.ts';

let apps: TestApp[] = [];

const database = useOne(createTestDatabase, (created) => created.drop());

afterEach(async () => {
  await Promise.all(apps.map((app) => app.close()));
  apps = [];
});

async function start(options: TestAppOptions): Promise<TestApp> {
  const app = await startTestApp(database, {
    ...options,
    routes: (express, http) => {
      express.get('/api/open', ...http.limits.data, (_req, res) => {
        res.json({});
      });
      express.post('/api/order', http.requireViewer, ...http.limits.action, (_req, res) => {
        res.json({});
      });
    },
  });
  apps.push(app);
  return app;
}

function getProfile(app: TestApp, { cookie }: Player): request.Test {
  return request(app.server).get('/api/user/profile').set('Cookie', cookie);
}

function failToLogIn(app: TestApp, forwardedFor = '192.0.2.1'): request.Test {
  return request(app.server)
    .post('/login')
    .set('X-Forwarded-For', forwardedFor)
    .send({ username: 'nobody', password: 'wrong one' });
}

function statusesOf(responses: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function repeat<T>(times: number, run: () => PromiseLike<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, run));
}

describe.each(['memory', 'database'] as const)('limits counted in %s', (counters) => {
  beforeEach(async () => {
    const app = await startTestApp(database);
    await app.pool.query('DELETE FROM rate_limit_counters');
    await app.close();
  });

  it('let exactly 5 of 12 failed logins through', async () => {
    const app = await start({ counters, limits: { ...noLimits, auth: 5 } });
    expect(statusesOf(await repeat(12, () => failToLogIn(app)))).toEqual({ 401: 5, 429: 7 });
  });

  it('count logins and registrations separately', async () => {
    const app = await start({ counters, limits: { ...noLimits, auth: 1 } });
    await failToLogIn(app);
    await request(app.server).post('/register').send({}).expect(400);
  });

  it('count a form and JSON together', async () => {
    const app = await start({ counters, limits: { ...noLimits, auth: 1 } });
    await failToLogIn(app);
    await request(app.server).post('/login').accept('html').type('form').send({ username: 'x' }).expect(429);
  });

  it('count a login before validating its body', async () => {
    const app = await start({ counters, limits: { ...noLimits, auth: 1 } });
    await failToLogIn(app);
    await request(app.server).post('/login').type('json').send('{').expect(429);
  });

  it('let exactly 60 of 70 reads of a user through', async () => {
    const app = await start({ counters, limits: { ...noLimits, data: 60 } });
    const player = await registerPlayer(app.url);
    expect(statusesOf(await repeat(70, () => getProfile(app, player)))).toEqual({ 200: 60, 429: 10 });
  });

  it('let exactly 30 of 40 actions of a user through', async () => {
    const app = await start({ counters, limits: { ...noLimits, action: 30 } });
    const { cookie } = await registerPlayer(app.url);
    const executeCommand = (): request.Test => request(app.server).post('/api/order').set('Cookie', cookie);
    expect(statusesOf(await repeat(40, executeCommand))).toEqual({ 200: 30, 429: 10 });
  });

  it('count reads and actions separately', async () => {
    const app = await start({ counters, limits: { ...noLimits, data: 1, action: 1 } });
    const player = await registerPlayer(app.url);
    await getProfile(app, player).expect(200);
    await request(app.server).post('/api/order').set('Cookie', player.cookie).expect(200);
  });

  it('count two users of one address separately', async () => {
    const app = await start({ counters, limits: { ...noLimits, data: 1 } });
    await getProfile(app, await registerPlayer(app.url)).expect(200);
    await getProfile(app, await registerPlayer(app.url)).expect(200);
  });

  it('count an open route per address', async () => {
    const app = await start({ counters, limits: { ...noLimits, data: 1 } });
    await request(app.server).get('/api/open').expect(200);
    await request(app.server).get('/api/open').expect(429);
  });

  it('do not count requests without a session on a protected route', async () => {
    const app = await start({ counters, limits: { ...noLimits, data: 1 } });
    await repeat(5, () => request(app.server).get('/api/user/profile').expect(401));
    await request(app.server).get('/api/open').expect(200);
  });

  it('report limit, remaining requests and reset in three headers', async () => {
    const app = await start({ counters, limits: { ...noLimits, data: 60 } });
    const since = Math.floor(Date.now() / 1000);
    const { headers } = await getProfile(app, await registerPlayer(app.url));
    expect(headers).toMatchObject({
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '59',
      'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/) as string,
    });
    // The window has 60 seconds.
    const resetsAt = Number(headers['x-ratelimit-reset']);
    expect(resetsAt >= since + 60 && resetsAt < Date.now() / 1000 + 62).toBe(true);
  });

  it('put the headers also on a refused login', async () => {
    const app = await start({ counters, limits: { ...noLimits, auth: 5 } });
    expect((await failToLogIn(app)).headers['x-ratelimit-remaining']).toBe('4');
  });

  it('respond with 429, the code and Retry-After', async () => {
    const app = await start({ counters, limits: { ...noLimits, auth: 1 } });
    await failToLogIn(app);
    const { status, body, headers } = await responseOf(failToLogIn(app));
    expect({ status, body, after: headers['retry-after'] }).toEqual({
      status: 429,
      body: { error: 'Too many requests', code: 'RATE_LIMITED' },
      after: expect.stringMatching(/^[1-6]?\d$/) as string,
    });
  });

  it('never refuse a logout', async () => {
    const app = await start({ counters, limits: { ...noLimits, action: 1 } });
    const { cookie } = await registerPlayer(app.url);
    await request(app.server).post('/api/order').set('Cookie', cookie);
    await request(app.server).post('/logout').accept('json').set('Cookie', cookie).expect(200);
  });

  it('are off at 0', async () => {
    const app = await start({ counters, limits: noLimits });
    const { headers } = await getProfile(app, await registerPlayer(app.url));
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
  });

  it.each([
    ['a forged address without a proxy', 0, '192.0.2.1', '192.0.2.2', 429],
    ['two addresses from the last proxy', 1, '192.0.2.1', '192.0.2.2', 401],
    ['addresses before that of the last proxy', 1, '198.51.100.1, 192.0.2.1', '198.51.100.2, 192.0.2.1', 429],
    ['one /56', 1, '2001:db8:0:aa01::1', '2001:db8:0:aaff::9', 429],
    ['two /56', 1, '2001:db8:0:aa01::1', '2001:db8:0:ab01::1', 401],
    ['an IPv4 address in both forms', 1, '::ffff:192.0.2.9', '192.0.2.9', 429],
    ['two invalid addresses', 1, 'nonsense', 'rubbish', 429],
    ['two ports of an address', 1, '192.0.2.9:51234', '192.0.2.9:51235', 429],
    ['two addresses with ports', 1, '192.0.2.9:51234', '192.0.2.10:51234', 401],
    ['an IPv6 address with a port, quoted and not', 1, '"[2001:db8::7]:4711"', '[2001:db8::7]:4712', 429],
    ['two IPv6 addresses with ports', 1, '[2001:db8:1::7]:4711', '[2001:db8:2::7]:4711', 401],
  ])('treat %s correctly', async (_what, trustProxy, first, second, status) => {
    const app = await start({ counters, trustProxy, limits: { ...noLimits, auth: 1 } });
    await failToLogIn(app, first);
    await failToLogIn(app, second).expect(status);
  });
});

describe('two instances on one database', () => {
  it('let exactly 60 of 80 reads through together', async () => {
    const options: TestAppOptions = { counters: 'database', limits: { ...noLimits, data: 60 } };
    const [one, two] = [await start(options), await start(options)];
    const player = await registerPlayer(one.url);
    const answers = await Promise.all([
      repeat(40, () => getProfile(one, player)),
      repeat(40, () => getProfile(two, player)),
    ]);
    expect(statusesOf(answers.flat())).toEqual({ 200: 60, 429: 20 });
  });
});

describe('a window in the database', () => {
  async function exhaust(): Promise<TestApp> {
    const app = await start({ counters: 'database', limits: { ...noLimits, auth: 1 } });
    await app.pool.query('DELETE FROM rate_limit_counters');
    await failToLogIn(app);
    return app;
  }

  it('restarts after its end', async () => {
    const app = await exhaust();
    await app.pool.query(`UPDATE rate_limit_counters SET resets_at = now() - interval '1 second'`);
    await failToLogIn(app).expect(401);
  });

  it('is not extended by refused requests', async () => {
    const app = await exhaust();
    await app.pool.query(`UPDATE rate_limit_counters SET resets_at = now() + interval '30 seconds'`);
    await failToLogIn(app);
    const { headers } = await failToLogIn(app);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30);
  });

  it.each([-hourMs, hourMs])('lasts a minute for a machine %i ms off the database', async (offMs) => {
    const app = await exhaust();
    const now = Date.now() + offMs;
    vi.spyOn(Date, 'now').mockReturnValue(now);
    const { headers } = await failToLogIn(app);
    vi.restoreAllMocks();
    const waitSeconds = [Number(headers['retry-after']), Number(headers['x-ratelimit-reset']) - now / 1000];
    for (const seconds of waitSeconds) expect(seconds > 30 && seconds <= 61).toBe(true);
  });

  it('costs one statement per request', async () => {
    const app = await start({ counters: 'database', limits: { ...noLimits, data: 60 } });
    const player = await registerPlayer(app.url);
    app.takeStatements();
    await getProfile(app, player);
    expect(app.takeStatements()).toEqual(['findSessions', 'countHit']);
  });
});

describe('unknown tokens', () => {
  const send = (app: TestApp, token: string, address = '192.0.2.1'): request.Test =>
    request(app.server)
      .get('/api/user/profile')
      .set({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': address });

  it('of an address are refused with 429 after five times the limit of reads', async () => {
    const app = await start({ trustProxy: 1, limits: { ...noLimits, data: 2 } });
    const tokens = Array.from({ length: 12 }, (_, index) => `${index}`.padStart(43, 'x'));
    const statuses: number[] = [];
    for (const token of tokens) statuses.push((await send(app, token)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    await send(app, 'y'.repeat(43), '192.0.2.2').expect(401);
    // Clients wait for this time before they try again.
    await send(app, 'y'.repeat(43)).expect('Retry-After', '60');
  });

  it('are counted by IPv6 network, and on pages, too', async () => {
    const app = await start({ trustProxy: 1, limits: { ...noLimits, data: 2 } });
    const fromNetwork = (index: number): request.Test => send(app, 'x'.repeat(43), `2001:db8::${index}`);
    const openPage = (address: string): request.Test =>
      request(app.server)
        .get('/login')
        .set({ Authorization: `Bearer ${'y'.repeat(43)}`, 'X-Forwarded-For': address });
    for (let index = 1; index <= 9; index++) await fromNetwork(index).expect(401);
    await openPage('2001:db8:0:ff::1').expect(200);
    await openPage('2001:db8:0:ff::2').expect(429);
    await fromNetwork(10).expect(429);
    await openPage('2001:db8:0:100::1').expect(200);
  });

  it('do not block a session that is in use', async () => {
    const app = await start({ trustProxy: 1, limits: { ...noLimits, data: 2 } });
    const { token } = await registerPlayer(app.url);
    await send(app, token).expect(200);
    for (let time = 0; time < 11; time++) await send(app, 'x'.repeat(43));
    await send(app, token).expect(200);
  });
});

it('counts the logins of an IPv6 site, in addition to those of each network', async () => {
  const app = await start({ trustProxy: 1, limits: { ...noLimits, auth: 1 } });
  const statuses: number[] = [];
  for (let network = 1; network <= 6; network++) {
    statuses.push((await failToLogIn(app, `2001:db8:7:${network}00::1`)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
  await failToLogIn(app, '2001:db8:8:100::1').expect(401);
});
