/** Unread results: the entries of the event log that pages show until they are read. */
import { select, statement, type Db } from '../db/pool.ts';
import { entryRow, isEntry, toEmpireEvent } from '../world/log/event-log.ts';
import type { EmpireEvent } from '../contract/event-log.ts';

const selectUnreadResults = statement(
  'selectUnreadResults',
  `SELECT entry.number, entry.at, entry.type, entry.data
   FROM event_logs CROSS JOIN LATERAL unnest(event_logs.unread) AS unread (number)
   JOIN event_log_entries AS entry ON entry.empire_id = event_logs.empire_id AND entry.number = unread.number
   WHERE event_logs.empire_id = $1 ORDER BY entry.number DESC`,
  entryRow.refine(isEntry),
);

/** The unread results of an empire, newest first; at most 50. */
export async function readUnreadResults(db: Db, empireId: string): Promise<EmpireEvent[]> {
  return (await select(db, selectUnreadResults, [empireId])).map(toEmpireEvent);
}
