/** Failures of transactions at every stage. The result is committed, not committed, or in doubt; the last is never retried. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type pg from 'pg';
import { createPool, statement, type PoolOptions } from '../../src/db/pool.ts';
import { ConnectionLost, isRefusal, transaction } from '../../src/db/transaction.ts';
import type { GameError } from '../../src/kernel/errors.ts';
import { createLog } from '../../src/kernel/log.ts';
import { inBatches } from '../../src/world/batches.ts';
import { createCommandExecutor } from '../../src/world/command.ts';
import { begin } from '../support/database.ts';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.ts';
import { makeWorld, the } from '../support/worlds.ts';
import { idOf, openStage, empireState, type Hand, type Stage } from './stage.ts';

let stage: Stage;
let hand: Hand;
let proxy: CuttingProxy;
/** The address of the database through the proxy. */
let urlByProxy: string;
const names = ['ann', 'bob', 'cid', 'dee'];
const unhandled: unknown[] = [];
const noteUnhandled = (reason: unknown): number => unhandled.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', noteUnhandled);
  stage = await openStage(
    makeWorld(names.map((name, index) => empireState(name, { at: { x: 10 * index, y: 0 } }))),
  );
  hand = stage.join();
  proxy = await startCuttingProxy(stage.database.url);
  const { host } = new URL(proxy.url);
  urlByProxy = Object.assign(new URL(stage.database.url), { host }).href;
  await hand.pool.query('CREATE TABLE notes (text text UNIQUE)');
  await hand.pool.query(
    'CREATE TABLE late_notes (text text, CONSTRAINT late_unique UNIQUE (text) DEFERRABLE INITIALLY DEFERRED)',
  );
});
afterAll(async () => {
  process.off('unhandledRejection', noteUnhandled);
  await proxy.stop();
  await stage.close();
});

