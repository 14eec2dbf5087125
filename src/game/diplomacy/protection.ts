/** Protection from attacks: the single decision, for the pages, the order and the contact. */
import { dayMs, isoOf } from '../../kernel/time.ts';
import { alliedUntil, type Allegiance } from './alliances.ts';
import type { EmpireKind } from '../../contract/vocabulary.ts';
import { isShielded, leaveEndsAt } from './leave.ts';
import { scoresOf } from './scoring.ts';
import type { Empire, OrderedLeave } from '../types.ts';

/** Real time. */
export const newcomerMs = 3 * dayMs;
export const newcomerScore = 1000;
/** Maximum score of a newcomer's attacker: attackerTimes x the newcomer's score + attackerPlus. */
export const attackerTimes = 1.5;
export const attackerPlus = 50;
/** Without newcomer protection: the attacker's score is at most so many times the defender's. */
export const strongestTimes = 10;
/** Real time, as is `retaliationMs`. */
export const absenceMs = 7 * dayMs;
export const retaliationMs = 7 * dayMs;
/** Divided by the world's speed: younger empires lose no plunder. */
export const unplunderedMs = dayMs;

export interface AttackerStanding extends Allegiance {
  score: number;
  /** The last contact; null without one. */
  attackedByTargetAt: number | null;
}

export interface DefenderStanding extends Allegiance {
  kind: EmpireKind;
  score: number;
  createdAt: number;
  protectionEnded: boolean;
  lastActiveAt: number;
  /** As it was read; it may have begun or ended since. */
  leave: OrderedLeave | null;
}

type ScoreProtection = 'newcomer' | 'too_weak';
export type Protection = 'allied' | 'on_leave' | ScoreProtection;

export function isNewcomer(
  standing: Pick<DefenderStanding, 'kind' | 'score' | 'createdAt' | 'protectionEnded'>,
  now: number,
): boolean {
  const { kind, score, createdAt, protectionEnded } = standing;
  return kind === 'player' && !protectionEnded && score < newcomerScore && now < createdAt + newcomerMs;
}

/**
 * Null if the attacker may attack at `now`. Nothing protects a seat. Members of one alliance may not attack each other,
 * until 24 h / speed after one has left. After the notice of a leave, only attacks ordered before it reach the empire.
 * The attacker of a newcomer needs a score <= 1.5 x the newcomer's + 50; that of others at most ten times theirs,
 * unless they were absent for 7 real days or attacked it within 7 real days. Empires without a player are not
 * protected.
 */
export function protectionOf(
  attacker: AttackerStanding,
  defender: DefenderStanding,
  {
    now,
    speed,
    isSeat = false,
    orderedAt = now,
    contactAt = now,
  }: { now: number; speed: number; isSeat?: boolean; orderedAt?: number; contactAt?: number },
): Protection | null {
  if (isSeat) return null;
  if (alliedUntil(attacker, defender, now, speed) !== null) return 'allied';
  if (defender.kind !== 'player') return null;
  if (isShielded(defender.leave, { orderedAt, contactAt })) return 'on_leave';
  if (isNewcomer(defender, now)) {
    return attacker.score <= attackerTimes * defender.score + attackerPlus ? null : 'newcomer';
  }
  if (strongestTimes * defender.score >= attacker.score) return null;
  if (now >= defender.lastActiveAt + absenceMs) return null;
  if (attacker.attackedByTargetAt !== null && now < attacker.attackedByTargetAt + retaliationMs) return null;
  return 'too_weak';
}

/** The highest score that may attack a defender of this score. */
export function highestAttacker(protection: ScoreProtection, score: number): number {
  return protection === 'newcomer'
    ? Math.floor(attackerTimes * score + attackerPlus)
    : strongestTimes * score;
}

/** Names the moment or both scores, so that the attacker sees what is too much, and until when. */
export function protectionText(
  protection: Exclude<Protection, 'allied'>,
  { leave, score: defenderScore, createdAt }: Pick<DefenderStanding, 'leave' | 'score' | 'createdAt'>,
  attackerScore: number,
): string {
  if (protection === 'on_leave') {
    const endsAt = leaveEndsAt(leave);
    return endsAt === null
      ? `the empire has ordered a leave; no new attack may arrive after ${isoOf(leave?.noticeEndsAt ?? 0)}`
      : `the empire is on leave until ${isoOf(endsAt)}`;
  }
  const scores = `(limit ${highestAttacker(protection, defenderScore)}, you have ${attackerScore})`;
  return protection === 'newcomer'
    ? `you are too strong to attack this newcomer ${scores}, until ${isoOf(createdAt + newcomerMs)}`
    : `you are too strong to attack this empire ${scores}`;
}

/** Ends the newcomer protection of the attacker. */
export function endsProtection(defender: DefenderStanding, now: number): boolean {
  return defender.kind === 'player' && !isNewcomer(defender, now);
}

/** Newcomer protection ends permanently once the score has reached 1000. */
export function noteScore(empire: Empire): void {
  if (scoresOf(empire).total >= newcomerScore) empire.protectionEnded = true;
}
