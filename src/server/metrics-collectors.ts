import { Counter, Gauge } from 'prom-client';
import type pg from 'pg';
import type { Passwords } from '../account/passwords.ts';
import { readBackupAge } from '../admin/world/info.ts';
import { version } from '../kernel/version.ts';
import { runChecks, type Checks } from './health.ts';
import { createCachedProbe } from '../kernel/cached-probe.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { Gateway } from '../realtime/gateway.ts';
import type { Services } from '../world/services.ts';
import type { WorldClock } from '../world/clock.ts';
import { selectPresent } from '../world/due-work.ts';

export interface Sources {
  pool: pg.Pool;
  services: Services;
  worldClock: WorldClock;
  gateway: Gateway;
  passwords: Passwords;
  checks: Checks;
}

/** Limits the queries, however often metrics are scraped. */
const worldProbe = { ttlMs: 5_000, timeoutMs: 1_000 };

type Readings = readonly (readonly [label: string, value: number])[];

/** If the database does not respond, the gauges that need it are absent. */
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
    readValues: () => Readings | Promise<Readings>,
  ): void => {
    new Gauge({
      ...describe(name, help, label),
      async collect() {
        const readings = await readValues();
        this.reset();
        for (const [labelValue, value] of readings) this.set({ [label]: labelValue }, value);
      },
    });
  };

  new Gauge(describe('build_info', 'Version of the server and of Node; always 1.', 'version', 'node')).set(
    { version, node: process.versions.node },
    1,
  );
  // Registered before the collectors whose queries it would count.
  read('db_pool_connections', 'Connections of the pool by state.', 'state', () => [
    ['idle', pool.idleCount],
    ['busy', pool.totalCount - pool.idleCount],
  ]);
  new Gauge({
    ...describe('db_pool_waiting', 'Statements and transactions waiting for a connection.'),
    collect() {
      this.set(pool.waitingCount);
    },
  });
  read('check', 'Readiness checks of /readyz: 1 if passed.', 'check', async () =>
    (await runChecks(checks)).map(({ name, ok }) => [name, Number(ok)]),
  );
  new Gauge({
    ...describe('clock_quarantined', 'Empires and battles in quarantine because their due work failed.'),
    collect() {
      this.set(worldClock.quarantined);
    },
  });
  read('sockets', 'Live connections.', 'transport', () => Object.entries(gateway.countSockets()));
  new Counter({
    ...describe('events_delivered_total', 'Events sent, counted once per socket.', 'event'),
    collect() {
      this.reset();
      for (const [event, sent] of Object.entries(gateway.countDelivered())) this.inc({ event }, sent);
    },
  });
  const semaphores = Object.entries({
    passwords: passwords.semaphore,
    foundings: services.foundingSemaphore,
  });
  read('gate_waiting', 'Queued work: passwords to hash, empires to found.', 'gate', () =>
    semaphores.map(([name, { waiting }]) => [name, waiting]),
  );
  new Counter({
    ...describe('gate_refused_total', 'Work rejected with BUSY because its queue was full.', 'gate'),
    collect() {
      this.reset();
      for (const [gate, { refused }] of semaphores) this.inc({ gate }, refused);
    },
  });

  const probeBackup = createCachedProbe(() => readBackupAge(pool), services.clock.machine, worldProbe);
  new Gauge({
    ...describe('backup_age_seconds', 'Age of the last backup; absent without one.'),
    async collect() {
      const age = await probeBackup();
      if (age === null) this.remove();
      else this.set(age);
    },
  });
  const probeWorld = createCachedProbe(() => selectPresent(services), services.clock.machine, worldProbe);
  read('overdue_seconds', 'Age of the oldest due work that was not applied yet.', 'of', async () => {
    const present = await probeWorld();
    if (present === null) return [];
    const age = (dueAt: number | null): number => Math.max(present.now - (dueAt ?? present.now), 0) / 1000;
    return [
      ['empire', age(present.next.empire)],
      ['contact', age(present.next.meeting)],
    ];
  });
}
