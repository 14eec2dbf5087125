/**
 * Connections to Postgres that outlive a simulated connection: opening one costs more than a whole history. Each serves
 * one simulated connection at a time, and is reset for the next one.
 */
import { once } from 'node:events';
import pg from 'pg';

/** The class before the simulation replaces it. */
const { Client } = pg;

/** Whether Postgres runs on this machine, for this run alone: its processes may be stopped. */
export const isLocal = (process.env.TEST_DATABASE_URL ?? '') === '';

/**
 * What every backend is set to: simulated time instead of the server's, and a message when it has waited for a lock and
 * found no deadlock.
 */
const settings = [
  'search_path=simulation,pg_catalog,public',
  ...['deadlock_timeout=1ms', 'log_lock_waits=on', 'client_min_messages=log', 'lc_messages=C'],
  // The order of rows follows from plans, which must not depend on the rows that earlier histories have left.
  ...['max_parallel_workers_per_gather=0', 'enable_seqscan=off'],
];

/** A message of Postgres, as pg has parsed it; the other members depend on the name. */
export interface Message {
  name: string;
  /** Of an error: the SQLSTATE. */
  code?: string | undefined;
  /** Of a notice. */
  message?: string | undefined;
  /** Of the end of a command: its tag. */
  text?: string | undefined;
  /** Of the end of a batch: the state of the transaction. */
  status?: string | undefined;
}

export class Backend {
  readonly pid: number;
  readonly #client: pg.Client;
  readonly #connection: pg.Connection;
  /** The statements that earlier connections have prepared, which remain: Postgres would parse all of them again. */
  readonly prepared = new Set<string>();
  onMessage: (message: Message) => void = () => undefined;

  private constructor(client: pg.Client) {
    const { processID, connection } = client as unknown as { processID: number; connection: pg.Connection };
    [this.pid, this.#client, this.#connection] = [processID, client, connection];
    connection.on('message', (message: Message) => this.onMessage(message));
    // Its client has only opened it, and must not take messages for its own.
    for (const name of connection.eventNames())
      if (name !== 'message' && name !== 'error') connection.removeAllListeners(name);
  }

  static async open(url: string): Promise<Backend> {
    const options = settings.map((setting) => `-c ${setting}`).join(' ');
    const client = new Client({ connectionString: url, options });
    await client.connect();
    return new Backend(client);
  }

  send(messages: readonly Buffer[]): void {
    this.#connection.stream.write(Buffer.concat(messages));
  }

  /** Makes Postgres send the notifications that it has. */
  probe(): void {
    this.#connection.sync();
  }

  /**
   * Stops its process while it waits for a lock, or lets it run again. Elsewhere, it continues: Postgres decides which
   * batch has a row first.
   */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (isLocal) process.kill(this.pid, signal);
  }

  /** Ends its transaction and drops what the session has left, so that another connection can use it. */
  async reset(): Promise<void> {
    this.onMessage = () => undefined;
    this.#connection.query('ROLLBACK; UNLISTEN *; RESET ALL; SELECT pg_advisory_unlock_all()');
    await once(this.#connection, 'readyForQuery');
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