async function withPool<T>(
  work: (pool: pg.Pool) => Promise<T>,
  url = stage.database.url,
  options: PoolOptions = {},
): Promise<T> {
  const pool = createPool(url, 2, createLog('silent'), options);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Violates a constraint that Postgres checks at COMMIT. */
const insertLate = 'INSERT INTO late_notes VALUES ($1), ($1)';
const insertNote = statement('insertNote', { sql: 'INSERT INTO notes VALUES ($1)' });
const insertTwice = statement('insertTwice', { sql: insertLate });
const insert = (text: string) => ({ text: insertNote.text, values: [text] });
const write = (pool: pg.Pool, ...texts: string[]): Promise<string> =>
  transaction(pool, (tx) => {
    for (const text of texts) tx.write(insertNote, [text]);
    return 'done';
  });
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
/** The failure of a transaction with a pool of its own. */
const failureIn = (work: Parameters<typeof transaction>[1], url?: string): Promise<unknown> =>
  withPool((pool) => failureOf(transaction(pool, work)), url);
async function countNotes(text: string): Promise<number> {
  return (await hand.pool.query('SELECT 1 FROM notes WHERE text = $1', [text])).rowCount ?? 0;
}
/** Terminates the pool's connections, for example while the first statement of a transaction is on its way. */
const terminateOthers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'hegemon'`;

it('writes nothing when one of its writes fails', async () => {
  await withPool((pool) => failureOf(write(pool, 'first', 'twice', 'twice')));
  expect(await countNotes('first')).toBe(0);
});

it('reuses a connection after a refusal', async () => {
  const alive = await withPool(async (pool) => {
    const pid = async () =>
      the((await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]).pid;
    const before = await pid();
    await failureOf(write(pool, 'same', 'same'));
    return before === (await pid());
  });
  expect(alive).toBe(true);
});

it('leaves a server that became read-only with its first refusal', async () => {
  const results = await withPool(async (pool) => {
    await pool.query('SET default_transaction_read_only = on');
    return [await failureOf(write(pool, 'read-only')), await failureOf(write(pool, 'written'))];
  });
  expect(results).toEqual([expect.objectContaining({ code: '25006' }), null]);
});

it('rolls back when the work throws before its first await', async () => {
  const bug = new Error('a bug');
  const failure = await failureIn(() => {
    throw bug;
  });
  expect(failure).toBe(bug);
});

it('rolls back what its work discards, and returns the result', async () => {
  const result = await withPool((pool) =>
    transaction(pool, async (tx) => {
      await tx.query(insert('discarded'));
      tx.write(insertNote, ['discarded']);
      tx.discard();
      return 'nothing changed';
    }),
  );
  expect([result, await countNotes('discarded')]).toEqual(['nothing changed', 0]);
});

it('fails with BUSY after one lock timeout, without another attempt', async () => {
  const holder = await begin(hand.pool, 'LOCK TABLE notes IN ACCESS EXCLUSIVE MODE');
  let attempts = 0;
  const failure = await failureIn((tx) => {
    attempts += 1;
    tx.write(insertNote, ['locked out']);
  });
  await holder.rollBack();
  expect([(failure as GameError).code, attempts]).toEqual(['BUSY', 1]);
});

it('knows that a transaction had no effect when Postgres refuses COMMIT', async () => {
  const failure = await failureIn((tx) => {
    tx.write(insertTwice, ['checked late']);
  });
  expect([isRefusal(failure), (failure as { constraint?: string }).constraint]).toEqual([
    true,
    'late_unique',
  ]);
});

it('tries a serialization failure 3 times', async () => {
  let attempts = 0;
  const failure = await failureIn(async (tx) => {
    attempts += 1;
    await tx.query({ name: 'fail', text: "DO $$ BEGIN RAISE SQLSTATE '40001'; END $$", values: [] });
  });
  expect([(failure as GameError).code, attempts]).toEqual(['BUSY', 3]);
});

it('sends nothing more once BEGIN has failed', async () => {
  const failing = {
    query: (config: unknown) =>
      config === 'BEGIN'
        ? Promise.reject(new Error('no transaction'))
        : Promise.resolve({
            rows: [],
            command: config === 'ROLLBACK' ? 'ROLLBACK' : 'INSERT',
            sent: sent.push(config),
          }),
    release: () => undefined,
  };
  const sent: unknown[] = [];
  const pool = { connect: () => Promise.resolve(failing) } as unknown as pg.Pool;
  await failureOf(
    transaction(pool, async (tx) => {
      await Promise.resolve();
      await tx.query(insert('without BEGIN'));
    }),
  );
  expect(sent).toEqual(['ROLLBACK']);
});

it('reports no effect when the connection breaks before COMMIT', async () => {
  const failure = await failureIn(async (tx) => {
    await tx.query(insert('lost'));
    await hand.pool.query(
      terminateOthers.replace(
        '<> pg_backend_pid()',
        "= ANY (SELECT pid FROM pg_stat_activity WHERE state LIKE 'idle in%')",
      ),
    );
    tx.write(insertNote, ['lost too']);
  });
  expect([failure instanceof ConnectionLost, await countNotes('lost')]).toEqual([true, 0]);
});

it('reports doubt and does not retry when the connection breaks before the answer to COMMIT', async () => {
  let attempts = 0;
  const cut = proxy.loseAnswerTo('COMMIT');
  const failure = await failureIn((tx) => {
    attempts += 1;
    tx.write(insertNote, ['in doubt']);
  }, urlByProxy);
  await cut;
  expect([(failure as ConnectionLost).code, attempts, await countNotes('in doubt')]).toEqual(['08007', 1, 1]);
});

it('loses its locks when it is frozen for 3 s, and does not commit any more', async () => {
  await write(hand.pool, 'held');
  const lock = { text: 'SELECT FROM notes WHERE text = $1 FOR UPDATE', values: ['held'] };
  const failure = await failureIn(async (tx) => {
    await tx.query(lock);
    tx.write(insertNote, ['frozen']);
    // This waits for 2 s at most; the second time, it must not wait in vain.
    await hand.pool.query(lock).catch(() => null);
    await hand.pool.query(lock);
  });
  expect(failure).toBeInstanceOf(ConnectionLost);
  expect(await countNotes('frozen')).toBe(0);
});

it('gives up a connection that does not answer, with doubt only after COMMIT', async () => {
  const failures = await withPool(
    async (pool) => {
      const afterHold = (writes: string[]): Promise<unknown> =>
        failureOf(
          transaction(pool, async (tx) => {
            await tx.query(insert('unanswered'));
            proxy.hold();
            if (writes.length === 0) await tx.query(insert('before COMMIT'));
            for (const text of writes) tx.write(insertNote, [text]);
          }).finally(() => proxy.release()),
        );
      return [await afterHold([]), await afterHold(['with COMMIT']), await write(pool, 'answered')];
    },
    urlByProxy,
    { queryTimeoutMs: 300 },
  );
  const told = failures.map((failure) => (failure instanceof ConnectionLost ? failure.code : failure));
  expect(told).toEqual(['08006', '08007', 'done']);
});

it('executes no command of a batch twice when the answer to COMMIT is lost', async () => {
  const pool = createPool(urlByProxy, 4, createLog('silent'));
  const executeCommand = inBatches(createCommandExecutor({ ...hand.deps, pool }), { ...hand.deps, pool });
  await pool.query('SELECT 1');
  const cut = proxy.loseAnswerTo('COMMIT');
  await Promise.all(
    names.map((name) =>
      failureOf(
        executeCommand(idOf(name), ({ empire }) => {
          empire.description = `${empire.description ?? ''}+`;
        }),
      ),
    ),
  );
  await cut;
  await pool.end();
  const { rows } = await hand.pool.query('SELECT DISTINCT description FROM empires');
  expect(rows).toEqual([{ description: '+' }]);
});

it('runs the commands of one empire in their order, also if they wait in batches of their own', async () => {
  const executeCommand = inBatches(createCommandExecutor(hand.deps), hand.deps);
  const holder = await begin(hand.pool, 'SELECT FROM empires WHERE id = $1 FOR UPDATE', [idOf('ann')]);
  const order: string[] = [];
  const waiting: Promise<unknown>[] = [];
  for (const letter of 'abcdefgh') {
    waiting.push(executeCommand(idOf('ann'), () => order.push(letter)));
    // The next one comes when this batch is under way.
    await hand.pool.query('SELECT');
  }
  await holder.commit();
  await Promise.all(waiting);
  expect(order.join('')).toBe('abcdefgh');
});

it('rejects all commands of a batch when the database is unreachable', async () => {
  const url = Object.assign(new URL(stage.database.url), { port: '1' }).href;
  const failures = await withPool((pool) => {
    const executeCommand = inBatches(createCommandExecutor({ ...hand.deps, pool }), { ...hand.deps, pool });
    return Promise.all(names.map((name) => failureOf(executeCommand(idOf(name), () => null))));
  }, url);
  expect(failures.map(isRefusal)).toEqual([false, false, false, false]);
});

it('leaves no rejection unhandled when the connection breaks under BEGIN and its writes', async () => {
  await withPool(async (pool) => {
    for (let round = 0; round < 20; round++) {
      await failureOf(pool.query('SELECT 1'));
      const writing = failureOf(write(pool, `a ${round}`, `b ${round}`, `c ${round}`));
      await Promise.all([writing, hand.pool.query(terminateOthers)].map(failureOf));
    }
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});
