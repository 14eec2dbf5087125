/** The log identifies every request by its id, and never contains secrets, even after failures. */
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { routeCases, sendEveryRoute } from '../routes/all.ts';
import { captureLog, type Line } from '../support/capture-log.ts';
import { begin, createTestDatabase } from '../support/database.ts';
import {
  sendAnonymously,
  startTestGame,
  useTestGame,
  useOne,
  type Ruler,
  type TestGame,
} from '../support/game.ts';
import { Browser } from '../pages/browser.ts';
import { createEmpire } from '../support/players.ts';
import { connect, closeClients, refusalOf } from '../support/sockets.ts';

describe('a request', () => {
  const kept = captureLog('debug');
  const game = useTestGame({ log: kept.log });
  const ann = useOne(() => createEmpire(game));

  const lineOf = async (headers: Headers): Promise<Line | undefined> => {
    await turn();
    return kept.lines().find(({ requestId }) => requestId === headers.get('x-request-id'));
  };

  it('is one line at level debug, with the id that is sent back', async () => {
    const { headers } = await ann.send('GET', `/api/empire/${ann.empireId}`);
    expect(await lineOf(headers)).toMatchObject({
      level: 20,
      msg: 'request',
      method: 'GET',
      route: '/api/empire/:empire_id',
      status: 200,
      userId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });

  it('that registers and gets no session leads to the login, and says why', async () => {
    await game.query('ALTER TABLE sessions ADD CONSTRAINT sessions_refused CHECK (false) NOT VALID');
    const fields = { username: 'Sessionless', email: 'sessionless@example.org' };
    const page = await new Browser(game).submit('/register', {
      ...fields,
      password: 'long-enough-1',
      confirm_password: 'long-enough-1',
    });
    await game.query('ALTER TABLE sessions DROP CONSTRAINT sessions_refused');
    expect(page.html).toContain('Account created. Log in to found your empire.');
    const line = kept.lines().find(({ reason }) => reason === 'no session after the registration');
    expect(line).toMatchObject({ security: 'login_failed', err: { code: '23514' } });
  });

  it('without a session has no user id', async () => {
    const { headers } = await sendAnonymously(game.url, 'GET', '/nothing');
    expect(await lineOf(headers)).toMatchObject({ route: 'unknown', status: 404, userId: null });
  });

  it('that takes longer than a second is a warning, at most one a minute', async () => {
    const lock = 'SELECT FROM empires WHERE id = $1 FOR UPDATE';
    const holder = await begin(game.instance.pool, lock, [ann.empireId]);
    const late = (): Promise<{ headers: Headers }> =>
      ann.send('PUT', `/api/empire/${ann.empireId}`, { description: 'Late' });
    const answers = await Promise.all([late(), late()]);
    await holder.rollBack();
    const lines = await Promise.all(answers.map(({ headers }) => lineOf(headers)));
    expect(lines.map((line) => line?.msg).sort()).toEqual(['request', 'slow requests']);
    const slow = lines.find((line) => line?.msg === 'slow requests');
    expect(slow).toMatchObject({ level: 40, status: 429, count: 1 });
  });

  it('gets a new id and ignores its X-Request-Id header', async () => {
    const ownId = { 'x-request-id': 'mine' };
    const ids = [];
    for (let n = 0; n < 2; n++) {
      const { headers } = await sendAnonymously(game.url, 'GET', '/healthz', undefined, ownId);
      ids.push(headers.get('x-request-id'));
    }
    expect([new Set(ids).size, ids.includes('mine')]).toEqual([2, false]);
  });
});

describe('behind a proxy', () => {
  const game = useTestGame({ trustProxy: 1 });
  const idFor = async (id: string): Promise<string | null> => {
    const answer = await sendAnonymously(game.url, 'GET', '/healthz', undefined, { 'x-request-id': id });
    return answer.headers.get('x-request-id');
  };

  it.each(['7f1c-09', 'a.b:c_d', 'x'.repeat(64)])('the id %s is accepted', async (id) => {
    expect(await idFor(id)).toBe(id);
  });

  it.each(['x'.repeat(65), 'a b', '"', '{}', '<script>', 'a,b'])('the id %s is replaced', async (id) => {
    expect(await idFor(id)).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
  });
});

it('contains no ordinary requests at level info, only those of the security log', async () => {
  const { log, lines } = captureLog('info');
  const game = await startTestGame({ log, smtpUrl: 'smtp://127.0.0.1:9' });
  await sendEveryRoute(game);
  await game.stop();
  // Slow requests are warnings.
  expect(lines().filter(({ security, level }) => security === undefined && level <= 30)).toEqual([]);
});

describe('at level trace', () => {
  const kept = captureLog('trace');
  const secrets = new Set<string>();
  let lines: Line[];

  const database = useOne(createTestDatabase, (created) => created.drop());

  beforeAll(async () => {
    const { password } = new URL(database.url);
    const game = await startTestGame({
      log: kept.log,
      databaseUrl: database.url,
      smtpUrl: 'smtp://127.0.0.1:9',
    });
    const { pool } = game.instance;
    const account = { username: 'Marker', email: 'marker@secret.example', password: 'marker-password' };
    const registration = { ...account, confirm_password: account.password };
    if (password !== '') secrets.add(password);
    for (const secret of [account.email, account.password, 'test-secret', 'marker-body']) secrets.add(secret);
    await sendEveryRoute(game);
    const ruler = await createEmpire(game, { x: 90, y: 90 });
    await sendAnonymously(game.url, 'POST', '/register', registration);
    await sendAnonymously(game.url, 'POST', '/login', { ...account, password: 'marker-body' });
    await sendAnonymously(game.url, 'POST', '/login', account);
    await refuseAll(game, ruler);
    const live = await connect(game.url, { token: ruler.token });
    await live.ask('join_empire', { empire_id: 'marker-body' });
    await refusalOf(game.url, { token: 'marker-body' });

    // Provoke unexpected errors: errors of Postgres contain rows, values and addresses.
    await collectSecrets(pool);
    await pool.query('ALTER TABLE users ADD CONSTRAINT nobody CHECK (false) NOT VALID');
    await pool.query('ALTER TABLE empires ADD CONSTRAINT nothing CHECK (false) NOT VALID');
    await pool.query('ALTER TABLE messages ADD CONSTRAINT silent CHECK (false) NOT VALID');
    const { rows } = await pool.query<{ id: string }>(`SELECT id FROM users WHERE username = 'Marker'`);
    await ruler.send('POST', '/api/threads', { user_id: rows[0]?.id, text: 'marker-body' });
    await sendAnonymously(game.url, 'POST', '/register', {
      ...registration,
      username: 'Other',
      email: 'other@secret.example',
    });
    secrets.add('other@secret.example');
    await ruler.send('PUT', `/api/empire/${ruler.empireId}`, { description: 'marker-body' });
    await pool.query('ALTER TABLE sessions RENAME TO gone');
    await ruler.send('GET', `/api/empire/${ruler.empireId}?token=marker-body`);
    await live.ask('request_update', { type: 'empire', id: ruler.empireId });
    await turn();
    closeClients();
    await game.stop();
    lines = kept.lines();
  });

  /** Repeats each route with a forged cookie, and as another player, with an invalid body and query. */
  async function refuseAll(game: TestGame, { token }: Ruler): Promise<void> {
    for (const route of Object.keys(routeCases).filter((name) => name !== 'POST /logout')) {
      const [method = '', path = ''] = route.split(' ');
      const address = `${path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')}?q=marker-body`;
      const body =
        method === 'GET' ? undefined : { username: 'x', email: 'marker-body', password: 'marker-body' };
      const carried = [{ cookie: 'session_token=s%3Amarker-body' }, { authorization: `Bearer ${token}` }];
      for (const headers of carried) {
        await sendAnonymously(game.url, method, address, body, {
          ...headers,
          'idempotency-key': 'marker-body',
        });
      }
    }
  }

  async function collectSecrets(pool: pg.Pool): Promise<void> {
    const { rows: users } = await pool.query<{ email: string; password_hash: string; salt: string }>(
      'SELECT email, password_hash, salt FROM users',
    );
    const { rows: sessions } = await pool.query<{ sid: string }>('SELECT sid FROM sessions');
    const { rows: messages } = await pool.query<{ text: string }>('SELECT text FROM messages');
    const found = [
      ...messages.map(({ text }) => text),
      ...users.flatMap((row) => Object.values(row)),
      ...sessions.map((row) => row.sid),
    ];
    for (const secret of found) if (secret !== 'none') secrets.add(secret);
  }

  it('logs every request as a line', () => {
    expect(lines.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(90);
  });

  it('logs unexpected errors with their request id and the fields of Postgres', () => {
    const failures = lines.filter(({ msg, err }) => err !== undefined && msg === 'Internal server error');
    expect(failures.map(({ err, requestId }) => [err?.code, err?.constraint, typeof requestId])).toEqual([
      ['23514', 'silent', 'string'],
      ['23514', 'nobody', 'string'],
      ['23514', 'nothing', 'string'],
      ['42P01', undefined, 'string'],
    ]);
  });

  it('contains no secret', () => {
    const text = kept.text();
    expect([secrets.size > 12, [...secrets].filter((secret) => text.includes(secret))]).toEqual([true, []]);
  });
});

describe('an error in the log', () => {
  const write = (err: unknown): string => {
    const { log, text } = captureLog('info');
    log.error({ err }, 'a failure');
    return text();
  };

  it('has a stack', () => {
    expect(write(new Error('a bug'))).toMatch(/"message":"a bug".*log\.test\.ts/);
  });

  it('includes its causes without their other members', () => {
    const cause = Object.assign(new Error('the cause'), { code: 'ECONNRESET', input: 'marker' });
    const text = write(new Error('a bug', { cause }));
    expect([text.includes('the cause'), text.includes('ECONNRESET'), text.includes('marker')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['of an address with a password', () => new URL('postgres://game:marker@[')],
    ['of truncated JSON', () => JSON.parse('{"password":"marker') as unknown],
  ])('%s does not contain the secret', (_kind, fail) => {
    let thrown: unknown;
    try {
      fail();
    } catch (error) {
      thrown = error;
    }
    expect([thrown instanceof Error, write(thrown).includes('marker')]).toEqual([true, false]);
  });

  it('masks the password of an address', () => {
    const text = write(new Error('cannot reach postgres://game:marker@host:5432/game'));
    expect([text.includes('marker'), text.includes('postgres://game:***@host')]).toEqual([false, true]);
  });

  it.each([
    `SELECT 'marker'::uuid`,
    `SELECT '{"a":"marker'::json`,
    `SELECT ('{"marker":"x"}'::jsonb ->> 'marker')::int`,
    `SELECT 'marker'::timestamptz`,
    `CREATE TEMPORARY TABLE t (a text UNIQUE); INSERT INTO t VALUES ('marker'), ('marker')`,
    `CREATE TEMPORARY TABLE t (a text CHECK (a = '')); INSERT INTO t VALUES ('marker')`,
  ])('of Postgres does not contain the value: %s', async (sql) => {
    const database = await createTestDatabase();
    const client = new pg.Client(database.url);
    await client.connect();
    const error: unknown = await client.query(sql).catch((thrown: unknown) => thrown);
    await client.end();
    await database.drop();
    expect([error instanceof pg.DatabaseError, write(error).includes('marker')]).toEqual([true, false]);
  });
});
