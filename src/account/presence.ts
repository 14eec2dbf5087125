/** Where users are connected, and which of their sessions still stand. */
import { select, selectOptional, statement } from '../db/pool.ts';
import type { Db } from '../db/pool.ts';
import type { Viewer } from '../http/viewer.ts';

const selectStandingSessions = statement<{ id: string }>(
  'selectStandingSessions',
  `SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE s.id = ANY ($1::uuid[]) AND u.is_active`,
);

/** Which of these sessions were not ended and belong to active users. */
export async function selectStanding(db: Db, sessionIds: readonly string[]): Promise<Set<string>> {
  const rows = await select(db, selectStandingSessions, [sessionIds]);
  return new Set(rows.map(({ id }) => id));
}

// One upsert decides who was before whom, over all instances.
const upsertPresence = statement<{ previous: string | null }>(
  'upsertPresence',
  `INSERT INTO presences (user_id, socket_id)
   SELECT s.user_id, $2 FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1 AND u.is_active
   ON CONFLICT (user_id) DO UPDATE
     SET previous_socket_id = presences.socket_id, socket_id = excluded.socket_id
   RETURNING previous_socket_id AS previous`,
);

/** Makes this socket the user's only one and tells the one before; null when the session has ended. */
export function replaceSocket(
  db: Db,
  viewer: Viewer,
  socketId: string,
): Promise<{ previous: string | null } | null> {
  return selectOptional(db, upsertPresence, [viewer.sessionId, socketId]);
}

const selectEmpireOfUser = statement<{ empire_id: string | null }>(
  'selectEmpireOfUser',
  'SELECT empire_id FROM users WHERE id = $1',
);

/** The user's empire at this moment, or null. */
export async function selectOwnEmpireId(db: Db, userId: string): Promise<string | null> {
  return (await selectOptional(db, selectEmpireOfUser, [userId]))?.empire_id ?? null;
}
