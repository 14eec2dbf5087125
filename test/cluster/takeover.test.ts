/** An instance is killed, or freezes while it holds locks: the others apply its due work. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAnonymously } from '../support/game.ts';
import { until } from '../support/programs.ts';
import { hasCluster, startTopology, type Member, type Topology } from '../support/topology.ts';
import { the } from '../support/worlds.ts';
import { openLedgers, play, type Ledger } from '../world/process.ts';
import { highLimits } from './load.ts';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { options } from '../campaign/options.ts';

const chance = makeChance(options.seed);

const players = 6;
/** How long the test watches due work after a loss. */
const watchMs = 2_000;

let topology: Topology;
let ledgers: Ledger[];
/** For each killed instance: the empires with work due during the watch, and the maximum delay. */
const kills: { ahead: number; latestMs: number }[] = [];
let freeze: { ahead: number; latestMs: number; held: number };

/** Resets all players to the start, so that there is always something to order. */
async function resetPlayers(): Promise<void> {
  await topology.pool.query(`
    CREATE TABLE IF NOT EXISTS kept AS
      SELECT c.id AS city_id, c.buildings, a.id AS army_id, a.units
      FROM cities c JOIN armies a ON a.home_city_id = c.id;
    UPDATE cities SET buildings = kept.buildings, construction = '[]', training = '[]' FROM kept WHERE id = city_id;
    UPDATE armies SET units = kept.units FROM kept WHERE id = army_id;
    DELETE FROM due_empires`);
}

/** All players send their orders to one instance while `work` runs. */
async function workAt({ url }: Member, work: () => Promise<void>): Promise<void> {
  await resetPlayers();
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
  /** Empires with work that is due during the watch. */
  ahead: number;
}

async function lookAhead(): Promise<Outlook> {
  const { rows } = await topology.pool.query<Outlook>(
    `SELECT greatest(max(now_ms - at), 0)::float8 AS "overdueMs",
       (count(*) FILTER (WHERE at < now_ms + $1))::int AS ahead
     FROM due_empires, (SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now_ms) present`,
    [watchMs],
  );
  return the(rows[0]);
}

/** The maximum delay of due work during the watch. */
async function watch(forMs = watchMs): Promise<number> {
  let latestMs = 0;
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    latestMs = Math.max(latestMs, (await lookAhead()).overdueMs);
    await delay(5);
  }
  return latestMs;
}

/** Connections of instances whose transaction was idle for longer than any transaction of the game takes. */
async function countHeld(): Promise<number> {
  const { rowCount } = await topology.pool.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'hegemon' AND state = 'idle in transaction'
       AND state_change < clock_timestamp() - interval '100 milliseconds'`,
  );
  return rowCount ?? 0;
}

/** Freezes the process at a moment at which it holds locks and other work is due. */
async function freezeWithLocks({ child }: Member): Promise<void> {
  await until(async () => {
    child.kill('SIGSTOP');
    await delay(120);
    const [held, { ahead }] = [await countHeld(), await lookAhead()];
    if (held > 0 && ahead > 0) return true;
    child.kill('SIGCONT');
    if (ahead === 0) await resetPlayers();
    await delay(5 + chance() * 20);
    return false;
  }, 'a frozen process with locks');
}

describe.skipIf(!hasCluster)('due work', () => {
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

  it('of a killed instance is applied by the others within 1 s', () => {
    expect(kills.filter(({ ahead, latestMs }) => ahead === 0 || latestMs > 1_000)).toEqual([]);
  });

  it('of an instance that froze with locks is applied by the others, after 3 s', () => {
    expect([freeze.ahead > 0, freeze.latestMs < 4_000, freeze.held]).toEqual([true, true, 0]);
  });

  it('does not prevent the frozen instance from serving again', async () => {
    await until(
      async () => (await fetch(`${the(topology.members[0]).url}/readyz`)).status === 200,
      'readiness',
    );
  });
});
