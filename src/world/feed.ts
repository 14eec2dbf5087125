/**
 * The feed: events as they leave the database, on every instance, in the order of the commits that caused them
 * (NOTIFY keeps it). One connection of its own; when it breaks it is made again, and the listener is told that
 * something may have been missed.
 */
import pg from 'pg';
import { applicationNames, worldChannel } from '../db/names.ts';
import type { Log } from '../kernel/log.ts';
import type { Notification } from './notifications.ts';

const retryMs = 250;
/** How often a silent connection is asked whether it still stands: a network may drop it without a word. */
const heartbeatMs = 5_000;

export interface FeedListener {
  onEvent: (event: Notification) => void;
  /** The connection was lost and is back: events in between are missing. */
  onGap: () => void;
  /** What each new connection goes through before it listens. */
  holdWorldLock?: (client: pg.Client) => Promise<void>;
}

export class Feed {
  readonly #connectionString: string;
  readonly #log: Log;
  readonly #listener: FeedListener;
  readonly #heartbeatMs: number;
  #client: pg.Client | null = null;
  #retry: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #stopped = false;

  /** @param heartbeat milliseconds between two questions whether the connection stands, and until it is given up */
  constructor(connectionString: string, listener: FeedListener, log: Log, heartbeat = heartbeatMs) {
    this.#connectionString = connectionString;
    this.#log = log;
    this.#listener = listener;
    this.#heartbeatMs = heartbeat;
  }

  /** Resolves when the first connection listens. */
  async start(): Promise<void> {
    await this.#connect();
    this.#heartbeat = setInterval(() => {
      // Whoever does not answer in time is ended, which leads to a new connection.
      const client = this.#client;
      client?.query('SELECT').catch((error: unknown) => {
        this.#log.warn({ err: error }, 'the feed does not answer');
        void client.end();
      });
    }, this.#heartbeatMs);
    this.#heartbeat.unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
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
      this.#take(payload ?? '');
    });
    client.on('error', (error) => {
      this.#log.warn({ err: error }, 'the feed lost its connection');
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
    this.#retry = setTimeout(() => {
      this.#connect().then(
        () => {
          if (!this.#stopped) this.#listener.onGap();
        },
        () => {
          if (!this.#stopped) this.#reconnectLater();
        },
      );
    }, retryMs);
  }

  #take(payload: string): void {
    try {
      this.#listener.onEvent(JSON.parse(payload) as Notification);
    } catch (error) {
      this.#log.error({ err: error }, 'an event could not be told');
    }
  }
}
