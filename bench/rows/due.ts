/** Many empires with work that is due at one moment, on one instance; beside graphile-worker with one update a job. */
import { setTimeout as delay } from 'node:timers/promises';
import { withServers, type Context, type Row } from '../context.ts';
import { startCpu, type Cpu } from '../harness/cpu.ts';
import type { Server } from '../harness/processes.ts';
import { formatNumber } from '../harness/report.ts';
import { interleave } from '../harness/rounds.ts';
import { median, percentile, ratioOf } from '../harness/stats.ts';
import { withClient } from '../worlds/cluster.ts';
import { countTrained, planTraining, readLateness, waitForCount } from '../worlds/due.ts';
import { formatRate, medianCpu } from './compare.ts';

/** Time to plan the work before it is due. On a slow machine it is doubled until it suffices. */
const minLeadMs = 3_000;
let leadMs = minLeadMs;

interface DueResult {
  perSecond: number;
  /** Seconds. */
  p50: number;
  p99: number;
  cpu: Cpu | null;
}

/** What differs between the product and the peer. */
interface Work {
  url: string;
  server: Server;
  plan: (at: number) => Promise<void>;
  waitUntilDone: (at: number) => Promise<void>;
  readLateness: (at: number) => Promise<number[]>;
}

/** Plans the work and returns the moment at which it will be due. */
async function planAhead(work: Work): Promise<number> {
  for (;;) {
    const at = Date.now() + leadMs;
    await work.plan(at);
    if (Date.now() < at) return at;
    leadMs *= 2;
    await work.waitUntilDone(at);
  }
}

async function measure({ cluster }: Context, count: number, work: Work): Promise<DueResult> {
  const at = await planAhead(work);
  await delay(at - Date.now());
  const stopCpu = startCpu(work.server.pid, cluster.postmaster);
  await work.waitUntilDone(at);
  const cpu = stopCpu();
  const late = await work.readLateness(at);
  return {
    perSecond: count / Math.max(...late),
    ...{ p50: percentile(late, 0.5), p99: percentile(late, 0.99) },
    cpu: cpu && { node: cpu.node / count, postgres: cpu.postgres / count },
  };
}

function productWork({ small }: Context, server: Server, count: number): Work {
  return {
    ...{ url: small.url, server },
    plan: (at) => withClient(small.url, (client) => planTraining(client, count, at)),
    waitUntilDone: (at) => withClient(small.url, (client) => waitForCount(client, countTrained(at), count)),
    readLateness: (at) =>
      withClient(small.url, (client) =>
        readLateness(client, 'event_log_entries', `at = ${at} AND type = 'unit_training_complete'`, at),
      ),
  };
}

function graphileWork({ peersUrl }: Context, server: Server, count: number): Work {
  const left = { text: 'SELECT 1 - least(count(*), 1) AS count FROM graphile_worker.jobs', values: [] };
  return {
    ...{ url: peersUrl, server },
    plan: (at) =>
      withClient(peersUrl, async (client) => {
        await client.query(
          `SELECT graphile_worker.add_job('settle', json_build_object('id', n), run_at := to_timestamp($2::float8 / 1000))
           FROM generate_series(1, $1) AS n`,
          [count, at],
        );
      }),
    waitUntilDone: () => withClient(peersUrl, (client) => waitForCount(client, left, 1)),
    readLateness: (at) =>
      withClient(peersUrl, (client) => readLateness(client, 'job_accounts', `id <= ${count}`, at)),
  };
}

export const due: Row = {
  name: 'due',
  isLarge: false,
  run: (context) => {
    const { startProduct, startPeer, small, isQuick } = context;
    const count = isQuick ? 2_000 : 20_000;
    return withServers(
      { product: startProduct(small), graphile: startPeer('graphile.mjs') },
      async (servers) => {
        const { product, graphile } = await interleave(isQuick ? 1 : 3, {
          product: () => measure(context, count, productWork(context, servers.product, count)),
          graphile: () => measure(context, count, graphileWork(context, servers.graphile, count)),
        });
        const of = (results: readonly DueResult[], key: 'p50' | 'p99'): number =>
          median(results.map((result) => result[key]));
        const late = (results: readonly DueResult[]): string =>
          `p50 ${formatNumber(of(results, 'p50'))} s, p99 ${formatNumber(of(results, 'p99'))} s`;
        const what = `${count.toLocaleString('en')} due at one moment`;
        const rates = (results: readonly DueResult[]): number[] => results.map(({ perSecond }) => perSecond);
        return [
          {
            what: `${what}, one instance`,
            ours: `${formatRate(product)} empires`,
            peer: `graphile-worker, one update a job ${formatRate(graphile)}`,
            ratio: ratioOf(rates(product), rates(graphile)),
            ...{ cpu: medianCpu(product), operation: 'due' },
            target: 'due',
          },
          {
            what: `${what}: late`,
            ...{ ours: late(product), peer: `graphile-worker ${late(graphile)}` },
          },
        ];
      },
    );
  },
};
