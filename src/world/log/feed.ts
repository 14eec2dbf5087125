/**
 * The feed: every instance receives all notifications of the database, in commit order, which NOTIFY keeps. The feed
 * has a connection of its own. After a reconnect it reports a gap, because notifications may be missing.
 */
import pg from 'pg';
import type { MachineTime } from '../../kernel/clock.ts';
import { applicationNames, worldChannel } from '../../db/names.ts';
import type { Log } from '../../kernel/log.ts';
import type { Notification } from './notifications.ts';

const retryMs = 250;
/** The interval of the connection check: a network may drop a connection silently. */
const heartbeatMs = 5_000;

export interface FeedListener {
  onEvent: (event: Notification) => void;
  /** Called after a reconnect: the notifications in between are missing. */
  onGap: () => void;
  /** Runs on each new connection before it listens. */
  holdWorldLock?: (client: pg.Client) => Promise<void>;
}

export class Feed {
  readonly #connectionString: string;
  readonly #time: MachineTime;
  readonly #log: Log;
  readonly #listener: FeedListener;
  readonly #heartbeatMs: number;
  #client: pg.Client | null = null;
  #cancelRetry: () => void = () => undefined;
  #stopHeartbeat: () => void = () => undefined;
  #stopped = false;

  /** @param heartbeat milliseconds between two connection checks, and the timeout of each check */
  constructor(
    connectionString: string,
    listener: FeedListener,
    time: MachineTime,
    log: Log,
    heartbeat = heartbeatMs,
  ) {
    this.#connectionString = connectionString;
    this.#time = time;
    this.#log = log;
    this.#listener = listener;
    this.#heartbeatMs = heartbeat;
  }

  /** Resolves when the first connection listens. */
  async start(): Promise<void> {
    await this.#connect();
    this.#stopHeartbeat = this.#time.every(this.#heartbeatMs, () => {
      // A connection that fails the check is closed; its `end` event then opens a new one.
      const client = this.#client;
      client?.query('SELECT').catch((error: unknown) => {
        this.#log.warn({ err: error }, 'feed: connection check failed, reconnecting');
        void client.end();
      });
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelRetry();
    this.#stopHeartbeat();
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: applicationNames.feed,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: this.#heartbeatMs,
    });
    client.on('notification', ({ payload }) => {
      this.#handlePayload(payload ?? '');
    });
    client.on('error', (error) => {
      this.#log.warn({ err: error }, 'feed: disconnected');
    });
    client.on('end', () => {
      if (this.#client === client && !this.#stopped) this.#reconnectLater();
    });
    try {
      await client.connect();
      await this.#listener.holdWorldLock?.(client);
      await client.query(`LISTEN ${worldChannel}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    if (this.#stopped) await client.end().catch(() => undefined);
  }

  #reconnectLater(): void {
    this.#client = null;
    this.#cancelRetry = this.#time.after(retryMs, () => {
      this.#connect().then(
        () => {
          if (!this.#stopped) this.#listener.onGap();
        },
        () => {
          if (!this.#stopped) this.#reconnectLater();
        },
      );
    });
  }

  #handlePayload(payload: string): void {
    try {
      this.#listener.onEvent(JSON.parse(payload) as Notification);
    } catch (error) {
      this.#log.error({ err: error }, 'feed: failed to handle a notification');
    }
  }
}
