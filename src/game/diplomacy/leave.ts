/**
 * Leave: after a notice, the own time of an empire stands still for some days, in which it cannot be attacked.
 * `empire.leave` is null, a notice until it begins or is dropped (`beganAt` is null), or a leave.
 */
import { GameError } from '../../kernel/errors.ts';
import { dayMs, hourMs, isoOf, minuteMs } from '../../kernel/time.ts';
import type { Emit } from '../events.ts';
import type { Battle } from '../battle-types.ts';
import type { Leave, OrderedLeave } from '../counts.ts';
import type { Army, Empire, Tile, WorldSlice } from '../types.ts';

/** Real days. */
export const minLeaveDays = 2;
export const maxLeaveDays = 30;
/** Divided by the world's speed. */
export const noticeMs = 12 * hourMs;
/** From the end of the notice until the leave is dropped; divided by the world's speed. */
export const noticeLimitMs = 48 * hourMs;
/** Real time, as is `leavePauseMs`. */
const shortestLeaveMs = minLeaveDays * dayMs;
/** From the end of a leave to the next order. */
export const leavePauseMs = 30 * dayMs;

/** Real time: a notice cancelled this soon counts as none. */
export const noticeRegretMs = 10 * minuteMs;

const hasBegun = <Kind extends OrderedLeave>(leave: Kind | null): leave is Kind & { beganAt: number } =>
  leave !== null && leave.beganAt !== null;

/** The empire must be advanced to the present. */
export function isOnLeave({ leave }: Pick<Empire, 'leave'>): boolean {
  return hasBegun(leave);
}

/** Null unless it has begun. */
export function leaveEndsAt(leave: OrderedLeave | null): number | null {
  return hasBegun(leave) ? leave.beganAt + leave.days * dayMs : null;
}

/** By its stored leave, which may be over since. */
function isOnLeaveAt(leave: OrderedLeave | null, now: number): boolean {
  const endsAt = leaveEndsAt(leave);
  return endsAt !== null && now < endsAt;
}

/** Whether a leave protects from this attack. */
export function isShielded(
  leave: OrderedLeave | null,
  { orderedAt, contactAt }: { orderedAt: number; contactAt: number },
): boolean {
  if (leave === null) return false;
  if (leave.beganAt === null) return orderedAt > leave.orderedAt && contactAt >= leave.noticeEndsAt;
  return isOnLeaveAt(leave, orderedAt) || isOnLeaveAt(leave, contactAt);
}

/** Messages, alliance chat, reading and the return are allowed on leave, so they do not call this. Throws ON_LEAVE. */
export function requirePresent(leave: OrderedLeave | null, now: number): void {
  if (isOnLeaveAt(leave, now))
    throw new GameError('ON_LEAVE', `you are on leave until ${isoOf(leaveEndsAt(leave) ?? now)}`);
}

/** Throws ON_LEAVE during the notice, except for a guard that goes to a city of its empire. */
export function requireNoNotice(empire: Empire, army: Army, destination: Tile | null): void {
  if (empire.leave === null) return;
  const isCity = empire.cities.some(({ x, y }) => x === destination?.x && y === destination.y);
  if (army.guards === null || !isCity)
    throw new GameError('ON_LEAVE', 'no army sets out after the order of a leave; only guards may go home');
}

/** Null if it may order a leave now. */
function leavePausedUntil({ leaveEndedAt }: Pick<Empire, 'leaveEndedAt'>, now: number): number | null {
  const until = leaveEndedAt === null ? now : leaveEndedAt + leavePauseMs;
  return now < until ? until : null;
}

/**
 * For 2 to 30 real days; it begins after the attacks under way. Throws ON_LEAVE during another or its notice,
 * LEAVE_PAUSE, HOLDS_SEAT.
 */
export function orderLeave(world: WorldSlice, empire: Empire, days: number, now: number): void {
  if (empire.leave !== null) throw new GameError('ON_LEAVE', 'you have ordered a leave already');
  const pausedUntil = leavePausedUntil(empire, now);
  if (pausedUntil !== null)
    throw new GameError('LEAVE_PAUSE', `you may order the next leave at ${isoOf(pausedUntil)}`);
  if (empire.seats.length > 0)
    throw new GameError('HOLDS_SEAT', 'an empire that holds a seat cannot go on leave');
  empire.leave = planLeave(world, empire, days, now);
}

export function planLeave(world: WorldSlice, { id }: Empire, days: number, now: number): Leave {
  const noticeEndsAt = now + Math.ceil(noticeMs / world.speed);
  const leave = { days, orderedAt: now, noticeEndsAt, notBefore: noticeEndsAt, beganAt: null };
  leave.notBefore = earliestBegin(leave, id, world.battles.values(), null);
  return leave;
}

