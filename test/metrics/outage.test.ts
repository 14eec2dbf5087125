/** An outage of the database in the log: when readiness changed and why, and a line with a count, no stack a request. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createOutageLog } from '../../src/db/outage-log.ts';
import { machineTime } from '../../src/kernel/clock.ts';
import type { Log } from '../../src/kernel/log.ts';
import type { Checks } from '../../src/server/health.ts';
import { watchReadiness } from '../../src/server/readiness.ts';
import { captureLog, type Line } from '../support/capture-log.ts';
import { createTestDatabase, query } from '../support/database.ts';
import { sendAnonymously, startTestGame } from '../support/game.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

describe('failures of an outage', () => {
  it('have one line at its begin and one at its end, which count them, without stacks', () => {
    const kept = captureLog('info');
    const { log, report } = createOutageLog(kept.log);
    const part = log.child({ part: 'clock' });
    for (let failure = 0; failure < 50; failure++) {
      log.error({ err: refused }, 'a request failed');
      part.warn({ err: refused }, 'a poll failed');
    }
    expect(kept.lines()).toMatchObject([{ failures: 1, err: { code: 'ECONNREFUSED', stack: '' } }]);
    report(false);
    expect(kept.lines()).toHaveLength(1);
    report(true);
    report(true);
    expect(kept.lines()).toMatchObject([{ failures: 1 }, { failures: 99 }]);
  });

  it('hide no other failure', () => {
    const kept = captureLog('info');
    const { log } = createOutageLog(kept.log);
    log.error({ err: refused }, 'a request failed');
    log.error({ err: new Error('a bug'), requestId: '1' }, 'a request failed');
    log.warn('plain');
    expect(kept.lines().slice(1)).toMatchObject([
      { requestId: '1', err: { message: 'a bug' } },
      { msg: 'plain' },
    ]);
  });
});

describe('an instance that loses its database and finds it again', () => {
  let lines: Line[];
  beforeAll(async () => {
    const kept = captureLog('info');
    const database = await createTestDatabase();
    const { href, pathname } = new URL(database.url);
    const name = pathname.slice(1);
    const other = href.replace(pathname, '/postgres');
    const allow = (isAllowed: boolean) =>
      query(other, `ALTER DATABASE "${name}" ALLOW_CONNECTIONS ${isAllowed}`);
    const game = await startTestGame({ databaseUrl: database.url, runClock: true, log: kept.log });
    const until = (holds: () => void) => vi.waitFor(holds, { timeout: 30_000, interval: 50 });
    const ready = (times: number) =>
      until(() => expect(kept.lines().filter(({ msg }) => msg === 'ready')).toHaveLength(times));
    await ready(1);
    await allow(false);
    await query(other, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    await until(() => expect(kept.text()).toContain('not ready: database'));
    for (let request = 0; request < 30; request++) await sendAnonymously(game.url, 'GET', '/api/leaderboard');
    await allow(true);
    await ready(2);
    lines = kept.lines();
    await game.stop();
    await database.drop();
  });

  it('says once that it is not ready, with the check that fails, and once that it is ready again', () => {
    const changes = lines.filter(({ msg }) => msg.includes('ready')).map(({ msg }) => msg);
    expect(changes.slice(-3)).toEqual(['ready', 'not ready: database', 'ready']);
  });

  it('counts all requests that failed in two lines', () => {
    const failures = lines.flatMap((line) => (typeof line.failures === 'number' ? [line.failures] : []));
    expect(failures).toHaveLength(2);
    expect(failures.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(30);
    expect(lines.filter(({ err }) => err !== undefined && err.stack !== '')).toEqual([]);
  });
});

it('a stop is not ready, too, but no warning', async () => {
  const kept = captureLog('info');
  let isOpen = true;
  let isThere = true;
  const look = watch(kept.log, { database: () => isThere, open: () => isOpen });
  const changes: (() => void)[] = [() => undefined, () => (isOpen = false), () => (isThere = false)];
  for (const change of changes) {
    change();
    await look();
  }
  expect(kept.lines().map(({ level, msg }) => [level, msg])).toEqual([
    [30, 'ready'],
    [30, 'not ready: open'],
    [40, 'not ready: database, open'],
  ]);
});

/** Returns what the timer would do. */
function watch(log: Log, checks: Checks): () => Promise<void> {
  let tick = (): void => undefined;
  const time = { ...machineTime, every: (_ms: number, work: () => void) => ((tick = work), () => undefined) };
  watchReadiness(checks, log, time, () => undefined);
  return async () => {
    tick();
    await new Promise(setImmediate);
  };
}
