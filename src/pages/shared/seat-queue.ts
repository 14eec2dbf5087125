/** View models of the attacks on a seat: who has signed up, with what, and the odds in their order. */
import type { Empire } from '../../game/types.ts';
import { oddsInOrder, type SeatAttackRow, type SeatDefence } from '../../seats/attacks.ts';
import { tagged, unitsText } from './formatters.ts';

/** The attacks that a page lists. */
const listed = 5;

export function toSeatQueue(
  attacks: readonly SeatAttackRow[],
  defence: SeatDefence,
  { own, speed }: { own: Empire | null; speed: number },
) {
  const shown = attacks.slice(0, listed);
  const odds = oddsInOrder(shown, defence, speed);
  return {
    attacks: shown.map((attack, index) => ({
      battleId: attack.battle_id,
      empireId: attack.empire_id,
      empire: tagged(attack.empire_name, attack.alliance_tag),
      isOwn: attack.empire_id === own?.id,
      contactAt: attack.contact_at,
      units: attack.units === null ? 'lost on its way' : unitsText(attack.units),
      ...odds[index],
    })),
    more: Math.max(0, attacks.length - listed),
  };
}
