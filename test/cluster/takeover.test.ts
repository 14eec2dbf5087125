/** An instance dies, or freezes with locks in hand: the others apply what is due in its stead. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAnonymously } from '../support/game.ts';
import { hasCluster, startTopology, until, type Member, type Topology } from '../support/topology.ts';
import { the } from '../support/worlds.ts';
import { openLedgers, play, type Ledger } from '../world/process.ts';
import { highLimits } from './load.ts';

const players = 6;
/** How long the world is watched after a loss. */
const watchMs = 2_000;

let topology: Topology;
let ledgers: Ledger[];
/** In how many empires something was due by then or soon, and how late the latest of it was. */
const kills: { ahead: number; latestMs: number }[] = [];
let freeze: { ahead: number; latestMs: number; held: number };

/** Puts everybody back to where he began, so that there is always something left to order. */
async function beginAnew(): Promise<void> {
  await topology.pool.query(`
    CREATE TABLE IF NOT EXISTS kept AS
      SELECT c.id AS city_id, c.buildings, a.id AS army_id, a.units
      FROM cities c JOIN armies a ON a.home_city_id = c.id;
    UPDATE cities SET buildings = kept.buildings, construction = '[]', training = '[]' FROM kept WHERE id = city_id;
    UPDATE armies SET units = kept.units FROM kept WHERE id = army_id;
    UPDATE empires SET next_due = NULL`);
}

/** Every player gives his orders to one instance while `work` runs. */
async function workAt({ url }: Member, work: () => Promise<void>): Promise<void> {
  await beginAnew();
  let isOver = false;
  const playing = ledgers.map((ledger) => {
    const authorization = `Bearer ${ledger.ruler.token}`;
    const ruler: Ledger['ruler'] = {
      ...ledger.ruler,
      send: (method, path, body) => sendAnonymously(url, method, path, body, { authorization }),
    };
    return play({ ...ledger, ruler }, () => isOver);
  });
  await delay(300);
  await work().finally(() => {
    isOver = true;
  });
  await Promise.all(playing);
}

interface Outlook {
  overdueMs: number;
  /** Empires with something that is due while the world is watched. */
  ahead: number;
}

async function lookAhead(): Promise<Outlook> {
  const { rows } = await topology.pool.query<Outlook>(
    `SELECT greatest(max(now_ms - next_due), 0)::float8 AS "overdueMs", 
       (count(*) FILTER (WHERE next_due < now_ms + $1))::int AS ahead
     FROM empires, (SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now_ms) present`,
    [watchMs],
  );
  return the(rows[0]);
}

/** How late anything was at most while the world was watched. */
async function watch(forMs = watchMs): Promise<number> {
  let latestMs = 0;
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    latestMs = Math.max(latestMs, (await lookAhead()).overdueMs);
    await delay(5);
  }
  return latestMs;
}

/** Connections of instances that have held a transaction open without a word for longer than any of ours takes. */
async function countHeld(): Promise<number> {
  const { rowCount } = await topology.pool.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'hegemon' AND state = 'idle in transaction'
       AND state_change < clock_timestamp() - interval '100 milliseconds'`,
  );
  return rowCount ?? 0;
}

/** Stops the process at a moment at which it has locks, and others have something to do. */
async function freezeWithLocks({ child }: Member): Promise<void> {
  await until(async () => {
    child.kill('SIGSTOP');
    await delay(120);
    const [held, { ahead }] = [await countHeld(), await lookAhead()];
    if (held > 0 && ahead > 0) return true;
    child.kill('SIGCONT');
    if (ahead === 0) await beginAnew();
    await delay(5 + Math.random() * 20);
    return false;
  }, 'a moment with locks');
}

describe.skipIf(!hasCluster)('what is due', () => {
  beforeAll(async () => {
    topology = await startTopology({ settings: { ...highLimits, GAME_SPEED: '300' } });
    ledgers = await openLedgers(topology.url, topology.pool, players);
    for (const index of topology.members.keys()) {
      const member = the(topology.members[index]);
      await workAt(member, async () => {
        await member.end('SIGKILL');
      });
      const { ahead } = await lookAhead();
      kills.push({ ahead, latestMs: await watch() });
      await topology.startMember(index);
    }
    const member = the(topology.members[0]);
    await workAt(member, async () => {
      await freezeWithLocks(member);
      const { ahead } = await lookAhead();
      freeze = { ahead, latestMs: await watch(5_000), held: await countHeld() };
      member.child.kill('SIGCONT');
    });
  }, 90_000);
  afterAll(() => topology.stop());

  it('of an instance that was killed is applied by the others within 1 s', () => {
    expect(kills.filter(({ ahead, latestMs }) => ahead === 0 || latestMs > 1_000)).toEqual([]);
  });

  it('of an instance that has frozen with locks is applied by the others, after its 3 s', () => {
    expect([freeze.ahead > 0, freeze.latestMs < 4_000, freeze.held]).toEqual([true, true, 0]);
  });

  it('is served again by the one that was frozen', async () => {
    await until(async () => (await fetch(`${the(topology.members[0]).url}/readyz`)).status === 200, 'it');
  });
});
