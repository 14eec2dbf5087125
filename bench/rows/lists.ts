/**
 * Own rank, rivals, pages of the list of empires and refreshes of a ranking, in the small and the large world, beside selecting the
 * same rows by their primary keys. One reader at a time.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { withServers, type Context, type Row } from '../context.ts';
import { load, type LoadResult, type Request } from '../harness/load.ts';
import type { Server } from '../harness/processes.ts';
import { formatNumber, type Line } from '../harness/report.ts';
import { interleave } from '../harness/rounds.ts';
import { ratioOf } from '../harness/stats.ts';
import { withClient } from '../worlds/cluster.ts';
import { playersOf, type Player } from '../worlds/ids.ts';
import type { World } from '../worlds/world.ts';
import { medianCpu, medianMs } from './compare.ts';

const readers = 20;
const pageSize = 20;

interface List {
  what: string;
  path: (world: World) => string;
  isPage: boolean;
  /** The number of rows of empires that it shows. */
  rows: number;
}

const lists: readonly List[] = [
  { what: 'own rank', path: () => '/api/leaderboard?limit=1', isPage: false, rows: 2 },
  { what: 'rivals (a ranking of /world)', path: () => '/world?from=2', isPage: true, rows: 53 },
  {
    what: 'middle page of a ranking of /world',
    path: ({ empires }) => `/world?from=${Math.floor(empires / 2)}`,
    isPage: true,
    rows: 53,
  },
  { what: 'page 1 of /api/empires', path: () => '/api/empires', isPage: false, rows: pageSize },
  {
    what: 'middle page of /api/empires',
    path: ({ empires }) => `/api/empires?page=${Math.floor(empires / pageSize / 2)}`,
    isPage: false,
    rows: pageSize,
  },
];

/** Requests of the peer: random empires by their keys. */
async function byKeys({ url }: World, rows: number): Promise<Request[]> {
  const found = await withClient(url, (client) =>
    client.query<{ id: string }>('SELECT id FROM empires ORDER BY md5(id::text) LIMIT $1', [readers * rows]),
  );
  const ids = found.rows.map(({ id }) => id);
  return Array.from({ length: readers }, (_, index) => ({
    method: 'GET',
    path: `/empires?ids=${ids.slice(index * rows, (index + 1) * rows).join(',')}`,
  }));
}

const requestsOf = (world: World, { path, isPage }: List, players: readonly Player[]): Request[] =>
  players.map(({ bearer, cookie }) => ({
    ...{ method: 'GET', path: path(world), headers: isPage ? cookie : bearer },
  }));

/** Long enough for several requests, if one takes seconds. */
async function chooseSeconds(server: Server, requests: readonly Request[]): Promise<number> {
  const since = performance.now();
  await (await fetch(server.url + (requests[0]?.path ?? ''), { headers: requests[0]?.headers ?? {} })).text();
  return Math.min(8, Math.max(1, Math.ceil((3 * (performance.now() - since)) / 1000)));
}

interface Compared {
  product: LoadResult[];
  keys: LoadResult[];
}

/** Measures every list of a world. */
async function measureWorld(context: Context, world: World): Promise<Compared[]> {
  const { startProduct, startPeer, rounds, loadOptions } = context;
  const players = playersOf(world.empires, readers);
  return withServers(
    { product: startProduct(world), keys: startPeer('node-select.mjs', world.url) },
    async (servers) => {
      await awaitRefreshes(world);
      const compared: Compared[] = [];
      for (const list of lists) {
        const requests = requestsOf(world, list, players);
        const keys = await byKeys(world, list.rows);
        const seconds = await chooseSeconds(servers.product, requests);
        const one = { ...loadOptions, connections: 1 };
        compared.push(
          await interleave(Math.min(rounds, 3), {
            product: () => load(servers.product, requests, { ...one, seconds }),
            keys: () => load(servers.keys, keys, { ...one, seconds: 1 }),
          }),
        );
      }
      return compared;
    },
  );
}

const p50Of = (results: readonly LoadResult[]): number[] => results.map(({ p50Ms }) => p50Ms);
const postgresOf = (results: readonly LoadResult[]): number[] =>
  results.map(({ cpu }) => cpu?.postgres ?? Number.NaN);

function toLines(world: World, { what, isPage }: List, { product, keys }: Compared): Line {
  // A page also renders 103 rows, so only the time of Postgres can be compared with selecting them.
  const ratio = isPage
    ? ratioOf(postgresOf(product), postgresOf(keys))
    : ratioOf(p50Of(product), p50Of(keys));
  const keysText = isPage
    ? `${formatNumber(medianCpu(keys)?.postgres ?? Number.NaN)} us of Postgres`
    : `${formatNumber(medianMs(keys, 'p50Ms'))} ms`;
  return {
    what: `${what}, ${world.empires.toLocaleString('en')} empires`,
    ours: `${formatNumber(medianMs(product, 'p50Ms'))} ms`,
    peer: `the same rows by keys ${keysText}`,
    ...{ ratio, cpu: medianCpu(product), target: 'listKeys' },
  };
}

/** Waits until the server has refreshed all rankings: a new start of Postgres counts as a change. */
async function awaitRefreshes({ url }: World): Promise<void> {
  await withClient(url, async (client) => {
    const isOld = `changes NOT LIKE pg_postmaster_start_time() || '%'`;
    while ((await client.query(`SELECT FROM ranking_refreshes WHERE ${isOld} LIMIT 1`)).rows.length > 0)
      await wait(1_000);
  });
}

/** How long the longest refresh took while no rank had changed. Readers do not wait for it. */
async function readRefresh({ url, empires }: World): Promise<Line> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ ms: string }>('SELECT max(took_ms) AS ms FROM ranking_refreshes'),
  );
  const value = Number(rows[0]?.ms);
  return {
    what: `refresh of an unchanged ranking, ${empires.toLocaleString('en')} empires`,
    ours: `${formatNumber(value)} ms`,
  };
}

export const listRow: Row = {
  name: 'lists',
  isLarge: true,
  run: async (context) => {
    const { small, large } = context;
    const ofSmall = await measureWorld(context, small);
    const ofLarge = large === null ? null : await measureWorld(context, large);
    const refreshes = [await readRefresh(small), ...(large === null ? [] : [await readRefresh(large)])];
    const figures = lists.flatMap((list, index) => {
      const smallResult = ofSmall[index];
      const largeResult = ofLarge?.[index];
      const lines: Line[] = [];
      if (smallResult !== undefined) lines.push(toLines(small, list, smallResult));
      if (large !== null && largeResult !== undefined) lines.push(toLines(large, list, largeResult));
      if (smallResult !== undefined && largeResult !== undefined) {
        lines.push({
          what: `${list.what}, growth with the world`,
          ours: `${formatNumber(medianMs(largeResult.product, 'p50Ms'))} ms`,
          peer: `small world ${formatNumber(medianMs(smallResult.product, 'p50Ms'))} ms`,
          ratio: ratioOf(p50Of(largeResult.product), p50Of(smallResult.product)),
          target: 'listFlat',
        });
      }
      return lines;
    });
    return [...figures, ...refreshes];
  },
};
