/** Reads what live clients need when they join their empires, in one statement. */
import { z } from 'zod';
import type { EmpireEvent } from '../contract/event-log.ts';
import { integer } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';
import { isEntry } from '../world/log/event-log.ts';
import { entryColumns, noEntryColumns, toLogPage } from './event-log.ts';

/** Event log entries that a join reads; later ones are read page by page. */
const entriesPerJoin = 100;

const common = { request: integer, is_own: z.boolean(), has_battles: z.boolean() };

const selectJoins = statement(
  'selectJoins',
  `SELECT request.position::int AS request,
     EXISTS (SELECT FROM users WHERE id = request.user_id AND empire_id = request.empire_id) AS is_own,
     EXISTS (SELECT FROM battles WHERE attacker_id = request.empire_id AND ends_at > $4)
       OR EXISTS (SELECT FROM battles WHERE defender_id = request.empire_id AND ends_at > $4)
       OR EXISTS (SELECT FROM battles WHERE ally_id = request.empire_id AND ends_at > $4) AS has_battles,
     coalesce(event_logs.last, 0) AS last, entry.number, entry.at, entry.type, entry.data
   FROM unnest($1::uuid[], $2::uuid[], $3::bigint[])
     WITH ORDINALITY AS request (user_id, empire_id, after, position)
   LEFT JOIN event_logs ON event_logs.empire_id = request.empire_id
   LEFT JOIN LATERAL (
     SELECT number, at, type, data FROM event_log_entries
     WHERE empire_id = request.empire_id AND number > request.after ORDER BY number LIMIT ${entriesPerJoin}
   ) AS entry ON true
   ORDER BY request.position, entry.number`,
  z.union([
    z.strictObject({ ...common, ...entryColumns }).refine(isEntry),
    z.strictObject({ ...common, ...noEntryColumns }),
  ]),
);

/** A request of a user to join the room of an empire. */
export interface JoinRequest {
  userId: string;
  empireId: string;
  /** The number of the last entry that the client has; null reads no entries. */
  after: number | null;
}

export interface Join {
  /** Whether the empire belongs to the user. */
  isOwn: boolean;
  /** Whether the playback of one of its battles has not ended. */
  hasBattles: boolean;
  /** The first entries after the number, oldest first. Throws VALIDATION_ERROR if the latest entry is before it. */
  page: () => { events: EmpireEvent[]; last: number };
}

/** Returns one result for each request. */
export async function readJoins(
  db: Db,
  requests: readonly JoinRequest[],
  now: number,
): Promise<(Join | null)[]> {
  const rows = await select(db, selectJoins, [
    requests.map(({ userId }) => userId),
    requests.map(({ empireId }) => empireId),
    requests.map(({ after }) => after),
    now,
  ]);
  const found: (typeof rows)[] = requests.map(() => []);
  for (const row of rows) found[row.request - 1]?.push(row);
  return requests.map(({ after }, index): Join | null => {
    const own = found[index] ?? [];
    const [first] = own;
    if (first === undefined) return null;
    return { isOwn: first.is_own, hasBattles: first.has_battles, page: () => toLogPage(own, after) };
  });
}
