/** Postgres fails under load: requests fail for a short time only. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { hasCluster, startTopology, type Topology } from '../support/topology.ts';
import { beginReading, highLimits } from './load.ts';

const maxRecoveryMs = 2_000;

let topology: Topology;
let rulers: Ruler[];

describe.skipIf(!hasCluster)('under load', () => {
  beforeAll(async () => {
    topology = await startTopology({ settings: highLimits });
    rulers = [];
    for (let index = 0; index < 4; index++)
      rulers.push(await createEmpire(topology.game, { x: 20 * index, y: 0 }));
  });
  afterAll(() => topology.stop());

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
