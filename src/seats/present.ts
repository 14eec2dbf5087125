import type { SeatView, Standing } from '../contract/seats.ts';
import { truceUntil, wearinessAt } from '../game/contact/seats.ts';
import { isoOf } from '../kernel/time.ts';
import { toPlaceGuard } from '../military/guards.ts';
import type { SeatListRow, StandingRow } from './queries.ts';

export function toSeatView(row: SeatListRow, now: number, speed: number): SeatView {
  const { id, number, x, y, held_since: heldSince, empire_id, empire_name, alliance_tag } = row;
  const until = truceUntil(heldSince, speed);
  return {
    id,
    number,
    location: { x, y },
    holder: row.is_held ? { empire_id, empire_name, alliance_tag } : null,
    held_since: heldSince === null ? null : isoOf(heldSince),
    truce_until: until === null || until <= now ? null : isoOf(until),
    morale_bonus: wearinessAt(heldSince, now, speed),
    guard: toPlaceGuard(row.guard),
    attacks: row.attacks.map((attack) => ({
      battle_id: attack.battle_id,
      empire_id: attack.empire_id,
      empire_name: attack.empire_name,
      alliance_tag: attack.alliance_tag,
      contact_at: isoOf(attack.contact_at),
      value: attack.attack_value,
      units: attack.units,
    })),
  };
}

export function toStanding(row: StandingRow): Standing {
  const { rank, empire_id, empire_name, alliance_tag, owner_username, is_bot, crowns, seats } = row;
  return { rank, empire_id, empire_name, alliance_tag, owner_username, is_bot, crowns, seats };
}
