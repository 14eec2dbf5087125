/**
 * The unread results. Attacks, lost seats and lost fights stay on every page until they are read; the others show once.
 */
import type { EmpireEvent } from '../../contract/event-log.ts';
import type { Empire } from '../../game/types.ts';
import { toEmpireEvent } from '../../world/log/event-log.ts';
import type { ReportRow } from './event-queries.ts';
import { foldCalledOff } from '../../world/log/fold.ts';
import { toEventSummary } from './event-summary.ts';
import { unitsText } from './formatters.ts';

/** Of each kind. */
const maxLines = 3;

function isLasting({ type, data }: EmpireEvent, tone: string): boolean {
  if (type === 'battle_start') return data.role === 'defender';
  return type === 'seat_lost' || (type === 'battle_contact' && tone === 'foe');
}

/** A won fight, a lost seat, the end of a reign. */
const isHighlight = ({ type }: EmpireEvent, tone: string): boolean =>
  type === 'seat_lost' || type === 'hegemon' || (type === 'battle_contact' && tone === 'gain');

/** Empty if the army is gone. */
function arrivedUnits({ armies }: Empire, { type, data }: EmpireEvent): string {
  const army = type === 'army_arrived' ? armies.find(({ id }) => id === data.army_id) : undefined;
  return army === undefined ? '' : `${unitsText(army.units)}. `;
}

/**
 * Leaves out battles whose rounds are still being shown, and announcements of attacks that are over. Folds attacks that
 * were called off.
 * @param unread newest first
 * @param invitedTo the alliances whose invitation has no answer yet
 */
export function toNews(
  empire: Empire,
  { unread, invitedTo }: { unread: readonly ReportRow[]; invitedTo: readonly string[] },
  now: number,
) {
  const known = unread
    .map((row) => ({ row, event: toEmpireEvent(row) }))
    .filter(({ event: { type, data } }) => type !== 'battle_contact' || Date.parse(data.ends_at) <= now);
  // The rounds have been shown, or it was called off.
  const unreadBattles: ReadonlySet<string> = new Set(
    known.flatMap(({ event: { type, data } }) =>
      type === 'battle_contact' || type === 'battle_called_off' ? [data.battle_id] : [],
    ),
  );
  const folded = new Set(foldCalledOff(unread));
  const shown = known.filter(
    ({ row, event: { type, data } }) =>
      folded.has(row) && (type !== 'battle_start' || !unreadBattles.has(data.battle_id)),
  );
  const lines = shown.map(({ row, event }) => {
    const summary = toEventSummary(empire, row, now);
    const detail = arrivedUnits(empire, event) + summary.detail;
    const isAttack = event.type === 'battle_start';
    const inviting = event.type === 'alliance_invited' ? event.data.alliance_id : '';
    return {
      ...summary,
      detail,
      isAttack,
      isLasting: isLasting(event, summary.tone),
      isHighlight: isHighlight(event, summary.tone),
      /** The alliance that the line can be answered to. */
      invitedTo: empire.membership === null && invitedTo.includes(inviting) ? inviting : null,
    };
  });
  const lasting = lines.filter((line) => line.isLasting);
  return {
    /** Those that last come first. */
    lines: [...lasting.slice(0, maxLines), ...lines.filter((line) => !line.isLasting).slice(0, maxLines)],
    count: lines.length,
    isAlarming: lasting.length > 0,
    /** Their numbers in the event log. */
    numbers: known.map(({ row }) => row.number),
    unreadBattles,
  };
}

export function isAbout(row: ReportRow, battleId: string): boolean {
  const { data } = toEmpireEvent(row);
  return 'battle_id' in data && data.battle_id === battleId;
}
