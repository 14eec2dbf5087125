/** What Prometheus reads of an instance's state at the moment it asks: nothing here is counted as it happens. */
import { Counter, Gauge } from 'prom-client';
import type pg from 'pg';
import type { Passwords } from '../account/passwords.ts';
import { version } from '../documents/version.ts';
import { runChecks, type Checks } from './health.ts';
import { createCachedProbe } from '../kernel/cached-probe.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { Gateway } from '../realtime/gateway.ts';
import type { Services } from '../world/execute-command.ts';
import type { WorldClock } from '../world/clock.ts';
import { selectPresent } from '../world/contacts.ts';
import { selectRowCounts } from '../world/row-counts.ts';

export interface Sources {
  pool: pg.Pool;
  services: Services;
  worldClock: WorldClock;
  gateway: Gateway;
  passwords: Passwords;
  checks: Checks;
}

/** The database is looked at so often, however often it is asked. */
const look = { freshMs: 5_000, patienceMs: 1_000 };

type Readings = readonly (readonly [label: string, value: number])[];

/** Adds the gauges of an instance to its metrics. Where the database does not answer, its gauges are absent. */
export function registerCollectors({ registry }: Metrics, sources: Sources): void {
  const { pool, services, worldClock, gateway, passwords, checks } = sources;
  const registers = [registry];
  const describe = (name: string, help: string, ...labelNames: string[]) => ({
    name: `hegemon_${name}`,
    help,
    labelNames,
    registers,
  });
  const read = (
    name: string,
    help: string,
    label: string,
    readAll: () => Readings | Promise<Readings>,
  ): void => {
    new Gauge({
      ...describe(name, help, label),
      async collect() {
        const readings = await readAll();
        this.reset();
        for (const [of, value] of readings) this.set({ [label]: of }, value);
      },
    });
  };

  new Gauge(describe('build_info', 'What runs.', 'version', 'node')).set(
    { version, node: process.versions.node },
    1,
  );
  // Before whatever asks the database itself: each is read in its turn.
  read('db_pool_connections', 'Connections of the pool.', 'state', () => [
    ['idle', pool.idleCount],
    ['busy', pool.totalCount - pool.idleCount],
  ]);
  new Gauge({
    ...describe('db_pool_waiting', 'Statements and transactions that wait for a connection.'),
    collect() {
      this.set(pool.waitingCount);
    },
  });
  read('check', 'Whether what serving needs is there: the checks of /readyz.', 'check', async () =>
    (await runChecks(checks)).map(({ name, ok }) => [name, Number(ok)]),
  );
  new Gauge({
    ...describe('clock_quarantined', 'Empires and contacts that could not be settled and are left alone.'),
    collect() {
      this.set(worldClock.quarantined);
    },
  });
  read('sockets', 'Live connections.', 'transport', () => Object.entries(gateway.countSockets()));
  const semaphores = Object.entries({
    passwords: passwords.semaphore,
    foundings: services.foundingSemaphore,
  });
  read('gate_waiting', 'Work in line: passwords to hash, empires to found.', 'gate', () =>
    semaphores.map(([name, { waiting }]) => [name, waiting]),
  );
  new Counter({
    ...describe('gate_refused_total', 'Work refused with BUSY because too much was in line.', 'gate'),
    collect() {
      this.reset();
      for (const [gate, { refused }] of semaphores) this.inc({ gate }, refused);
    },
  });

  const lookAtWorld = createCachedProbe(async () => {
    const [sizes, present] = await Promise.all([selectRowCounts(pool), selectPresent(services)]);
    return { sizes, ...present };
  }, look);
  read('world_rows', 'Rows by kind; above 10,000 an estimate.', 'of', async () =>
    ((await lookAtWorld())?.sizes ?? []).map(({ of, rows }) => [of, rows]),
  );
  read('overdue_seconds', 'Age of the oldest thing that is due and not settled.', 'of', async () => {
    const seen = await lookAtWorld();
    if (seen === null) return [];
    const age = (dueAt: number | null): number => Math.max(seen.now - (dueAt ?? seen.now), 0) / 1000;
    return [
      ['empire', age(seen.nextDueAt)],
      ['contact', age(seen.nextContactAt)],
    ];
  });
}
