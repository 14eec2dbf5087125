/** Attacks of a mind on the seat that costs it least; stationing.ts reinforces held ones. */
import { stacksOf } from '../../game/fight/battle.ts';
import { distance } from '../../game/march/map.ts';
import { travelMs } from '../../game/march/marching.ts';
import { estimateOdds } from '../../game/fight/odds.ts';
import { scoresOf, valueOf } from '../../game/diplomacy/scoring.ts';
import { seatContactAt, seatLimit, moraleAgainst, truceUntil } from '../../game/contact/seats.ts';
import type { Army, Units } from '../../game/types.ts';
import { noUnits } from '../../game/counts.ts';
import { dayMs, hourMs } from '../../kernel/time.ts';
import type { Draft } from './draft.ts';
import { guardOn, type SeatView } from './sight.ts';
import { armiesInCities, freeShare, sendShare, shareOf } from './stationing.ts';
import { isRecentlyRecalled } from './targets.ts';
import { styleRules, type Temperament } from './temperament.ts';

/** Age of an empire at its first attack on a seat; divided by the world's speed. */
const firstSeatMs = 2 * dayMs;
/** A seat farther away would keep the army from home for too long. */
export const maxSeatTiles = 60;
/** Before the end of a truce; divided by the world's speed. */
const signUpMs = 2 * hourMs;
const passedOn = 3;
/** Per seat; all must be won. */
const trials = 6;
/** Of the army's value; see docs/decisions/bots.md. */
const maxLost = 0.25;

/** From home, to a seat that the army wins and the empire can hold. */
export function takeSeat(draft: Draft, { style }: Temperament): void {
  const { sight, empire } = draft;
  const { takesSeats, passesSeats } = styleRules[style];
  if (!takesSeats || sight.threats.length > 0) return;
  if (!passesSeats && sight.now < empire.createdAt + firstSeatMs / sight.speed) return;
  const marches = sight.seats.filter(({ tile }) => draft.marchesOn(tile)).length;
  if (empire.seats.length + marches >= seatLimit) return;
  const open = sight.seats.filter(
    ({ tile, holder }) =>
      !draft.marchesOn(tile) && !draft.isAllyOf(holder) && !isRecentlyRecalled(draft, holder.id),
  );
  for (const army of armiesInCities(empire)) {
    const share = freeShare(draft, style, army);
    const [best] = open
      .filter(({ tile }) => distance(army, tile) <= maxSeatTiles)
      .map((seat) => ({ seat, lost: lossesAt(draft, seat, army, shareOf(army.units, share)) }))
      .filter(({ lost }) => lost < maxLost)
      .sort((a, b) => a.lost - b.lost);
    if (best === undefined) continue;
    const { id } = best.seat;
    if (sendShare(draft, army, share, (armyId) => ({ kind: 'attack', armyId, target: { type: 'seat', id } })))
      return;
  }
}

/** To each seat of the ally, to be the first after the truce. */
export function passSeats(draft: Draft, { style }: Temperament): void {
  const { sight, empire } = draft;
  const { now, speed } = sight;
  if (!styleRules[style].passesSeats) return;
  for (const { id, tile, heldSince, holder } of sight.seats) {
    const isSoon = (truceUntil(heldSince, speed) ?? 0) <= now + signUpMs / speed;
    const army = armiesInCities(empire).find(({ units }) => units.soldiers > passedOn);
    if (!draft.isAllyOf(holder) || !isSoon || draft.marchesOn(tile) || army === undefined) continue;
    const as = `seat ${id}`;
    const units = { ...noUnits(), soldiers: passedOn };
    if (draft.tryOrder({ kind: 'split', armyId: army.id, units, as }) === null)
      draft.tryOrder({ kind: 'attack', armyId: as, target: { type: 'seat', id } });
  }
}

/**
 * Share of the units' value; 1 if the attack may fail, if the truce lasts too long, or if an army of at least half the
 * value meets the seat first.
 */
function lossesAt(draft: Draft, seat: SeatView, army: Army, units: Units): number {
  const { empire, sight } = draft;
  const { now, speed } = sight;
  const value = valueOf(units);
  if (value === 0 || (truceUntil(seat.heldSince, speed) ?? 0) > now + signUpMs / speed) return 1;
  const marchMs = travelMs(army, seat.tile, units, speed);
  const at = seatContactAt({ now, marchMs }, seat.heldSince, speed);
  const isBehind = seat.attacks.some((other) =>
    other.contactAt === at ? other.value >= value : other.contactAt < at && other.value >= value / 2,
  );
  if (isBehind) return 1;
  const moraleOf = (defender: number): number =>
    moraleAgainst({ attacker: scoresOf(empire).total, defender }, { heldSince: seat.heldSince, at, speed });
  const { tile, holder, defender } = seat;
  const terms = { wall: 0, morale: moraleOf(holder.score), guard: guardOn(sight, tile, holder, moraleOf) };
  const { won, attackerLeft } = estimateOdds({ attacker: stacksOf(units), defender, ...terms }, trials);
  return won < trials ? 1 : 1 - valueOf(attackerLeft) / value;
}
