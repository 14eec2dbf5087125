/** Redis and Postgres go away under load, in every way: nobody is answered with a fault, or not for long. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.ts';
import type { Ruler } from '../support/game.ts';
import { seatRuler } from '../support/guests.ts';
import { connect, closeClients } from '../support/sockets.ts';
import { hasCluster, startTopology, until, type Topology } from '../support/topology.ts';
import { beginReading, highLimits, type Reads } from './load.ts';

/** One wait for Redis, of 0.2 s, and what a busy machine adds. */
const longestReadMs = 2_000;
const longestRecoveryMs = 2_000;

let topology: Topology;
let wire: CuttingProxy;
let rulers: Ruler[];

const countSaid = (words: string): number[] =>
  topology.members.map(({ said }) => said.filter((line) => line.includes(words)).length);

/** Counts kept in Postgres; in Redis otherwise. */
async function countInDatabase(): Promise<number> {
  const { rows } = await topology.pool.query<{ hits: number }>(
    'SELECT coalesce(sum(hits), 0)::int AS hits FROM rate_limit_counters',
  );
  return rows[0]?.hits ?? 0;
}

/** Reads all the while something is done to Redis, until every instance has said that it is away and is back. */
async function readThrough(trouble: () => unknown, mend: () => unknown): Promise<Reads> {
  const [away, back] = [countSaid('redis: unavailable'), countSaid('redis: available again')];
  const { end } = beginReading(topology.url, rulers);
  await delay(200);
  await trouble();
  await until(
    () => countSaid('redis: unavailable').every((count, index) => count > (away[index] ?? 0)),
    'warnings',
  );
  await delay(500);
  await mend();
  await until(
    () => countSaid('redis: available again').every((count, index) => count > (back[index] ?? 0)),
    'the return',
  );
  await delay(200);
  return end();
}

describe.skipIf(!hasCluster)('under load', () => {
  beforeAll(async () => {
    topology = await startTopology({
      settings: highLimits,
      redisUrlOf: async (port) => {
        wire = await startCuttingProxy(`http://127.0.0.1:${port}`);
        return wire.url.replace('http:', 'redis:');
      },
    });
    rulers = [];
    for (let index = 0; index < 4; index++)
      rulers.push(await seatRuler(topology.table, { x: 20 * index, y: 0 }));
  });
  afterAll(async () => {
    closeClients();
    await topology.stop();
    await wire.stop();
  });

  describe.each<{ what: string; trouble: () => unknown; mend: () => unknown }>([
    {
      what: 'a Redis that is killed and started again',
      trouble: () => topology.redis.end('SIGKILL'),
      mend: () => topology.startRedis(),
    },
    {
      what: 'a Redis that is frozen',
      trouble: () => topology.redis.child.kill('SIGSTOP'),
      mend: () => topology.redis.child.kill('SIGCONT'),
    },
    {
      what: 'a network that swallows everything',
      trouble: () => {
        wire.hold();
      },
      mend: () => {
        wire.release();
      },
    },
  ])('$what', ({ trouble, mend }) => {
    let reads: Reads;
    let warnings: number[];
    let inDatabase: number;
    let afterwards: number;
    beforeAll(async () => {
      const before = countSaid('redis: unavailable');
      const counted = await countInDatabase();
      const live = await connect(topology.url, { token: rulers[0]?.token });
      reads = await readThrough(trouble, mend);
      await live.settle();
      warnings = countSaid('redis: unavailable').map((count, index) => count - (before[index] ?? 0));
      inDatabase = (await countInDatabase()) - counted;
      await rulers[0]?.send('GET', '/api/user/profile');
      afterwards = (await countInDatabase()) - counted;
    });

    it('fails no request', () => {
      expect([reads.failures, reads.answered > 30]).toEqual([[], true]);
    });

    it('holds no request up for long', () => {
      expect(reads.slowestMs).toBeLessThan(longestReadMs);
    });

    it('costs one warning an instance', () => {
      expect(warnings).toEqual([1, 1, 1]);
    });

    it('has the requests counted in the database meanwhile, and in Redis afterwards', () => {
      expect([inDatabase > 10, afterwards - inDatabase]).toEqual([true, 0]);
    });
  });

  it('connections to Redis that are cut again and again cost no request', async () => {
    const { end } = beginReading(topology.url, rulers);
    for (let cut = 0; cut < 20; cut++) {
      await delay(20 + Math.random() * 50);
      wire.cut();
    }
    const { failures } = await end();
    expect(failures).toEqual([]);
  });

  it('connections to Postgres that are ended are made again within 2 s', async () => {
    const { reads, end } = beginReading(topology.url, rulers);
    await delay(200);
    for (let cut = 0; cut < 5; cut++) {
      await topology.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'hegemon%'`);
      await delay(50);
    }
    await delay(longestRecoveryMs);
    const meanwhile = reads.failures.length;
    const before = reads.answered;
    await delay(300);
    await end();
    expect([reads.failures.length - meanwhile, reads.answered > before]).toEqual([0, true]);
  });
});
