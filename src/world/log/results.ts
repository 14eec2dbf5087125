/** Results: event log entries that are unread at first, such as battles and arrivals. */
import type { EmpireEvent } from '../../contract/event-log.ts';
import { execute, select, statement, type Db } from '../../db/pool.ts';
import { changeOnce, type ChangeDeps } from '../idempotency/change-once.ts';
import { foldResults } from './fold.ts';
import { entryRow, isEntry, toEmpireEvent, type NewLogEntry } from './event-log.ts';

/** Older results count as read. A constraint of the table repeats the number. */
export const maxUnread = 50;

/**
 * Finished levels and batches are no results: the queues show when they end. `battle_contact` is the result of a
 * battle.
 */
export function isResult({ type, data }: NewLogEntry): boolean {
  switch (type) {
    case 'empire_founded':
    case 'city_renamed':
    case 'construction_complete':
    case 'unit_training_complete':
    case 'sack_ended':
    case 'battle_end':
      return false;
    case 'alliance_joined':
      return data.role === 'member';
    case 'alliance_left':
      return data.reason !== 'left';
    case 'battle_start':
      return data.role === 'defender';
    case 'battle_called_off':
      return data.role === 'defender' || data.reason !== 'recalled';
    case 'city_founded':
    case 'army_arrived':
    case 'desertion':
    case 'goal_reached':
    case 'seat_taken':
    case 'seat_lost':
    case 'guard_arrived':
    case 'guard_left':
    case 'guard_fell':
    case 'alliance_role':
    case 'alliance_invited':
    case 'alliance_applied':
    case 'hegemon':
    case 'leave_begun':
    case 'leave_ended':
    case 'protection_ended':
    case 'battle_contact':
      return true;
  }
}

const selectUnreadResults = statement('selectUnreadResults', {
  sql: `SELECT entry.number, entry.at, entry.type, entry.data
   FROM event_logs CROSS JOIN LATERAL unnest(event_logs.unread) AS unread (number)
   JOIN event_log_entries AS entry ON entry.empire_id = event_logs.empire_id AND entry.number = unread.number
   WHERE event_logs.empire_id = $1 ORDER BY entry.number DESC`,
  row: entryRow.refine(isEntry),
});

/** Newest first. An attack that was called off stands for those of the day before it. */
export async function readUnreadResults(db: Db, empireId: string): Promise<EmpireEvent[]> {
  return foldResults(await select(db, selectUnreadResults, [empireId])).shown.map(toEmpireEvent);
}

const markRead = statement('markRead', {
  sql: `UPDATE event_logs SET unread = ARRAY(
     SELECT number FROM unnest(unread) AS number WHERE number <> ALL ($2::bigint[]) ORDER BY number
   )
   WHERE empire_id = $1 AND unread && $2::bigint[]`,
});

/** With the results that they stand for. Other numbers change nothing. */
export function markResultsRead(deps: ChangeDeps, empireId: string, numbers: readonly number[]) {
  return changeOnce(deps, async (tx) => {
    const { standInOf } = foldResults(await select(tx, selectUnreadResults, [empireId]));
    const folded = [...standInOf]
      .filter(([, standIn]) => numbers.includes(standIn))
      .map(([number]) => number);
    await execute(tx, markRead, [empireId, [...numbers, ...folded]]);
    return { success: true as const };
  });
}
