/** SQL of live connections: each user's one active socket, and the sessions that are still valid. */
import { z } from 'zod';
import { uuid } from '../db/columns.ts';
import { constraintOf } from '../db/constraints.ts';
import { select, selectOptional, statement, type Db } from '../db/pool.ts';

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
   FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN presences p ON p.user_id = u.id
   WHERE s.id = ANY ($1::uuid[]) AND u.is_active`,
  activeSessionRow,
);

/** The given sessions that have not ended and belong to active users. */
export function selectActiveSessions(db: Db, sessionIds: readonly string[]): Promise<ActiveSession[]> {
  return select(db, selectActiveSessionsStatement, [sessionIds]);
}

// One upsert decides across all instances which connection is newest; a trigger announces the replaced one. A stored
// arrival that is null (older release) or in the future (the database's clock was set back) counts as older.
const upsertActiveConnection = statement(
  'upsertActiveConnection',
  `WITH arrival AS (
     SELECT s.user_id, u.empire_id FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1 AND u.is_active
   ), place AS (
     INSERT INTO presences AS taken (user_id, socket_id, arrived_at) SELECT user_id, $2, $3 FROM arrival
     ON CONFLICT (user_id) DO UPDATE SET socket_id = excluded.socket_id, arrived_at = excluded.arrived_at
     WHERE (taken.arrived_at > excluded.arrived_at
       AND taken.arrived_at <= extract(epoch FROM clock_timestamp()) * 1000) IS NOT TRUE
     RETURNING user_id
   )
   SELECT empire_id, EXISTS (SELECT 1 FROM place) AS is_newest FROM arrival`,
  z.strictObject({ empire_id: uuid.nullable(), is_newest: z.boolean() }),
);

export interface ConnectionClaim {
  /** The user's empire at this moment, or null. */
  empireId: string | null;
  /** False if another socket of the user arrived later. */
  isNewest: boolean;
}

/**
 * Makes this socket the active connection of the session's user, unless a newer one exists. The replaced socket is
 * closed. Returns null when the session has ended.
 * @param arrivedAt when the session was read: milliseconds since 1970 by the database's clock, with the fraction
 */
export async function claimConnection(
  db: Db,
  sessionId: string,
  socketId: string,
  arrivedAt: number,
): Promise<ConnectionClaim | null> {
  const row = await selectOptional(db, upsertActiveConnection, [sessionId, socketId, arrivedAt]).catch(
    (error: unknown) => {
      // The user was deleted while the statement ran.
      if (constraintOf(error) === 'presences_user') return null;
      throw error;
    },
  );
  return row === null ? null : { empireId: row.empire_id, isNewest: row.is_newest };
}

const selectEmpireOfUser = statement(
  'selectEmpireOfUser',
  'SELECT empire_id FROM users WHERE id = $1',
  z.strictObject({ empire_id: uuid.nullable() }),
);

/** The user's empire at this moment, or null. */
export async function selectOwnEmpireId(db: Db, userId: string): Promise<string | null> {
  return (await selectOptional(db, selectEmpireOfUser, [userId]))?.empire_id ?? null;
}
