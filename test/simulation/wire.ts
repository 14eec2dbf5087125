/**
 * The wire between the instances and Postgres. One backend runs at a time: `settle` waits until Postgres has answered
 * every released batch, or waits for a lock, and until the instances have nothing left to do.
 */
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { applicationNames } from '../../src/db/names.ts';
import { Backend } from './backend.ts';
import { Connection } from './connection.ts';
import { recorder, type RecordedChange } from './recording.ts';
import type { Owner, SimulatedTime } from './time.ts';

/** Turns of the event loop without any event, after which an instance is idle. */
const idleTurns = 4;
/** Limits of the product's connections, which the wire applies in simulated time. */
const limits = { lockMs: 2_000, idleInTransactionMs: 3_000 };

export class Wire {
  readonly url: string;
  readonly isLocal: boolean;
  readonly time: SimulatedTime;
  /** A connection that is no part of the simulation. */
  readonly control: pg.Client;
  connections: Connection[] = [];
  /** All committed changes, in the order of the commits. */
  committed: RecordedChange[] = [];
  /** Changes that run once more after their commit. */
  repeated: RecordedChange[] = [];
  /** Chooses the next one of those that no lock holds up any more. */
  pick: (waiting: readonly Connection[]) => Connection | undefined = ([first]) => first;
  /** The connection whose answer the instances work on. */
  delivering: Connection | null = null;
  readonly #free: Backend[] = [];
  readonly #all: Backend[] = [];
  #opening: Promise<void>[] = [];
  #opened = 0;
  #mustProbe = false;
  #wake: () => void = () => undefined;

  /** @param isLocal whether the simulation may stop the processes of Postgres; otherwise Postgres decides which batch gets a row first */
  constructor(url: string, isLocal: boolean, time: SimulatedTime, control: pg.Client) {
    [this.url, this.isLocal, this.time, this.control] = [url, isLocal, time, control];
  }

  /** Makes pg open its connections here. Returns a function that restores it. */
  install(): () => void {
    const { Pool, Client } = pg;
    const open = (owner: Owner | null, name = ''): (() => Connection) => {
      if (owner === null) throw new Error('a connection belongs to no instance');
      return () => this.#open(owner, name);
    };
    const { time } = this;
    class SimulatedPool extends Pool {
      constructor(config: pg.PoolConfig = {}) {
        const stream = open(time.owner, config.application_name) as unknown as () => never;
        super({ ...config, stream, idleTimeoutMillis: 0 });
      }
    }
    class SimulatedClient extends Client {
      constructor(config: pg.ClientConfig = {}) {
        const stream = open(time.owner, config.application_name) as unknown as () => never;
        super({ ...config, stream });
      }
    }
    Object.assign(pg, { Pool: SimulatedPool, Client: SimulatedClient });
    recorder.onChange = (change) => {
      this.delivering?.changes.push(change);
      if (this.committed.some((other) => other.change === change.change)) this.repeated.push(change);
    };
    return () => {
      Object.assign(pg, { Pool, Client });
    };
  }

  /** Runs what an instance does next, and waits until everything is quiet. */
  async run(owner: Owner | null, step: () => void): Promise<void> {
    this.time.owner = owner;
    try {
      step();
      await this.settle();
    } finally {
      this.time.owner = null;
      this.delivering = null;
    }
  }

