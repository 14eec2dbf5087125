/** SQL of live connections: each user's one active socket, and the sessions that are still valid. */
import { z } from 'zod';
import { integer, uuid } from '../db/columns.ts';
import { constraintOf } from '../db/constraints.ts';
import { select, statement, type Db } from '../db/pool.ts';

const activeSessionRow = z.strictObject({
  sessionId: uuid,
  /** The user's empire at this moment, or null. */
  empireId: uuid.nullable(),
  /** The socket that the user plays through, or null. */
  socketId: z.string().nullable(),
});

export type ActiveSession = z.infer<typeof activeSessionRow>;

const selectActiveSessionsStatement = statement(
  'selectActiveSessions',
  `SELECT s.id AS "sessionId", u.empire_id AS "empireId", p.socket_id AS "socketId"
   FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN active_connections p ON p.user_id = u.id
   WHERE s.id = ANY ($1::uuid[]) AND u.is_active`,
  activeSessionRow,
);

/** The given sessions that have not ended and belong to active users. */
export function selectActiveSessions(db: Db, sessionIds: readonly string[]): Promise<ActiveSession[]> {
  return select(db, selectActiveSessionsStatement, [sessionIds]);
}

/** A connection that is to become the active one of its session's user. */
export interface Claim {
  sessionId: string;
  socketId: string;
  /** When the session was read: milliseconds since 1970 by the database's clock, with the fraction. */
  arrivedAt: number;
}

// One upsert decides across all instances which connection is newest; a trigger announces the replaced one. A stored
// arrival in the future counts as older: the database's clock was set back. The
// order of the users keeps batches of two instances from deadlocking.
const upsertActiveConnections = statement(
  'upsertActiveConnections',
  `WITH arrivals AS MATERIALIZED (
     SELECT claim.number, s.user_id, u.empire_id, claim.socket_id, claim.arrived_at
     FROM unnest($1::uuid[], $2::text[], $3::float8[])
       WITH ORDINALITY AS claim (session_id, socket_id, arrived_at, number)
     JOIN sessions s ON s.id = claim.session_id JOIN users u ON u.id = s.user_id WHERE u.is_active
   ), places AS (
     INSERT INTO active_connections AS taken (user_id, socket_id, arrived_at)
     SELECT user_id, socket_id, arrived_at FROM arrivals ORDER BY user_id
     ON CONFLICT (user_id) DO UPDATE SET socket_id = excluded.socket_id, arrived_at = excluded.arrived_at
     WHERE taken.arrived_at <= excluded.arrived_at
       OR taken.arrived_at > extract(epoch FROM clock_timestamp()) * 1000
     RETURNING user_id
   )
   SELECT number::int AS claim, empire_id, EXISTS (SELECT 1 FROM places WHERE places.user_id = arrivals.user_id) AS is_newest
   FROM arrivals`,
  z.strictObject({ claim: integer, empire_id: uuid.nullable(), is_newest: z.boolean() }),
);

export interface ConnectionClaim {
  /** The user's empire at this moment, or null. */
  empireId: string | null;
  /** False if another socket of the user arrived later. */
  isNewest: boolean;
}

/**
 * Makes each socket the active connection of its session's user, unless a newer one exists. Replaced sockets are
 * closed. Returns a result for each claim; null means that the session has ended.
 * @param claims at most one for each user
 */
export async function claimConnections(
  db: Db,
  claims: readonly Claim[],
): Promise<(ConnectionClaim | null)[]> {
  try {
    const rows = await select(db, upsertActiveConnections, [
      claims.map(({ sessionId }) => sessionId),
      claims.map(({ socketId }) => socketId),
      claims.map(({ arrivedAt }) => arrivedAt),
    ]);
    const byNumber = new Map(rows.map((row) => [row.claim, row]));
    return claims.map((_, index) => {
      const row = byNumber.get(index + 1);
      return row === undefined ? null : { empireId: row.empire_id, isNewest: row.is_newest };
    });
  } catch (error) {
    // A user was deleted while the statement ran. The claims of the others can succeed one by one.
    if (constraintOf(error) !== 'active_connections_user') throw error;
    if (claims.length === 1) return [null];
    return (await Promise.all(claims.map((claim) => claimConnections(db, [claim])))).flat();
  }
}
