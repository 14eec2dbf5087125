/** View model of the attacks on a seat, with the odds in their order. */
import { oddsInOrder, type SeatAttackRow, type SeatDefence } from '../../seats/attacks.ts';

const listed = 5;

export function toSeatQueue(attacks: readonly SeatAttackRow[], defence: SeatDefence, speed: number) {
  const shown = attacks.slice(0, listed);
  const odds = oddsInOrder(shown, defence, speed);
  return {
    attacks: shown.map((attack, index) => ({ ...attack, ...odds[index] })),
    more: Math.max(0, attacks.length - listed),
  };
}
