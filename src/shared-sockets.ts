/**
 * Lets `io` reach the sockets of every instance, over the common database or over Redis. Players' events need none
 * of it, nor does the one connection a user: each instance hears the feed and tells its own, so that nothing is
 * missing while Redis is away.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createAdapter } from '@socket.io/postgres-adapter';
import { createAdapter as createStreamsAdapter } from '@socket.io/redis-streams-adapter';
import { Redis } from 'ioredis';
import pg from 'pg';
import { redisConnection } from './db/redis.ts';
import type { Log } from './kernel/log.ts';
import type { GameServer } from './realtime/rooms.ts';

const readFailedPauseMs = 500;

export interface SharedSockets {
  adapt: (io: GameServer) => void;
  end: () => Promise<void>;
}

export interface SharingOptions {
  connectionString: string;
  /** Whether there may be other instances. */
  shared: boolean;
  redisUrl: string | null;
  log: Log;
}

export function shareSockets({ connectionString, shared, redisUrl, log }: SharingOptions): SharedSockets {
  if (redisUrl !== null) return shareOverRedis(redisUrl);
  if (shared) return shareOverPostgres(connectionString, log);
  return { adapt: () => undefined, end: () => Promise.resolve() };
}

function shareOverPostgres(connectionString: string, log: Log): SharedSockets {
  const pool = new pg.Pool({ connectionString, max: 2, application_name: 'hegemon-sockets' });
  const noteLoss = (error: Error): void => {
    log.warn({ err: error }, 'the sockets lost a database connection');
  };
  // The adapter keeps a connection, listens to none of its errors and does not give it back when it breaks.
  const checkedOut = new Set<pg.PoolClient>();
  pool.on('error', noteLoss);
  pool.on('acquire', (client) => checkedOut.add(client));
  pool.on('release', (_error, client) => checkedOut.delete(client));
  pool.on('connect', (client) => {
    client.on('error', noteLoss);
    client.on('end', () => {
      if (checkedOut.has(client)) client.release(true);
    });
  });
  return {
    adapt: (io) => {
      io.adapter(createAdapter(pool, { errorHandler: noteLoss }));
    },
    end: () => pool.end(),
  };
}

function shareOverRedis(url: string): SharedSockets {
  const connections: Redis[] = [];
  const names = { streamName: 'hegemon:sockets', channelPrefix: 'hegemon:sockets' };
  const publisher = openPatient(url, connections);
  return {
    adapt: (io) => {
      io.adapter(createStreamsAdapter(publisher, names));
    },
    end: () => {
      for (const connection of connections) connection.disconnect();
      return Promise.resolve();
    },
  };
}

/**
 * A connection for the adapter, which makes two more of it. It looks after none of its promises, and reads again at
 * once when reading has failed: here the one does not end the process, and the other does not keep it busy.
 */
function openPatient(url: string, connections: Redis[]): Redis {
  const redis = new Redis(url, {
    ...redisConnection,
    connectionName: 'hegemon-sockets',
    // The adapter's reads block for 5 s.
    socketTimeout: 8_000,
  });
  connections.push(redis);
  // Of a loss the limits tell (db/redis.ts).
  redis.on('error', () => undefined);
  const send = redis.sendCommand.bind(redis);
  const sendPatiently = (...sent: Parameters<typeof send>): unknown => {
    const answer = (send(...sent) as Promise<unknown>).catch(async (error: unknown) => {
      await delay(readFailedPauseMs, undefined, { ref: false });
      throw error;
    });
    answer.catch(() => undefined);
    return answer;
  };
  return Object.assign(redis, { sendCommand: sendPatiently, duplicate: () => openPatient(url, connections) });
}
