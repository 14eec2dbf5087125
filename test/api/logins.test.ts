/** Logins: what is counted, stored and logged about them, and the sessions that they begin. */
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerOf, type Answer } from '../support/accounts.ts';
import { logIn, password, registerAccount } from '../support/game.ts';
import { captureLog } from '../support/capture-log.ts';
import { useTestApp } from '../support/http-app.ts';

const failures = 10;
const kept = captureLog('info');

let username: string;
const app = useTestApp({ trustProxy: 1, failedLogins: failures, log: kept.log });
beforeEach(async () => {
  username = await registerAccount(app.url);
});

let lastAddress = 0;
/** An address of its own for every call. */
function nextAddress(): string {
  lastAddress += 1;
  return `198.51.${Math.floor(lastAddress / 250)}.${1 + (lastAddress % 250)}`;
}

function attempt(name: string, tried: string, address = nextAddress()): Promise<Answer> {
  return answerOf(
    request(app.server)
      .post('/login')
      .set('X-Forwarded-For', address)
      .send({ username: name, password: tried }),
  );
}

it('does not count successful logins', async () => {
  for (let time = 0; time < failures + 2; time++) {
    expect((await attempt(username, password)).status).toBe(200);
  }
});

it('stores neither an address nor an unknown name in plain text', async () => {
  await attempt(username, password, '203.0.113.77');
  await attempt('Somebody Unknown', 'x', '203.0.113.78');
  const { rows } = await app.pool.query<{ text: string }>(
    `SELECT json_build_object('a', (SELECT json_agg(a) FROM login_addresses a),
       'c', (SELECT json_agg(c) FROM rate_limit_counters c))::text AS text`,
  );
  expect(rows[0]?.text).not.toMatch(/203\.0\.113|somebody/i);
});

describe('the log', () => {
  it('has a line per login, with account, request and a hash of the address', async () => {
    const failed = await attempt(username, 'wrong one', '203.0.113.9');
    const done = await attempt(username, password, '203.0.113.9');
    const [first, second] = [failed, done].map(({ headers }) =>
      kept.lines().find(({ requestId }) => requestId === headers['x-request-id']),
    );
    const accountId = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
    expect(first).toMatchObject({ security: 'login_failed', reason: 'wrong credentials', accountId });
    expect(second).toMatchObject({ security: 'login_succeeded', accountId: first?.accountId });
    expect(first?.address).toMatch(/^[0-9a-f]{24}$/);
    expect(second?.address).toBe(first?.address);
    expect(kept.text()).not.toContain('203.0.113.9');
  });

  it('has a line for each ended session and each refused request', async () => {
    const { cookie } = await logIn(app.url, username);
    const crossOrigin = await answerOf(
      request(app.server).post('/logout').set({ cookie, 'sec-fetch-site': 'cross-site' }),
    );
    const ended = await answerOf(request(app.server).post('/logout').accept('json').set('Cookie', cookie));
    const [refusedLine, endedLine] = [crossOrigin, ended].map(({ headers }) =>
      kept.lines().find(({ requestId }) => requestId === headers['x-request-id']),
    );
    expect(refusedLine).toMatchObject({ security: 'request_refused', code: 'CROSS_ORIGIN' });
    const [sessionId] = endedLine?.sessionIds as string[];
    expect(endedLine).toMatchObject({ security: 'session_ended', by: sessionId });
  });
});

describe('sessions', () => {
  const countSessions = async (): Promise<number> => {
    const { rows } = await app.pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM sessions JOIN users u ON u.id = user_id WHERE username = $1',
      [username],
    );
    return rows[0]?.n ?? 0;
  };
  const statusOf = async ({ cookie }: { cookie: string }): Promise<number> =>
    (await request(app.server).get('/api/user/profile').set('Cookie', cookie)).status;

  it('are at most 20; a further login ends the oldest', async () => {
    const players = [];
    for (let time = 0; time < 21; time++) {
      app.clock.advance(1_000);
      players.push(await logIn(app.url, username));
    }
    expect(await countSessions()).toBe(20);
    expect(await Promise.all(players.map(statusOf))).toEqual([401, ...Array<number>(20).fill(200)]);
  });

  it('can all be ended but the present one', async () => {
    const [other, present] = [await logIn(app.url, username), await logIn(app.url, username)];
    const rival = await logIn(app.url, await registerAccount(app.url));
    await request(app.server).delete('/api/user/sessions/others').set('Cookie', present.cookie).expect(200);
    expect(await Promise.all([other, present, rival].map(statusOf))).toEqual([401, 200, 200]);
  });
});
