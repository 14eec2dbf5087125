/**
 * Lets `io` reach the sockets of every instance on one database. Players' events need none of it: each instance
 * hears the feed and tells its own.
 */
import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';
import type { Log } from './kernel/log.ts';
import type { GameServer } from './realtime/rooms.ts';

export interface SharedSockets {
  adapt: (io: GameServer) => void;
  end: () => Promise<void>;
}

/** Where this is the only instance. */
export const ownSockets: SharedSockets = { adapt: () => undefined, end: () => Promise.resolve() };

export function shareSockets(connectionString: string, log: Log): SharedSockets {
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
