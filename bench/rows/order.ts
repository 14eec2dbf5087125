/**
 * A durable order (train): beside pgbench writing the fixed rows of bench/peers, and the order of the tutorial application.
 * Also its latency.
 */
import { createHash } from 'node:crypto';
import { withServers, type Context, type Row } from '../context.ts';
import { startCpu } from '../harness/cpu.ts';
import { load, type LoadResult, type Request } from '../harness/load.ts';
import { findProgram, run, type Server } from '../harness/processes.ts';
import { formatNumber, type Line } from '../harness/report.ts';
import { interleave } from '../harness/rounds.ts';
import { withClient } from '../worlds/cluster.ts';
import { playersOf } from '../worlds/ids.ts';
import { peerPath } from '../worlds/peers.ts';
import { compareRates, medianMs } from './compare.ts';
import { tutorialCookie } from './read.ts';

const clients = 32;
/** Each may order five batches in a round. */
const playerCount = 6_000;

/** Writes the fixed rows by pgbench. */
async function runPgbench({ cluster, peersUrl, seconds }: Context, pgbench: string): Promise<LoadResult> {
  const stopCpu = startCpu(process.pid, cluster.postmaster);
  const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)];
  const output = await run(pgbench, [...options, '-f', peerPath('released-order.pgbench'), peersUrl]);
  const cpu = stopCpu();
  const [, count = '0'] = /transactions actually processed: (\d+)/.exec(output) ?? [];
  const [, rate = '0'] = /tps = ([\d.]+)/.exec(output) ?? [];
  return {
    perSecond: Number(rate),
    ...{ p50Ms: Number.NaN, p99Ms: Number.NaN },
    cpu: cpu && { node: 0, postgres: cpu.postgres / Number(count) },
  };
}

/** Empties the queues of all cities, so that the next round starts from the same state. */
async function clearOrders({ small }: Context): Promise<void> {
  await withClient(small.url, async (client) => {
    await client.query(`UPDATE cities SET training = '[]' WHERE training <> '[]'`);
  });
}

const loadOrders = (
  { loadOptions }: Context,
  server: Server,
  requests: readonly Request[],
): Promise<LoadResult> => load(server, requests, { ...loadOptions, connections: clients });

function uuidOf(text: string): string {
  const hex = createHash('md5').update(text).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const order = { unit_type: 'catapults', quantity: 2 };

/** One order of each player. */
function ordersOf(context: Context): Request[] {
  return playersOf(context.small.empires, playerCount).map(({ cityId, bearer }) => ({
    ...{ method: 'POST', path: `/api/city/${cityId}/train`, headers: bearer, body: order },
  }));
}

function tutorialOrders(): Request[] {
  return Array.from({ length: playerCount }, (_, index) => ({
    method: 'POST',
    path: `/api/city/${uuidOf(`city${index + 1}`)}/train`,
    headers: tutorialCookie(index),
    body: order,
  }));
}

export const orders: Row = {
  name: 'order',
  isLarge: false,
  run: (context) => {
    const { startProduct, startPeer, small, rounds, report } = context;
    const pgbench = findProgram('pgbench');
    if (pgbench === null) report('pgbench is not installed: orders are not compared with it');
    return withServers(
      { product: startProduct(small), tutorial: startPeer('tutorial.mjs') },
      async (servers) => {
        const [ownOrders, theirOrders] = [ordersOf(context), tutorialOrders()];
        const measureOwn = async (): Promise<LoadResult> => {
          const result = await loadOrders(context, servers.product, ownOrders);
          await clearOrders(context);
          return result;
        };
        const results = await interleave(
          rounds,
          {
            product: measureOwn,
            rows: () => (pgbench === null ? Promise.resolve(null) : runPgbench(context, pgbench)),
            tutorial: () => loadOrders(context, servers.tutorial, theirOrders),
          },
          true,
        );
        const { product, tutorial } = results;
        const rows = results.rows.filter((result) => result !== null);
        const what = 'durable order (train)';
        const p99 = medianMs(product, 'p99Ms');
        const lines: Line[] = [
          {
            ...compareRates(what, product, 'tutorial', tutorial, 'orderTutorial'),
            operation: 'order',
          },
          {
            what: 'latency of an order',
            ours: `p50 ${formatNumber(medianMs(product, 'p50Ms'))} ms, p99 ${formatNumber(p99)} ms`,
            ...{ target: 'orderP99', value: p99 },
          },
        ];
        if (pgbench === null) return lines;
        return [compareRates(what, product, 'pgbench, the fixed rows', rows, 'orderRows'), ...lines];
      },
    );
  },
};
