/** Unread results: the entries of the event log that pages show until they are read. */
import { select, statement, type Db } from '../db/pool.ts';
import { entryRow, isEntry, toEmpireEvent } from '../world/event-log.ts';
import type { EmpireEvent } from '../contract/event-log.ts';

const selectUnreadResults = statement(
  'selectUnreadResults',
  `SELECT entry.number, entry.at, entry.type, entry.data
   FROM chronicles CROSS JOIN LATERAL unnest(chronicles.unread) AS unread (number)
   JOIN chronicle_entries AS entry ON entry.empire_id = chronicles.empire_id AND entry.number = unread.number
   WHERE chronicles.empire_id = $1 ORDER BY entry.number DESC`,
  entryRow.refine(isEntry),
);

/** The unread results of an empire, newest first; at most 50. */
export async function readUnreadResults(db: Db, empireId: string): Promise<EmpireEvent[]> {
  return (await select(db, selectUnreadResults, [empireId])).map(toEmpireEvent);
}
