/** Where users are connected, and which of their sessions still stand. */
import { select, selectOptional, statement } from '../db/pool.ts';
import type { Db } from '../db/pool.ts';

export interface Standing {
  sessionId: string;
  /** The user's empire at this moment, or null. */
  empireId: string | null;
  /** The socket that the user plays through, or null. */
  socketId: string | null;
}

const selectStandingSessions = statement<Standing>(
  'selectStandingSessions',
  `SELECT s.id AS "sessionId", u.empire_id AS "empireId", p.socket_id AS "socketId"
   FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN presences p ON p.user_id = u.id
   WHERE s.id = ANY ($1::uuid[]) AND u.is_active`,
);

/** Those of these sessions that were not ended and belong to active users. */
export function selectStandings(db: Db, sessionIds: readonly string[]): Promise<Standing[]> {
  return select(db, selectStandingSessions, [sessionIds]);
}

// One upsert decides who was before whom, over all instances; a trigger announces whom it replaced.
const upsertPresence = statement<{ empire_id: string | null }>(
  'upsertPresence',
  `INSERT INTO presences (user_id, socket_id)
   SELECT s.user_id, $2 FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1 AND u.is_active
   ON CONFLICT (user_id) DO UPDATE SET socket_id = excluded.socket_id
   RETURNING (SELECT empire_id FROM users WHERE id = user_id) AS empire_id`,
);

/**
 * Makes this socket the only one of the session's user and has the one before closed. Answers the user's empire
 * at this moment; null when the session has ended.
 */
export async function takePlace(
  db: Db,
  sessionId: string,
  socketId: string,
): Promise<{ empireId: string | null } | null> {
  const row = await selectOptional(db, upsertPresence, [sessionId, socketId]);
  return row === null ? null : { empireId: row.empire_id };
}

const selectEmpireOfUser = statement<{ empire_id: string | null }>(
  'selectEmpireOfUser',
  'SELECT empire_id FROM users WHERE id = $1',
);

/** The user's empire at this moment, or null. */
export async function selectOwnEmpireId(db: Db, userId: string): Promise<string | null> {
  return (await selectOptional(db, selectEmpireOfUser, [userId]))?.empire_id ?? null;
}
