/**
 * Breaks a running topology at random moments and in several ways at once: instances are killed and stopped, the database
 * restarts and ends connections, and two proxies cut connections.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { pickFrom } from '../support/pick-from.ts';
import type { Chance } from '../../src/bots/mind/chance.ts';
import type { CuttingProxy } from '../support/cutting-proxy.ts';
import { until } from '../support/programs.ts';
import { type Member, type Topology } from '../support/topology.ts';

/** The numbers of breaks. */
export interface Breaks {
  kills: number;
  stops: number;
  /** Of any kind. */
  databaseBreaks: number;
  databaseRestarts: Record<'fast' | 'immediate' | 'killed', number>;
  terminatedBackends: number;
  cutsOfPlayers: number;
  cutsOfDatabase: number;
  /** From the first statement of a restarted database to a ready instance, with all other breaks. */
  slowestRecoveryMs: number;
  /** Why starts of an instance failed; each was repeated. */
  failedStarts: string[];
}

export interface Targets {
  topology: Topology;
  /** Between the players and the balancer, and between the instances and the database. */
  proxies: { players: CuttingProxy; database: CuttingProxy };
  chance: Chance;
  isOver: (breaks: Breaks) => boolean;
  /** Receives each killed instance. */
  onKill: (member: Member) => void;
}

/** The signals that end a Postgres: clients are disconnected, its processes abort, or it is killed. */
const endings = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const;
/** Shorter than the pauses of an instance, so that no start is missed. */
const pauseMs = { instance: 2_000, database: 1_500, players: 1_000 };
const longestStopMs = 4_000;
/** About the size of an exchange, so that connections break inside of it. */
const maxBytes = 3_000;
/** Every sixth break of the database is a restart, beginning with the first. */
const breaksPerRestart = 6;
/** Every third break of instances is a stop, beginning with the first. */
const breaksPerStop = 3;

async function startAgain({ topology }: Targets, index: number, breaks: Breaks): Promise<void> {
  for (;;) {
    try {
      await topology.startMember(index);
      return;
    } catch (error) {
      breaks.failedStarts.push(String(error));
    }
  }
}

async function breakInstance(targets: Targets, index: number, breaks: Breaks): Promise<void> {
  const { topology, chance, onKill } = targets;
  const member = topology.members[index];
  if (member === undefined) return;
  if ((breaks.kills + breaks.stops) % breaksPerStop === 0) {
    breaks.stops += 1;
    member.child.kill('SIGSTOP');
    await delay(chance() * longestStopMs);
    member.child.kill('SIGCONT');
    return;
  }
  breaks.kills += 1;
  await member.end('SIGKILL');
  onKill(member);
  await startAgain(targets, index, breaks);
}

/** Whether the database executes a statement. */
const isServing = ({ pool }: Topology): Promise<boolean> =>
  pool.query('SELECT').then(
    () => true,
    () => false,
  );

/** Whether an instance answers that it can serve. */
export const isReady = ({ url }: Topology): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function restartDatabase({ topology, chance }: Targets, breaks: Breaks): Promise<void> {
  const { rows } = await topology.pool.query<{ folder: string }>(
    `SELECT current_setting('data_directory') AS folder`,
  );
  const [pid = ''] = (await readFile(`${rows[0]?.folder ?? ''}/postmaster.pid`, 'utf8')).split('\n');
  const way = pickFrom(Object.keys(endings) as (keyof typeof endings)[], chance);
  process.kill(Number(pid), endings[way]);
  breaks.databaseRestarts[way] += 1;
  await until(async () => !(await isServing(topology)), 'the end of the database');
  await until(() => isServing(topology), 'the database');
  const since = performance.now();
  await until(() => isReady(topology), 'a ready instance');
  breaks.slowestRecoveryMs = Math.max(breaks.slowestRecoveryMs, Math.round(performance.now() - since));
}

async function breakDatabase(targets: Targets, breaks: Breaks): Promise<void> {
  const { topology, proxies, chance } = targets;
  const number = breaks.databaseBreaks++;
  if (number % breaksPerRestart === 0) {
    await restartDatabase(targets, breaks);
  } else if (number % 2 === 0) {
    proxies.database.cutAfter(1 + Math.floor(chance() * maxBytes));
    breaks.cutsOfDatabase += 1;
  } else {
    const { rowCount } = await topology.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'hegemon%' AND random() < $1`,
      [chance()],
    );
    breaks.terminatedBackends += rowCount ?? 0;
  }
}

/** Breaks everything until it is over. Resolves when all processes run again. */
export async function breakEverything(targets: Targets): Promise<Breaks> {
  const { topology, proxies, chance, isOver } = targets;
  const breaks: Breaks = {
    kills: 0,
    stops: 0,
    databaseBreaks: 0,
    databaseRestarts: { fast: 0, immediate: 0, killed: 0 },
    terminatedBackends: 0,
    cutsOfPlayers: 0,
    cutsOfDatabase: 0,
    slowestRecoveryMs: 0,
    failedStarts: [],
  };
  const repeat = async (meanMs: number, work: () => Promise<void>): Promise<void> => {
    for (;;) {
      await delay(2 * chance() * meanMs);
      if (isOver(breaks)) return;
      await work();
    }
  };
  await Promise.all([
    ...topology.members.map((_, index) =>
      repeat(pauseMs.instance, () => breakInstance(targets, index, breaks)),
    ),
    repeat(pauseMs.database, () => breakDatabase(targets, breaks)),
    repeat(pauseMs.players, () => {
      proxies.players.cutAfter(1 + Math.floor(chance() * maxBytes));
      breaks.cutsOfPlayers += 1;
      return Promise.resolve();
    }),
  ]);
  return breaks;
}
