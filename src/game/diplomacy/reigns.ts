/**
 * Reigns and crowns. A seat earns its holder 1 crown an hour, times the speed. Crowns are counted in 1/3,600,000 of a
 * crown, so that (seats x speed) x (milliseconds) is exact. A reign ends on a fixed schedule; then all crowns start at 0.
 */
import { dayMs, hourMs } from '../../kernel/time.ts';
import type { Emit } from '../events.ts';
import type { Empire, WorldSlice } from '../types.ts';

/** Parts of a crown. */
export const crownScale = hourMs;
/** At speed 1. */
const reignDays = 30;

/** ceil(30 days / speed). */
export function reignMs(speed: number): number {
  return Math.ceil((reignDays * dayMs) / speed);
}

type Schedule = Pick<WorldSlice, 'speed' | 'firstReignAt'>;

/** From 1. A reign contains its end, but not its start. */
export function reignNumberAt(at: number, { speed, firstReignAt }: Schedule): number {
  return Math.max(1, Math.ceil((at - firstReignAt) / reignMs(speed)));
}

export function reignEnd(number: number, { speed, firstReignAt }: Schedule): number {
  return firstReignAt + number * reignMs(speed);
}

type Holder = Pick<Empire, 'seats' | 'crownOffset' | 'reignEndsAt'>;
type AlliedHolder = Holder & Pick<Empire, 'allianceCrowns' | 'membership'>;

/** In 1/3,600,000, in the reign so far. `at` is within the reign to which the empire has advanced. */
export function crownPartsAt({ seats, crownOffset, reignEndsAt }: Holder, at: number, speed: number): number {
  if (reignEndsAt === null) return 0;
  return crownOffset + seats.length * speed * (at - (reignEndsAt - reignMs(speed)));
}

/** The part of `crownPartsAt` that counts for alliances, by their ids. */
export function allianceCrownsAt(empire: AlliedHolder, at: number, speed: number): Record<string, number> {
  const parts = { ...empire.allianceCrowns };
  const { membership, seats, reignEndsAt } = empire;
  if (membership !== null) {
    const earned = crownPartsAt({ seats, reignEndsAt, crownOffset: 0 }, at, speed);
    parts[membership.allianceId] = (parts[membership.allianceId] ?? 0) + earned;
  }
  return withoutZeros(parts);
}

/** For a change of seats or alliance. The crowns earned so far stay, and continue at the new rate. */
export function changeCrownRate(empire: AlliedHolder, at: number, speed: number, change: () => void): void {
  const parts = crownPartsAt(empire, at, speed);
  const byAlliance = allianceCrownsAt(empire, at, speed);
  change();
  empire.crownOffset += parts - crownPartsAt(empire, at, speed);
  empire.allianceCrowns = {};
  for (const [id, earned] of Object.entries(allianceCrownsAt(empire, at, speed)))
    byAlliance[id] = (byAlliance[id] ?? 0) - earned;
  empire.allianceCrowns = withoutZeros(byAlliance);
}

const withoutZeros = (parts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(parts).filter(([, n]) => n !== 0));

/** In the reign so far, rounded down. */
export function wholeCrowns(holder: Holder, at: number, speed: number): number {
  return Math.floor(crownPartsAt(holder, at, speed) / crownScale);
}

/** Crowns start at 0 again. The next reign follows directly while the empire holds seats. */
export function endReign(empire: Empire, at: number, speed: number, emit: Emit): void {
  const crownParts = crownPartsAt(empire, at, speed);
  const allianceCrowns = allianceCrownsAt(empire, at, speed);
  empire.crownOffset = 0;
  empire.allianceCrowns = {};
  empire.reignEndsAt = empire.seats.length === 0 ? null : at + reignMs(speed);
  if (crownParts > 0) emit({ kind: 'reign_ended', at, empireId: empire.id, crownParts, allianceCrowns });
}
