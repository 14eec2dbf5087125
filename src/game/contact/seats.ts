/** Seats: tiles that exactly one empire holds, in whose row they are. */
import type { CallOffReason } from '../../contract/vocabulary.ts';
import { hourMs } from '../../kernel/time.ts';
import { moraleOf } from '../fight/battle.ts';
import type { Emit } from '../events.ts';
import { endGuardsAt } from '../diplomacy/guards.ts';
import { emptyEmpire } from '../founding/founding.ts';
import { sameTile, tilesAnEmpire, tileTowards } from '../march/map.ts';
import { changeCrownRate, crownPartsAt, reignEnd, reignNumberAt } from '../diplomacy/reigns.ts';
import type { Battle } from '../battle-types.ts';
import type { Empire, HeldSeat, Tile, WorldSlice } from '../types.ts';

export const seatLimit = 3;
/** One seat for so many foundings; seat 0 is made with the world. */
export const foundingsPerSeat = 8;
/** Whole again for every contact. */
export const keeperMilitia = 200;
/** Minimum time from the order of an attack to its contact; divided by the world's speed. */
export const seatWarningMs = hourMs / 2;
/** After a change of its holder, a seat cannot be taken for so long; divided by the world's speed. */
export const truceMs = 8 * hourMs;
/** Morale in thousandths that attackers gain for each full hour / speed of a player's hold. */
export const wearinessPerHour = 10;
export const maxWeariness = 4000;

/** 4 x sqrt(8 x number) tiles from the centre. @param turns 0 to 1, from a hash */
export function seatWish(number: number, turns: number): Tile {
  return tileTowards({ x: 0, y: 0 }, turns, tilesAnEmpire * Math.sqrt(foundingsPerSeat * number));
}

/** Null if the keeper has held the seat from the start. */
export function truceUntil(heldSince: number | null, speed: number): number | null {
  return heldSince === null ? null : heldSince + Math.ceil(truceMs / speed);
}

/** After the march and the warning, not before the end of the truce. */
export function seatContactAt(
  { now, marchMs }: { now: number; marchMs: number },
  heldSince: number | null,
  speed: number,
): number {
  const warnedAt = now + Math.max(marchMs, Math.ceil(seatWarningMs / speed));
  return Math.max(warnedAt, truceUntil(heldSince, speed) ?? -Infinity);
}

/** What the holder's weariness adds to the attackers' morale, in thousandths; 0 for a keeper, and without a seat. */
export function wearinessAt(heldSince: number | null, at: number, speed: number): number {
  if (heldSince === null) return 0;
  const hours = Math.floor((Math.max(0, at - heldSince) * speed) / hourMs);
  return Math.min(maxWeariness, wearinessPerHour * hours);
}

/** In thousandths: 600 to 1000, against a player's seat up to 5000. @param heldSince null without a seat */
export function moraleAgainst(
  scores: { attacker: number; defender: number },
  { heldSince, at, speed }: { heldSince: number | null; at: number; speed: number },
): number {
  return moraleOf(scores.attacker, scores.defender) + wearinessAt(heldSince, at, speed);
}

export function seatAt(empire: Pick<Empire, 'seats'>, tile: Tile): HeldSeat | null {
  return empire.seats.find((seat) => sameTile(seat, tile)) ?? null;
}

export function newKeeper(
  seat: HeldSeat,
  { id, ownerId }: { id: string; ownerId: string },
  now: number,
): Empire {
  const keeper = emptyEmpire({ id, kind: 'keeper', name: `Keeper of seat ${seat.number}`, ownerId }, now);
  keeper.seats.push(seat);
  return keeper;
}

/** Why the contact is called off, or null. `battle` names the present holder as its defender. */
export function seatRefusal(
  attacker: Empire,
  defender: Empire,
  battle: Battle,
  { at, speed }: { at: number; speed: number },
): CallOffReason | null {
  if (attacker.id === defender.id) return 'own_seat';
  if (attacker.seats.length >= seatLimit) return 'seat_limit';
  const seat = defender.seats.find(({ id }) => id === battle.target.id);
  if (seat === undefined) return 'target_gone';
  const until = truceUntil(seat.heldSince, speed);
  return until !== null && at < until ? 'truce' : null;
}

/**
 * A guard that the attacker has passed by stands idle there. All undecided battles for the seat name the new holder as
 * their defender. Each names the loser until then, so the slice with the loser contains them.
 */
export function takeSeat(
  world: WorldSlice,
  battle: Battle,
  { attacker, defender, at, emit }: { attacker: Empire; defender: Empire; at: number; emit: Emit },
): void {
  const seat = defender.seats.find(({ id }) => id === battle.target.id);
  if (seat === undefined) throw new Error('seat: the defender does not hold it');
  const { id, number, x, y } = seat;
  endGuardsAt(world, id, { at, emit });
  const kept = defender.seats.filter((held) => held !== seat);
  changeSeats(defender, kept, at, world);
  changeSeats(attacker, [...attacker.seats, { id, number, x, y, heldSince: at }], at, world);
  for (const other of world.battles.values()) {
    if (other.outcome === null && other.target.type === 'seat' && other.target.id === id)
      other.defenderId = attacker.id;
  }
  const told = { at, battleId: battle.id, seat: { id, number, x, y } };
  emit({ kind: 'seat_taken', empireId: attacker.id, opponentId: defender.id, ...told });
  if (defender.kind === 'player')
    emit({ kind: 'seat_lost', empireId: defender.id, opponentId: attacker.id, ...told });
}

/** The seat of a holder that leaves the world is as it was at the start. */
export function returnSeat(
  world: WorldSlice,
  seatId: string,
  { from, keeperId, at }: { from: Empire; keeperId: string; at: number },
): void {
  const seat = from.seats.find(({ id }) => id === seatId);
  const keeper = world.empires.get(keeperId);
  if (seat === undefined || keeper === undefined) throw new Error('seat: its holder or keeper is not loaded');
  const kept = from.seats.filter((held) => held !== seat);
  changeSeats(from, kept, at, world);
  changeSeats(keeper, [...keeper.seats, { ...seat, heldSince: null }], at, world);
}

function changeSeats(empire: Empire, seats: HeldSeat[], at: number, world: WorldSlice): void {
  const { speed } = world;
  if (empire.kind !== 'player') {
    empire.seats = seats;
    return;
  }
  empire.reignEndsAt ??= reignEnd(reignNumberAt(at, world), world);
  changeCrownRate(empire, at, speed, () => {
    empire.seats = seats;
  });
  if (seats.length === 0 && crownPartsAt(empire, at, speed) === 0) empire.reignEndsAt = null;
}
