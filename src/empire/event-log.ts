/** Reads the event log of an empire. */
import { z } from 'zod';
import type { events as eventsAnswer, EventsQuery } from '../contract/event-log.ts';
import { uuid, integer } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';
import { GameError } from '../kernel/errors.ts';
import { entryRow, isEntry, toEmpireEvent } from '../world/log/event-log.ts';

export const entryColumns = { last: integer, ...entryRow.shape };
/** Without entries after the number, one row carries the last number alone. */
export const noEntryColumns = {
  last: integer,
  ...{ number: z.null(), at: z.null(), type: z.null(), data: z.null() },
};

const eventLogRow = z.union([z.strictObject(entryColumns).refine(isEntry), z.strictObject(noEntryColumns)]);

type EventLogRow = z.infer<typeof eventLogRow>;
type EventLogPage = Omit<z.infer<typeof eventsAnswer>, 'next'>;

const selectEntries = statement(
  'selectEntries',
  `SELECT coalesce(event_logs.last, 0) AS last, entry.number, entry.at, entry.type, entry.data
   FROM (SELECT $1::uuid AS empire_id) AS asked
   LEFT JOIN event_logs USING (empire_id)
   LEFT JOIN LATERAL (
     SELECT number, at, type, data FROM event_log_entries
     WHERE empire_id = asked.empire_id AND number > $2 ORDER BY number LIMIT $3
   ) AS entry ON true
   ORDER BY entry.number`,
  eventLogRow,
);

/**
 * The entries after a number, oldest first, and the number of the latest entry. Throws VALIDATION_ERROR for a number
 * beyond the latest.
 * @param after null returns the latest number only
 */
export async function readEventLog(
  db: Db,
  empireId: string,
  { after, limit }: { after: number | null; limit: EventsQuery['limit'] },
): Promise<EventLogPage> {
  return toLogPage(await select(db, selectEntries, [empireId, after, limit]), after);
}

/** The entries and the latest number of these rows. Throws VALIDATION_ERROR if `after` is beyond it. */
export function toLogPage(rows: readonly EventLogRow[], after: number | null): EventLogPage {
  const last = rows[0]?.last ?? 0;
  if (after !== null && after > last) {
    throw new GameError('VALIDATION_ERROR', `after: the latest entry has the number ${last}`);
  }
  return { events: rows.filter((row) => row.number !== null).map(toEmpireEvent), last };
}

const selectEventLogEnds = statement(
  'selectEventLogEnds',
  'SELECT empire_id, last FROM event_logs WHERE empire_id = ANY ($1::uuid[])',
  z.strictObject({ empire_id: uuid, last: integer }),
);

/** The numbers of the latest entries of these empires, by empire. */
export async function selectLatestNumbers(db: Db, empireIds: readonly string[]): Promise<[string, number][]> {
  const rows = await select(db, selectEventLogEnds, [empireIds]);
  return rows.map(({ empire_id, last }) => [empire_id, last]);
}
