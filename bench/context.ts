/** What the rows of the benchmark work with: the databases, the build, the length of the rounds. */
import { join } from 'node:path';
import type { LoadOptions } from './harness/load.ts';
import { startProduct, type ProductOptions } from './harness/product.ts';
import { startServer, type Server } from './harness/processes.ts';
import type { Line } from './harness/report.ts';
import { waitUntilIdle } from './worlds/idle.ts';
import type { Cluster } from './worlds/cluster.ts';
import { sessionSecret } from './worlds/ids.ts';
import { openPeers, peerPath } from './worlds/peers.ts';
import { openWorld, type World } from './worlds/world.ts';

export interface Options {
  /** The dist folder of the measured build. */
  dist: string;
  isQuick: boolean;
}

export interface Context extends Options {
  cluster: Cluster;
  report: (text: string) => void;
  /** 20,000 empires, copied from the seed for this run. */
  small: World;
  /** 1,000,000 empires; null in a quick run. */
  large: World | null;
  peersUrl: string;
  /** Number of rounds, and seconds of load in each. */
  rounds: number;
  seconds: number;
  /** The length and the counted Postgres of a load. */
  loadOptions: LoadOptions;
  /** Starts the measured server on a world. */
  startProduct: (world: World, options?: Partial<ProductOptions>) => Promise<Server>;
  /** Starts a server of bench/peers. */
  startPeer: (name: string, databaseUrl?: string, node?: readonly string[]) => Promise<Server>;
}

/** A part of the benchmark: measures and returns the lines of its comparisons. Its servers end before it returns. */
export interface Row {
  name: string;
  /** Whether it needs the large world. Without it, a quick run uses the small one. */
  isLarge: boolean;
  run: (context: Context) => Promise<Line[]>;
}

const defaultDist = join(import.meta.dirname, '../dist');
const smallEmpires = 20_000;
const largeEmpires = 1_000_000;

export const distFrom = (folder: string | undefined): string => folder ?? defaultDist;

export async function openContext(
  cluster: Cluster,
  { dist, isQuick }: Options,
  needsLarge: boolean,
  report: (text: string) => void,
): Promise<Context> {
  const open = (empires: number, isFresh: boolean): Promise<World> =>
    openWorld(cluster, dist, { empires, isFresh }, report);
  const seconds = isQuick ? 1 : 3;
  const context: Context = {
    ...{ dist, isQuick, cluster, report, seconds },
    rounds: isQuick ? 2 : 5,
    small: await open(smallEmpires, true),
    large: needsLarge && !isQuick ? await open(largeEmpires, false) : null,
    peersUrl: await openPeers(cluster, report),
    loadOptions: { seconds, postmaster: cluster.postmaster },
    startProduct: (world, options = {}) => startProduct({ dist, world, ...options }),
    startPeer: (name, databaseUrl = context.peersUrl, node = []) =>
      startServer([...node, peerPath(name)], { DATABASE_URL: databaseUrl, SESSION_SECRET: sessionSecret }),
  };
  // The first start applies migrations and may build derived data, which is no part of any row.
  for (const world of [context.small, context.large]) {
    if (world === null) continue;
    const server = await context.startProduct(world);
    await waitUntilIdle(cluster, world.url);
    await server.stop();
  }
  return context;
}

/** Starts servers, runs the work with them, and stops them in any case. */
export async function withServers<Name extends string, T>(
  starts: Record<Name, Promise<Server>>,
  work: (servers: Record<Name, Server>) => Promise<T>,
): Promise<T> {
  const names = Object.keys(starts) as Name[];
  const settled = await Promise.allSettled(names.map((name) => starts[name]));
  const started = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  try {
    const failed = settled.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return await work(Object.fromEntries(names.map((name, index) => [name, started[index]])) as never);
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}
