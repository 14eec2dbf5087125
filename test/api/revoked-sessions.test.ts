/** An instance that was frozen between the check of a session and a write writes nothing if the session was ended meanwhile. */
import { beforeAll, describe, expect, it } from 'vitest';
import { bindServices } from '../../src/world/services.ts';
import { Browser } from '../pages/browser.ts';
import { sendEveryRoute } from '../routes/all.ts';
import { sendAnonymously, useTwoInstances, type TestGame } from '../support/game.ts';
import { createEmpire, openSession } from '../support/players.ts';
import { createWriter, write } from '../support/messages.ts';

const games = useTwoInstances();
const [first, second] = games;

/** Holds the next transactions of an instance, as if its process was frozen. Requests are still admitted. */
function freeze({ instance: { pool } }: TestGame) {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  let thaw = (): void => undefined;
  const thawed = new Promise<void>((resolve) => {
    thaw = resolve;
  });
  const held = new Promise<void>((resolve) => {
    // A read passes a callback.
    const hold = (...args: unknown[]): Promise<unknown> => {
      if (args.length > 0) return connect(...args);
      resolve();
      return thawed.then(() => connect());
    };
    Object.assign(pool, { connect: hold });
  });
  return {
    held,
    thaw: () => {
      Object.assign(pool, { connect });
      thaw();
    },
  };
}

/** Tables that a refused write may change: counters of limits. Sessions end in these tests. */
const counters = ['rate_limit_counters', 'sessions', 'active_connections'];

/** A digest of the rows of every table. */
async function readContent(): Promise<Map<string, string | null>> {
  const [row] = await first.query<{ sql: string }>(
    `SELECT string_agg(format('SELECT %L AS name, md5(string_agg(t::text, '''' ORDER BY t::text)) AS digest FROM %I t', relname, relname), ' UNION ALL ') AS sql
     FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> ALL ($1)`,
    counters,
  );
  const digests = await first.query<{ name: string; digest: string | null }>(row?.sql ?? '');
  return new Map(digests.map(({ name, digest }) => [name, digest]));
}

const logOutElsewhere = (token: string) =>
  sendAnonymously(second.url, 'POST', '/logout', undefined, { authorization: `Bearer ${token}` });

/**
 * Sends a request, ends its session on the other instance while the first one is frozen, and continues. Names the tables
 * that have changed since.
 */
async function sendFrozen<T>(token: string, send: () => Promise<T>) {
  const frozen = freeze(first);
  const sending = send();
  await Promise.race([frozen.held, sending]);
  await logOutElsewhere(token);
  const before = await readContent();
  frozen.thaw();
  const answer = await sending;
  const changed = [...(await readContent())].flatMap(([name, digest]) =>
    digest === before.get(name) ? [] : [name],
  );
  return { answer, changed };
}

describe('for a session that was ended meanwhile', () => {
  const outcomes = new Map<string, unknown>();
  beforeAll(async () => {
    await sendEveryRoute(first, async ({ route, by }, send) => {
      // A logout ends the session itself.
      if (by === null || route.startsWith('GET ') || route === 'POST /logout') return send();
      const [row] = await first.query('SELECT id, sid, sess, expire FROM sessions WHERE sid = $1', by.token);
      const { answer, changed } = await sendFrozen(by.token, send);
      outcomes.set(route, [answer.status, answer.body.code, ...changed]);
      await first.query(
        `INSERT INTO sessions (id, sid, sess, expire) SELECT id, sid, sess, expire
         FROM jsonb_to_record($1) AS row (id uuid, sid text, sess jsonb, expire timestamptz)`,
        JSON.stringify(row),
      );
    });
  });

  it('no route writes', () => {
    const others = [...outcomes].filter(([, outcome]) => String(outcome) !== '401,AUTH_REQUIRED');
    // The alarms of a browser end with its session.
    expect(others).toEqual([
      ['DELETE /api/alarms/device/:device_id', [404, 'NOT_FOUND']],
      ['POST /api/alarms/device/:device_id/test', [404, 'NOT_FOUND']],
    ]);
    expect(outcomes.size).toBeGreaterThan(30);
  });

  it('no form writes', async () => {
    const ann = await createEmpire(first);
    const browser = new Browser(first, ann.cookie);
    const send = () => browser.sendForm('/account/empire', { name: 'Renamed', description: '' });
    const { answer, changed } = await sendFrozen(ann.token, send);
    expect([answer.status, changed]).toEqual([401, []]);
    expect(answer.html).not.toContain('Renamed');
  });

  it('a page marks no message as read', async () => {
    const [ann, bob] = [await createWriter(first), await createWriter(first)];
    const { body } = await write(ann, bob, 'Greetings');
    const open = () => new Browser(first, bob.cookie).open(`/messages/${body.thread_id}`);
    const { answer, changed } = await sendFrozen(bob.token, open);
    expect([answer.status, changed]).toEqual([401, []]);
  });

  it('other sessions of the player still write', async () => {
    const ann = await createEmpire(first);
    const other = await openSession(second, ann.username);
    const { answer } = await sendFrozen(other.token, () => {
      const path = `/api/empire/${ann.empireId}`;
      return ann.send('PUT', path, { description: 'Still here' });
    });
    expect(answer.status).toBe(200);
  });
});

describe('an instance that is frozen between a command and its commit', () => {
  /** Renames an empire; the writes and COMMIT leave the process only after `meanwhile`. */
  async function renameFrozen(meanwhile: (token: string) => Promise<unknown>) {
    const ann = await createEmpire(first);
    const { pool } = first.instance;
    const connect = pool.connect.bind(pool);
    let [hasRun, thaw] = [false, (): void => undefined];
    const thawed = new Promise<void>((resolve) => {
      thaw = resolve;
    });
    const [session] = await first.query<{ id: string }>('SELECT id FROM sessions WHERE sid = $1', ann.token);
    const client = await connect();
    const query = client.query.bind(client) as (config: unknown) => Promise<unknown>;
    const held = (config: unknown): Promise<unknown> =>
      hasRun ? thawed.then(() => query(config)) : query(config);
    Object.assign(client, { query: held });
    Object.assign(pool, { connect: () => Promise.resolve(client) });
    const caller = { sessionId: session?.id ?? '', expiresAt: Infinity, idempotencyKey: null };
    const renaming = bindServices(first.instance.services, caller)
      .executeCommand(ann.empireId, ({ empire }) => {
        hasRun = true;
        Object.assign(pool, { connect });
        empire.description = 'renamed';
      })
      .then(
        () => 'done',
        (error: unknown) => (error as { code?: string }).code,
      );
    await expect.poll(() => hasRun).toBe(true);
    await meanwhile(ann.token);
    thaw();
    const outcome = await renaming;
    Object.assign(client, { query });
    const [stored] = await first.query<{ description: string | null }>(
      'SELECT description FROM empires WHERE id = $1',
      ann.empireId,
    );
    return [outcome, stored?.description];
  }

  it('commits while the session is valid', async () => {
    expect(await renameFrozen(() => Promise.resolve())).toEqual(['done', 'renamed']);
  });

  it('writes nothing if the session was ended meanwhile', async () => {
    expect(await renameFrozen(logOutElsewhere)).toEqual(['AUTH_REQUIRED', null]);
  });
});
