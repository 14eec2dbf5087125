/** Folds attacks that were called off: the latest of a day counts the others. */
import { dayMs } from '../../kernel/time.ts';
import { toEmpireEvent, type LogEntryRow } from './event-log.ts';

function calledOff(row: LogEntryRow): { opponent_id: string; battle_id: string } | null {
  const { type, data } = toEmpireEvent(row);
  return type === 'battle_called_off' && data.role !== 'attacker' ? data : null;
}

/**
 * Within 24 hours before a newer one by the same attacker: their end and, if it is among the rows, their start.
 * @param rows newest first
 */
export function foldCalledOff<Row extends LogEntryRow>(rows: readonly Row[]): Row[] {
  const newest = new Map<string, number>();
  const folded = new Set<string>();
  return rows.filter((row) => {
    const { type, data } = toEmpireEvent(row);
    if (type === 'battle_start') return !folded.has(data.battle_id);
    const attack = calledOff(row);
    if (attack === null) return true;
    const counting = newest.get(attack.opponent_id);
    if (counting !== undefined && row.at > counting - dayMs) {
      folded.add(attack.battle_id);
      return false;
    }
    newest.set(attack.opponent_id, row.at);
    return true;
  });
}

/**
 * Results to show, and for each number left out, the number of the entry that stands for it. Left out are folded
 * attacks, and the start of an attack that was called off.
 * @param rows newest first
 */
export function foldResults<Row extends LogEntryRow>(
  rows: readonly Row[],
): { shown: Row[]; standInOf: Map<number, number> } {
  const ended = new Set(rows.flatMap((row) => calledOff(row)?.battle_id ?? []));
  const shown = foldCalledOff(rows).filter((row) => {
    const { type, data } = toEmpireEvent(row);
    return type !== 'battle_start' || !ended.has(data.battle_id);
  });
  const kept = new Set(shown);
  const standInOf = new Map<number, number>();
  const latest = new Map<string, number>();
  for (const row of rows) {
    const opponentId = (row.data as { opponent_id?: string }).opponent_id ?? '';
    const standIn = latest.get(opponentId);
    if (!kept.has(row)) standInOf.set(row.number, standIn ?? row.number);
    else if (calledOff(row) !== null) latest.set(opponentId, row.number);
  }
  return { shown, standInOf };
}
