/**
 * Statements that are sent in the same turn share a connection: one round trip, and one process of Postgres that wakes up,
 * instead of one for each. A page sends its reads together.
 */
import pg from 'pg';

/** Further statements of a turn take the next connection, so that many of them still run in parallel. */
const maxStatements = 4;

interface Flight {
  connection: Promise<pg.PoolClient>;
  sent: number;
  running: number;
  isBroken: boolean;
}

/**
 * Makes `pool.query` send the statements of a turn as flights. One with a time limit travels alone, because it would also wait
 * for those before it. Transactions take connections of their own.
 */
export function queryInFlights(pool: pg.Pool): void {
  const queryAlone = pool.query.bind(pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  let joinable: Flight | null = null;

  const join = (): Flight => {
    if (joinable === null || joinable.sent === maxStatements) {
      const flight = { connection: pool.connect(), sent: 0, running: 0, isBroken: false };
      joinable = flight;
      process.nextTick(() => {
        if (joinable === flight) joinable = null;
      });
    }
    joinable.sent += 1;
    joinable.running += 1;
    return joinable;
  };

  const query = async (config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    if (typeof config === 'object' && 'query_timeout' in config) return queryAlone(config);
    const flight = join();
    const client = await flight.connection;
    try {
      return await client.query(config, values);
    } catch (error) {
      flight.isBroken ||= !(error instanceof pg.DatabaseError);
      throw error;
    } finally {
      flight.running -= 1;
      if (flight.running === 0) client.release(flight.isBroken);
    }
  };
  Object.assign(pool, { query });
}
