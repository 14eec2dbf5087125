/** Redis and Postgres fail under load in several ways: requests do not fail, or only for a short time. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.ts';
import type { Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { connect, closeClients } from '../support/sockets.ts';
import { until } from '../support/programs.ts';
import { hasCluster, startTopology, type Topology } from '../support/topology.ts';
import { beginReading, highLimits, type Reads } from './load.ts';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { options } from '../campaign/options.ts';

const chance = makeChance(options.seed);

/** One timeout of Redis (0.2 s), and a margin for a busy machine. */
const maxReadMs = 2_000;
const maxRecoveryMs = 2_000;

let topology: Topology;
let proxy: CuttingProxy;
let rulers: Ruler[];

const countLines = (words: string): number[] =>
  topology.members.map(({ output }) => output.filter((line) => line.includes(words)).length);

/** The number of requests that Postgres has counted. */
async function countInDatabase(): Promise<number> {
  const { rows } = await topology.pool.query<{ hits: number }>(
    'SELECT coalesce(sum(hits), 0)::int AS hits FROM rate_limit_counters',
  );
  return rows[0]?.hits ?? 0;
}

/** Reads while Redis fails and recovers, until every instance has logged both. */
async function readThrough(breakRedis: () => unknown, restore: () => unknown): Promise<Reads> {
  const [away, back] = [countLines('redis: unavailable'), countLines('redis: available again')];
  const { end } = beginReading(topology.url, rulers);
  await delay(200);
  await breakRedis();
  await until(
    () => countLines('redis: unavailable').every((count, index) => count > (away[index] ?? 0)),
    'warnings',
  );
  await delay(500);
  await restore();
  await until(
    () => countLines('redis: available again').every((count, index) => count > (back[index] ?? 0)),
    'the recovery',
  );
  await delay(200);
  return end();
}

describe.skipIf(!hasCluster)('under load', () => {
  beforeAll(async () => {
    topology = await startTopology({
      settings: highLimits,
      redisUrlOf: async (port) => {
        proxy = await startCuttingProxy(`http://127.0.0.1:${port}`);
        return proxy.url.replace('http:', 'redis:');
      },
    });
    rulers = [];
    for (let index = 0; index < 4; index++)
      rulers.push(await createEmpire(topology.game, { x: 20 * index, y: 0 }));
  });
  afterAll(async () => {
    closeClients();
    await topology.stop();
    await proxy.stop();
  });

  describe.each<{ what: string; breakRedis: () => unknown; restore: () => unknown }>([
    {
      what: 'a Redis that is killed and restarted',
      breakRedis: () => topology.redis.end('SIGKILL'),
      restore: () => topology.startRedis(),
    },
    {
      what: 'a Redis that is frozen',
      breakRedis: () => topology.redis.child.kill('SIGSTOP'),
      restore: () => topology.redis.child.kill('SIGCONT'),
    },
    {
      what: 'a network that drops all packets',
      breakRedis: () => {
        proxy.hold();
      },
      restore: () => {
        proxy.release();
      },
    },
  ])('$what', ({ breakRedis, restore }) => {
    let reads: Reads;
    let warnings: number[];
    let inDatabase: number;
    let afterwards: number;
    beforeAll(async () => {
      const before = countLines('redis: unavailable');
      const counted = await countInDatabase();
      const live = await connect(topology.url, { token: rulers[0]?.token });
      reads = await readThrough(breakRedis, restore);
      await live.settle();
      warnings = countLines('redis: unavailable').map((count, index) => count - (before[index] ?? 0));
      inDatabase = (await countInDatabase()) - counted;
      await rulers[0]?.send('GET', '/api/user/profile');
      afterwards = (await countInDatabase()) - counted;
    });

    it('fails no request', () => {
      expect([reads.failures, reads.answered > 30]).toEqual([[], true]);
    });

    it('delays no request for long', () => {
      expect(reads.slowestMs).toBeLessThan(maxReadMs);
    });

    it('logs one warning per instance', () => {
      expect(warnings).toEqual([1, 1, 1]);
    });

    it('moves the counting to the database meanwhile, and back to Redis afterwards', () => {
      expect([inDatabase > 10, afterwards - inDatabase]).toEqual([true, 0]);
    });
  });

  it('repeatedly cut connections to Redis fail no request', async () => {
    const { end } = beginReading(topology.url, rulers);
    for (let cut = 0; cut < 20; cut++) {
      await delay(20 + chance() * 50);
      proxy.cut();
    }
    const { failures } = await end();
    expect(failures).toEqual([]);
  });

  it('terminated connections to Postgres are replaced within 2 s', async () => {
    const { reads, end } = beginReading(topology.url, rulers);
    await delay(200);
    for (let cut = 0; cut < 5; cut++) {
      await topology.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'hegemon%'`);
      await delay(50);
    }
    await delay(maxRecoveryMs);
    const meanwhile = reads.failures.length;
    const before = reads.answered;
    await delay(300);
    await end();
    expect([reads.failures.length - meanwhile, reads.answered > before]).toEqual([0, true]);
  });
});