/**
 * The end of the notice, or the moment at which the last attack on the empire is decided or was called off. It is
 * computed at each load, because a recall changes only the attacker.
 * @param battles those of the empire
 * @param calledOffAt when the last attack on it was called off since the order, or null
 */
export function earliestBegin(
  leave: OrderedLeave,
  empireId: string,
  battles: Iterable<Battle>,
  calledOffAt: number | null,
): number {
  const contacts = [...battles]
    .filter(({ outcome, attackerId }) => outcome === null && attackerId !== empireId)
    .filter(({ defenderId, allyId }) => defenderId === empireId || allyId === empireId)
    .filter((battle) => !isShielded(leave, battle))
    .map(({ contactAt }) => contactAt);
  return Math.max(leave.noticeEndsAt, calledOffAt ?? 0, ...contacts);
}

/** Computes `notBefore` again for the defending empires of an attack that was called off at `now`. */
export function noteCalledOff(world: WorldSlice, { defenderId, allyId }: Battle, now: number): void {
  for (const id of [defenderId, allyId]) {
    const empire = id === null ? undefined : world.empires.get(id);
    if (empire?.leave?.beganAt === null)
      empire.leave.notBefore = earliestBegin(empire.leave, empire.id, world.battles.values(), now);
  }
}

function leaveDroppedAt({ noticeEndsAt }: OrderedLeave, speed: number): number {
  return noticeEndsAt + Math.ceil(noticeLimitMs / speed);
}

/** When the leave begins or is dropped; null without a notice. */
export function nextLeaveAt(empire: Empire, speed: number): number | null {
  const { leave, advancedAt } = empire;
  if (leave?.beganAt !== null) return null;
  const droppedAt = leaveDroppedAt(leave, speed);
  return isAway(empire) ? droppedAt : Math.min(droppedAt, Math.max(leave.notBefore, advancedAt));
}

/** Keeps a leave from beginning. */
function isAway({ armies, seats }: Pick<Empire, 'armies' | 'seats'>): boolean {
  return seats.length > 0 || armies.some(({ march, guards }) => march !== null || guards !== null);
}

/** At the time of `nextLeaveAt`. */
export function beginOrDropLeave(empire: Empire, at: number, emit: Emit): void {
  const { leave } = empire;
  if (leave === null) throw new Error('leave: none is ordered');
  if (isAway(empire) || at < leave.notBefore) {
    empire.leave = null;
    empire.leaveEndedAt = at;
    emit({ kind: 'leave_ended', at, empireId: empire.id, beganAt: null });
    return;
  }
  leave.beganAt = at;
  emit({ kind: 'leave_begun', at, empireId: empire.id, endsAt: at + leave.days * dayMs });
}

/**
 * At `at`, to which the empire is advanced. Its own moments move by the length of the leave; those of others, of
 * protection and of the world do not.
 */
export function endLeave(empire: Empire, at: number, emit: Emit): void {
  const { leave } = empire;
  if (!hasBegun(leave)) throw new Error('leave: it has not begun');
  moveMoments(empire, at - leave.beganAt);
  empire.leave = null;
  empire.leaveEndedAt = at;
  empire.lastActiveAt = at;
  emit({ kind: 'leave_ended', at, empireId: empire.id, beganAt: leave.beganAt });
}

/** The empire has no marches and seats. */
function moveMoments(empire: Empire, ms: number): void {
  const moved = (at: number | null): number | null => (at === null ? null : at + ms);
  for (const city of empire.cities) {
    for (const queued of [...city.construction, ...city.training]) {
      queued.startsAt = moved(queued.startsAt);
      queued.completesAt = moved(queued.completesAt);
    }
    city.sackedUntil = moved(city.sackedUntil);
    city.plunderedAt = city.plunderedAt.map(({ at, share }) => ({ at: at + ms, share }));
  }
  empire.lastDesertionAt = moved(empire.lastDesertionAt);
  empire.growsAt = moved(empire.growsAt);
  for (const [target, until] of Object.entries(empire.recalledUntil))
    empire.recalledUntil[target] = until + ms;
}

/**
 * Ends the notice, or the leave once it has lasted 48 real hours. A notice counts as a leave for the pause, because it
 * keeps off attacks from far away, unless it is cancelled within ten minutes. Throws LEAVE_PAUSE.
 */
export function returnFromLeave(empire: Empire, now: number, emit: Emit): void {
  const { leave } = empire;
  if (leave === null) return;
  if (!hasBegun(leave)) {
    empire.leave = null;
    if (now - leave.orderedAt > noticeRegretMs) empire.leaveEndedAt = now;
    return;
  }
  const from = leave.beganAt + shortestLeaveMs;
  if (now < from) throw new GameError('LEAVE_PAUSE', `you may return at ${isoOf(from)}`);
  endLeave(empire, now, emit);
}
