/**
 * Reigns and crowns. A seat earns its holder 1 crown an hour, times the speed. Crowns are counted in 1/3,600,000 of a
 * crown, so that (seats x speed) x (milliseconds) is exact. A reign ends on a fixed schedule; then all crowns start at 0.
 */
import { dayMs, hourMs } from '../kernel/time.ts';
import type { Emit } from './events.ts';
import type { Empire, WorldSlice } from './types.ts';

/** Parts of a crown: the milliseconds of an hour. */
export const crownScale = hourMs;
/** Length of a reign at speed 1. */
const reignDays = 30;

/** Length of a reign in milliseconds: ceil(30 days / speed). */
export function reignMs(speed: number): number {
  return Math.ceil((reignDays * dayMs) / speed);
}

type Schedule = Pick<WorldSlice, 'speed' | 'firstReignAt'>;

/** The number of the reign that contains this moment, from 1. A reign contains its end, but not its start. */
export function reignNumberAt(at: number, { speed, firstReignAt }: Schedule): number {
  return Math.max(1, Math.ceil((at - firstReignAt) / reignMs(speed)));
}

/** When the reign with this number ends. */
export function reignEnd(number: number, { speed, firstReignAt }: Schedule): number {
  return firstReignAt + number * reignMs(speed);
}

type Holder = Pick<Empire, 'seats' | 'crownOffset' | 'reignEndsAt'>;

/** Crowns earned in the reign so far, in 1/3,600,000. `at` is within the reign to which the empire has advanced. */
export function crownPartsAt({ seats, crownOffset, reignEndsAt }: Holder, at: number, speed: number): number {
  if (reignEndsAt === null) return 0;
  return crownOffset + seats.length * speed * (at - (reignEndsAt - reignMs(speed)));
}

/** Crowns earned in the reign so far, rounded down. */
export function wholeCrowns(holder: Holder, at: number, speed: number): number {
  return Math.floor(crownPartsAt(holder, at, speed) / crownScale);
}

/**
 * Ends the reign for this empire: reports its crowns, which then start at 0. Its next reign follows directly as long as
 * it holds seats.
 */
export function endReign(empire: Empire, at: number, speed: number, emit: Emit): void {
  const parts = crownPartsAt(empire, at, speed);
  empire.crownOffset = 0;
  empire.reignEndsAt = empire.seats.length === 0 ? null : at + reignMs(speed);
  if (parts > 0) emit({ kind: 'reign_ended', at, empireId: empire.id, crownParts: parts });
}
