/**
 * The feed: every instance receives all notifications, in the order of the commits, which NOTIFY keeps, on a connection
 * of its own.
 */
import pg from 'pg';
import type { MachineTime } from '../../kernel/clock.ts';
import { applicationNames, worldChannel } from '../../db/names.ts';
import type { Log } from '../../kernel/log.ts';
import type { Notification } from './notifications.ts';

const retryMs = 250;
/** A network may drop a connection silently. */
const heartbeatMs = 5_000;

interface FeedListener {
  onEvent: (event: Notification) => void;
  /** After a reconnect: the notifications in between are missing. */
  onGap: () => void;
  /** On each new connection before it listens. */
  holdWorldLock?: (client: pg.Client) => Promise<void>;
}

export type Feed = ReturnType<typeof createFeed>;

/** @param everyMs milliseconds between two connection checks, and the timeout of each */
export function createFeed(
  connectionString: string,
  listener: FeedListener,
  time: MachineTime,
  log: Log,
  everyMs = heartbeatMs,
) {
  let current: pg.Client | null = null;
  let cancelRetry: () => void = () => undefined;
  let stopHeartbeat: () => void = () => undefined;
  let isStopped = false;

  const handlePayload = (payload: string): void => {
    try {
      listener.onEvent(JSON.parse(payload) as Notification);
    } catch (error) {
      log.error({ err: error }, 'feed: failed to handle a notification');
    }
  };

  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString,
      application_name: applicationNames.feed,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: everyMs,
    });
    client.on('notification', ({ payload }) => handlePayload(payload ?? ''));
    client.on('error', (error) => log.warn({ err: error }, 'feed: disconnected'));
    client.on('end', () => {
      if (current === client && !isStopped) reconnectLater();
    });
    try {
      await client.connect();
      await listener.holdWorldLock?.(client);
      await client.query(`LISTEN ${worldChannel}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    current = client;
    if (isStopped) await client.end().catch(() => undefined);
  };

  const reconnectLater = (): void => {
    current = null;
    cancelRetry = time.after(retryMs, () => {
      connect().then(
        () => {
          if (!isStopped) listener.onGap();
        },
        () => {
          if (!isStopped) reconnectLater();
        },
      );
    });
  };

  return {
    /** Resolves when the first connection listens. */
    async start(): Promise<void> {
      await connect();
      stopHeartbeat = time.every(everyMs, () => {
        // The `end` event of a closed connection opens a new one.
        const client = current;
        client?.query('SELECT').catch((error: unknown) => {
          log.warn({ err: error }, 'feed: connection check failed, reconnecting');
          void client.end();
        });
      });
    },
    async stop(): Promise<void> {
      isStopped = true;
      cancelRetry();
      stopHeartbeat();
      await current?.end().catch(() => undefined);
    },
  };
}
