/** Entries of the event log for pages: their words, with links to the opponent. */
import type { EmpireEvent } from '../../contract/event-log.ts';
import type { Empire, Tile } from '../../game/types.ts';
import { toEmpireEvent } from '../../world/log/event-log.ts';
import { armyAddress } from './army-details.ts';
import type { ReportRow } from './event-queries.ts';
import { eventTexts, type EventTexts } from './event-texts.ts';
import { placeText, tagged } from './formatters.ts';

/** Null for an army that is gone. */
function hrefOf(empire: Empire, data: EmpireEvent['data']): string | null {
  if ('seat_id' in data || 'reign' in data) return '/world#seats';
  if ('battle_id' in data) return `/battle/${data.battle_id}`;
  if ('alliance_id' in data) return `/alliance/${data.alliance_id}`;
  if ('city_id' in data) return `/city/${data.city_id}`;
  if ('goal' in data) return '/dashboard#goals';
  if (!('army_id' in data)) return '/armies';
  const { army_id: armyId } = data;
  return empire.armies.some(({ id }) => id === armyId) ? armyAddress(armyId) : null;
}

/** Stands for the opponent's name in the parts; no name contains it. */
const nameSlot = '\u0000';

/** @param now hides the end of a battle whose rounds are still being shown */
export function toEventSummary(empire: Empire, row: ReportRow, now: number) {
  const placeOf = (tile: Tile): string => placeText(empire, tile);
  const { type, data } = toEmpireEvent(row);
  const toText = eventTexts[type as keyof EventTexts] as EventTexts['desertion'];
  const opponent =
    'opponent_id' in data
      ? { id: data.opponent_id, name: tagged(data.opponent_name, data.opponent_tag ?? null) }
      : null;
  const withSlot: object = { ...data, opponent_name: nameSlot };
  const text = toText(withSlot as Parameters<typeof toText>[0], { empireId: empire.id, placeOf, now, row });
  const [titleParts, detailParts] = [text.title.split(nameSlot), (text.detail ?? '').split(nameSlot)];
  const name = opponent?.name ?? '';
  return {
    number: row.number,
    at: row.at,
    icon: text.icon,
    href: hrefOf(empire, data),
    tone: text.tone ?? 'none',
    title: titleParts.join(name),
    detail: detailParts.join(name),
    opponent,
    /** Cut at the name of the opponent. */
    titleParts,
    detailParts,
  };
}
