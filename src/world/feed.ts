/**
 * The feed: events as they leave the database, on every instance, in the order of the commits that caused them
 * (NOTIFY keeps it). One connection of its own; when it breaks it is made again, and listeners are told that
 * something may have been missed.
 */
import pg from 'pg';
import type { Log } from '../kernel/log.ts';
import type { WorldEvent } from './events.ts';

const retryMs = 250;

export interface FeedListener {
  onEvent: (event: WorldEvent) => void;
  /** The connection was lost and is back: events in between are missing. */
  onGap: () => void;
}

export class Feed {
  readonly #connectionString: string;
  readonly #log: Log;
  readonly #listener: FeedListener;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(connectionString: string, listener: FeedListener, log: Log) {
    this.#connectionString = connectionString;
    this.#listener = listener;
    this.#log = log;
  }

  /** Resolves when the first connection listens. */
  async start(): Promise<void> {
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'hegemon-feed',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client.on('notification', ({ payload }) => {
      if (payload !== undefined) this.#listener.onEvent(JSON.parse(payload) as WorldEvent);
    });
    client.on('error', (error) => {
      this.#log.warn({ err: error }, 'the feed lost its connection');
    });
    client.on('end', () => {
      if (this.#client === client && !this.#stopped) this.#reconnectLater();
    });
    try {
      await client.connect();
      await client.query('LISTEN hegemon_world');
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
  }

  #reconnectLater(): void {
    this.#client = null;
    this.#timer = setTimeout(() => {
      this.#connect().then(
        () => {
          this.#listener.onGap();
        },
        () => {
          if (!this.#stopped) this.#reconnectLater();
        },
      );
    }, retryMs);
  }
}
