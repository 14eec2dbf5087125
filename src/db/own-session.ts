/** A pooler in transaction mode gives a connection to others between statements. */
import pg from 'pg';
import { StartError } from '../kernel/start-error.ts';

/** Connections that ask for a session while the first is idle. A pooler gives the one that became free last. */
const guests = 3;

const backendSql = `SELECT pg_backend_pid() AS pid, current_setting('lock_timeout') AS timeout`;
interface Backend {
  pid: number;
  timeout: string;
}

/**
 * The server relies on what it sets in a session: timeouts, locks, LISTEN and prepared statements.
 * @param client connected, not in a transaction
 * @throws StartError if the session is shared, or forgets a setting
 */
export async function requireOwnSession(client: pg.ClientBase, connectionString: string): Promise<void> {
  const others: pg.Client[] = [];
  const isKept = async (): Promise<boolean> => {
    const [own] = (await client.query<Backend>(backendSql)).rows;
    if (own?.timeout !== '7s') return false;
    for (let count = 0; count < guests; count++) {
      const other = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
      other.on('error', () => undefined);
      others.push(other);
      await other.connect();
      await other.query('BEGIN');
      const [guest] = (await other.query<Backend>(backendSql)).rows;
      if (guest?.pid === own.pid) return false;
    }
    return true;
  };
  await client.query(`SET lock_timeout = '7s'`);
  try {
    if (await isKept()) return;
  } finally {
    await Promise.all(others.map((other) => other.end().catch(() => undefined)));
    await client.query('RESET lock_timeout');
  }
  throw new StartError(
    'DATABASE_URL leads to a pooler that shares sessions, such as PgBouncer in transaction mode: set it to session mode, or connect to Postgres itself.',
  );
}
