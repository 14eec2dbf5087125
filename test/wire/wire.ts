/**
 * The wire between the instances and Postgres. One backend runs at a time: `settle` waits until Postgres has answered
 * every released batch, or waits for a lock, and until the instances have nothing left to do.
 */
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { Backend } from './backend.ts';
import { Connection } from './connection.ts';
import { Draw } from './draw.ts';
import { recorder, type RecordedChange } from './recording.ts';
import type { Instance } from './instance.ts';
import type { SimulatedTime } from './time.ts';

/** Turns of the event loop without any event, after which an instance is idle. */
const idleTurns = 4;
/** Limits of the product's connections, which the wire applies in simulated time. */
const limits = { lockMs: 2_000, idleInTransactionMs: 3_000 };

export class Wire {
  readonly url: string;
  readonly time: SimulatedTime;
  /** For the simulation itself. It sees simulated time, and has none of the limits of the product's connections. */
  readonly pool: pg.Pool;
  connections: Connection[] = [];
  /** All committed changes, in the order of the commits. */
  committed: RecordedChange[] = [];
  /** Changes that run once more after their commit. */
  repeated: RecordedChange[] = [];
  /** The names of the statements that notify. */
  readonly notifying = new Set<string>();
  /** Those that ran outside of a transaction: before the commit of what they report, or without it. */
  strayed: string[] = [];
  /** Chooses the next one of those that no lock holds up any more. */
  chance = new Draw(0);
  /** The connection whose answer the instances work on. */
  delivering: Connection | null = null;
  readonly #free: Backend[] = [];
  #opening: Promise<void>[] = [];
  #opened = 0;
  /** Whether a batch was answered outside of a transaction: other connections may have notifications. */
  mustProbe = false;
  #stopWaiting: () => void = () => undefined;

  constructor(url: string, time: SimulatedTime, pool: pg.Pool) {
    [this.url, this.time, this.pool] = [url, time, pool];
  }

  /** Makes pg open the connections of instances here. */
  install(): void {
    const { Pool, Client } = pg;
    const simulated = (config: pg.ClientConfig): pg.ClientConfig => {
      const { owner } = this.time;
      return owner === null
        ? config
        : ({ ...config, connection: this.#open(owner, config) } as pg.ClientConfig);
    };
    class SimulatedClient extends Client {
      constructor(config: pg.ClientConfig = {}) {
        super(simulated(config));
      }
    }
    class SimulatedPool extends Pool {
      constructor(config: pg.PoolConfig = {}) {
        super({ ...config, Client: SimulatedClient, idleTimeoutMillis: 0 });
      }
    }
    Object.assign(pg, { Pool: SimulatedPool, Client: SimulatedClient });
    recorder.onChange = (change) => {
      this.delivering?.changes.push(change);
      if (this.committed.some((other) => other.decide === change.decide)) this.repeated.push(change);
    };
  }

  /** Runs what an instance does next, and waits until everything is quiet. Returns what the step returns. */
  async run<T>(owner: Instance | null, step: () => T): Promise<T> {
    this.time.owner = owner;
    try {
      const result = step();
      await this.settle();
      return result;
    } finally {
      this.time.owner = null;
      this.delivering = null;
    }
  }

  async settle(): Promise<void> {
    // What Postgres answers is held here: only the step itself gives an instance something to do.
    if (this.time.owner !== null) await this.#waitUntilIdle();
    for (;;) {
      if (this.#opening.length > 0) {
        await Promise.all(this.#opening.splice(0));
      } else if (this.connections.some(({ running, isBlocked }) => running.length > 0 && !isBlocked)) {
        await new Promise<void>((resolve) => {
          this.#stopWaiting = resolve;
        });
      } else if (await this.#proceed()) {
        // One after the other, so that the seed decides which of them has a row first.
      } else if (this.mustProbe) {
        // What the last transaction has notified arrives before the answer to this.
        this.mustProbe = false;
        for (const connection of this.connections) {
          if (connection.isFeed && connection.backend !== null && connection.running.length === 0)
            connection.probe();
        }
      } else if (!(await this.#recycle())) return;
    }
  }

  /** Moves time, and applies the limits of Postgres. */
  async setTime(now: number): Promise<void> {
    this.time.now = now;
    await this.pool.query("INSERT INTO simulation.moments (at) SELECT setval('simulation.clock', $1)", [now]);
    for (const connection of [...this.connections]) {
      if (!connection.isBlocked || now - connection.since < limits.lockMs) continue;
      await this.cancel(connection, '55P03');
    }
    for (const connection of [...this.connections]) {
      const { status, running, since } = connection;
      if (status === 'I' || running.length > 0 || now - since < limits.idleInTransactionMs) continue;
      connection.terminate('25P03');
      await this.#give(connection);
    }
    await this.settle();
  }

  /** Ends the wait of a batch for a lock, as Postgres does after a timeout or in a deadlock. @param code the SQLSTATE */
  async cancel(connection: Connection, code: string): Promise<void> {
    const pid = connection.backend?.pid;
    connection.cancelledWith = code;
    await this.pool.query('SELECT pg_cancel_backend($1)', [pid]);
    connection.proceed();
    await this.settle();
    // A cancelled process forgets interrupts that came before, and a DROP DATABASE on its server waits for one of them
    // until another interrupt comes, such as this request.
    await this.pool.query('SELECT pg_log_backend_memory_contexts($1)', [pid]);
  }

  /** Closes every connection of the history; the backends remain for the next one. */
  async clear(): Promise<void> {
    for (const connection of this.connections) connection.held.splice(0);
    for (const connection of this.connections)
      if (connection.isBlocked) await this.cancel(connection, '57014');
    await this.settle();
    for (const connection of this.connections) await this.#give(connection);
    [this.connections, this.committed, this.repeated, this.strayed] = [[], [], [], []];
    this.#opened = 0;
  }

  async close(): Promise<void> {
    for (const backend of this.#free) await backend.close();
  }

  /** Something happens: an instance is not idle. */
  wake(): void {
    this.time.activity += 1;
    this.#stopWaiting();
  }

  /** Connects it with Postgres. */
  attach(connection: Connection): void {
    this.wake();
    const backend = this.#free.shift() ?? Backend.open(this.url);
    this.#opening.push(Promise.resolve(backend).then((opened) => connection.attach(opened)));
  }

  commit(changes: readonly RecordedChange[]): void {
    for (const change of changes) this.committed.push({ ...change, committedAt: this.time.now });
  }

  #open(owner: Instance, { application_name }: pg.ClientConfig): Connection {
    this.#opened += 1;
    const connection = new Connection(this.#opened, owner, application_name, this);
    this.connections.push(connection);
    return connection;
  }

  async #give(connection: Connection): Promise<void> {
    const { backend } = connection;
    connection.backend = null;
    connection.status = 'I';
    connection.changes = [];
    if (backend === null) return;
    await backend.reset();
    this.#free.push(backend);
    this.mustProbe = true;
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

  /** Lets one batch run that has waited for a lock, and has it now. Returns whether there was one. */
  async #proceed(): Promise<boolean> {
    const blocked = this.connections.filter(({ isBlocked }) => isBlocked);
    if (blocked.length === 0) return false;
    const { rows } = await this.pool.query<{ pid: number }>(
      `SELECT pid FROM unnest($1::int[]) AS pid WHERE pg_blocking_pids(pid) = '{}'`,
      [blocked.map(({ backend }) => backend?.pid)],
    );
    const free = blocked.filter(({ backend }) => rows.some(({ pid }) => pid === backend?.pid));
    if (free.length > 0) this.chance.pick(free).proceed();
    return free.length > 0;
  }
}
