import { z } from 'zod';
import type { events as eventsResponse, EventsQuery } from '../contract/event-log.ts';
import { uuid, integer } from '../db/columns.ts';
import { defineQuery, select, selectOne, statement, type Db } from '../db/pool.ts';
import { GameError } from '../kernel/errors.ts';
import { entryRow, isEntry, toEmpireEvent } from '../world/log/event-log.ts';

const logRow = z.strictObject({ last: integer, entries: z.array(entryRow.refine(isEntry)) });

/** SQL. The parameters are SQL, too. @param after NULL gives no entries */
const logColumns = (empire: string, after: string, limit: string | number): string => `
  coalesce((SELECT last FROM event_logs WHERE empire_id = ${empire}), 0) AS last, (
    SELECT coalesce(json_agg(entry ORDER BY number), '[]') FROM (
      SELECT number, at, type, data FROM event_log_entries
      WHERE empire_id = ${empire} AND number > ${after} ORDER BY number LIMIT ${limit}
    ) AS entry
  ) AS entries`;

const selectEntries = statement('selectEntries', {
  sql: `SELECT ${logColumns('$1::uuid', '$2', '$3')}`,
  row: logRow,
});

type EventLogPage = Omit<z.infer<typeof eventsResponse>, 'next'>;

/**
 * Oldest first. Throws VALIDATION_ERROR for a number beyond the latest.
 * @param after null returns the latest number only
 */
export async function readEventLog(
  db: Db,
  empireId: string,
  { after, limit }: { after: number | null; limit: EventsQuery['limit'] },
): Promise<EventLogPage> {
  return toLogPage(await selectOne(db, selectEntries, [empireId, after, limit]), after);
}

export function toLogPage({ last, entries }: z.infer<typeof logRow>, after: number | null): EventLogPage {
  if (after !== null && after > last)
    throw new GameError('VALIDATION_ERROR', `after: the latest entry has the number ${last}`);
  return { events: entries.map(toEmpireEvent), last };
}

/** Later ones are read page by page. */
const entriesPerJoin = 100;

export interface JoinRequest {
  userId: string;
  empireId: string;
  /** The last entry that the client has; null reads none. */
  after: number | null;
}

export const selectJoins = defineQuery('selectJoins', {
  sql: `SELECT EXISTS (SELECT FROM users WHERE id = request.user_id AND empire_id = request.empire_id) AS is_own,
     EXISTS (SELECT FROM battles WHERE attacker_id = request.empire_id AND ends_at > $4)
       OR EXISTS (SELECT FROM battles WHERE defender_id = request.empire_id AND ends_at > $4)
       OR EXISTS (SELECT FROM battles WHERE ally_id = request.empire_id AND ends_at > $4) AS has_battles,
     ${logColumns('request.empire_id', 'request.after', entriesPerJoin)}
   FROM unnest($1::uuid[], $2::uuid[], $3::bigint[])
     WITH ORDINALITY AS request (user_id, empire_id, after, position)
   ORDER BY request.position`,
  row: logRow.extend({
    is_own: z.boolean(),
    has_battles: z.boolean(),
  }),
  values: (requests: readonly JoinRequest[], now: number) => [
    requests.map(({ userId }) => userId),
    requests.map(({ empireId }) => empireId),
    requests.map(({ after }) => after),
    now,
  ],
}).rows;

const selectEventLogEnds = statement('selectEventLogEnds', {
  sql: 'SELECT empire_id, last FROM event_logs WHERE empire_id = ANY ($1::uuid[])',
  row: z.strictObject({ empire_id: uuid, last: integer }),
});

export async function selectLatestNumbers(db: Db, empireIds: readonly string[]): Promise<[string, number][]> {
  const rows = await select(db, selectEventLogEnds, [empireIds]);
  return rows.map(({ empire_id, last }) => [empire_id, last]);
}