  async settle(): Promise<void> {
    for (;;) {
      await this.#waitUntilIdle();
      if (this.#opening.length > 0) {
        await Promise.all(this.#opening.splice(0));
      } else if (this.connections.some(({ running, isBlocked }) => running.length > 0 && !isBlocked)) {
        await this.#waitForBackend();
      } else if (await this.#proceed()) {
        // One after the other, so that the seed decides which of them has a row first.
      } else if (this.#mustProbe) {
        // What the last transaction has notified arrives before the answer to this.
        this.#mustProbe = false;
        for (const connection of this.connections) {
          const isFeed = connection.applicationName === applicationNames.feed;
          if (isFeed && connection.backend !== null && connection.running.length === 0) connection.probe();
        }
      } else if (!(await this.#recycle())) return;
    }
  }

  /** Moves time, and applies the limits of Postgres. */
  async setTime(now: number): Promise<void> {
    this.time.now = now;
    await this.control.query('INSERT INTO simulation.moments (at) VALUES ($1)', [now]);
    for (const connection of [...this.connections]) {
      if (!connection.isBlocked || now - connection.since < limits.lockMs) continue;
      await this.cancel(connection, '55P03');
    }
    for (const connection of [...this.connections]) {
      const { status, running, since } = connection;
      if (status !== 'I' && running.length === 0 && now - since >= limits.idleInTransactionMs)
        await this.terminate(connection, '25P03');
    }
    await this.settle();
  }

  /** Ends a session, and gives its backend to the next one. */
  async terminate(connection: Connection, code: string): Promise<void> {
    connection.terminate(code);
    await this.#give(connection);
  }

  /** Ends the wait of a batch for a lock, as Postgres does after a timeout or in a deadlock. @param code the SQLSTATE */
  async cancel(connection: Connection, code: string): Promise<void> {
    connection.cancelledWith = code;
    await this.control.query('SELECT pg_cancel_backend($1)', [connection.backend?.pid]);
    connection.proceed();
    await this.settle();
  }

  /** Closes every connection of the history; the backends remain for the next one. */
  async clear(): Promise<void> {
    for (const connection of this.connections) connection.held.splice(0);
    for (const connection of this.connections)
      if (connection.isBlocked) await this.cancel(connection, '57014');
    await this.settle();
    for (const connection of this.connections) await this.#give(connection);
    [this.connections, this.committed, this.repeated] = [[], [], []];
    this.#opened = 0;
  }

  async close(): Promise<void> {
    for (const backend of this.#all) await backend.close();
  }

  #open(owner: Owner, applicationName: string): Connection {
    this.#opened += 1;
    const connection = new Connection(this.#opened, owner, applicationName, {
      opened: (opened) => {
        this.#opening.push(this.#attach(opened));
      },
      active: () => {
        this.time.activity += 1;
        this.#wake();
      },
      committed: ({ changes }) => {
        for (const change of changes) this.committed.push({ ...change, committedAt: this.time.now });
      },
      idle: () => {
        this.#mustProbe = true;
      },
      blocked: (blocked) => {
        blocked.since = this.time.now;
      },
    });
    this.connections.push(connection);
    return connection;
  }

  async #attach(connection: Connection): Promise<void> {
    const index = this.#free.findIndex(
      ({ applicationName }) => applicationName === connection.applicationName,
    );
    let [backend] = index < 0 ? [] : this.#free.splice(index, 1);
    if (backend === undefined) {
      backend = await Backend.open(this.url, connection.applicationName, this.isLocal);
      this.#all.push(backend);
    }
    connection.attach(backend);
  }

  async #give(connection: Connection): Promise<void> {
    const { backend } = connection;
    connection.backend = null;
    connection.status = 'I';
    connection.changes = [];
    if (backend === null) return;
    await backend.reset();
    this.#free.push(backend);
    this.#mustProbe = true;
  }

  /** Takes back the backends of closed connections whose batches have all arrived. Returns whether there was one. */
  async #recycle(): Promise<boolean> {
    const closed = this.connections.filter(
      ({ writable, held, running, backend }) =>
        !writable && held.length === 0 && running.length === 0 && backend !== null,
    );
    for (const connection of closed) await this.#give(connection);
    this.connections = this.connections.filter(
      ({ writable, backend, replies }) => writable || backend !== null || replies.length > 0,
    );
    return closed.length > 0;
  }

  async #waitUntilIdle(): Promise<void> {
    for (let turns = 0, seen = -1; turns < idleTurns; turns++) {
      if (seen !== this.time.activity) turns = 0;
      seen = this.time.activity;
      await turn();
    }
  }

  /** Waits until Postgres sends something. */
  async #waitForBackend(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Lets one batch run that has waited for a lock, and has it now. Returns whether there was one. */
  async #proceed(): Promise<boolean> {
    const blocked = this.connections.filter(({ isBlocked }) => isBlocked);
    if (blocked.length === 0) return false;
    const { rows } = await this.control.query<{ pid: number }>(
      `SELECT pid FROM unnest($1::int[]) AS pid WHERE pg_blocking_pids(pid) = '{}'`,
      [blocked.map(({ backend }) => backend?.pid)],
    );
    const next = this.pick(blocked.filter(({ backend }) => rows.some(({ pid }) => pid === backend?.pid)));
    next?.proceed();
    return next !== undefined;
  }
}
