/** Who may attack whom: the one decision, used by the page, by the order and again at contact. */
import { dayMs } from '../kernel/time.ts';
import type { Empire } from './types.ts';

/** Real hours, whatever the world's speed. */
export const newcomerMs = 3 * dayMs;
export const newcomerScore = 1000;
/** A newcomer is attacked only by empires of at most so many times its score, and so many points. */
export const attackerTimes = 1.5;
export const attackerPlus = 50;
/** Afterwards nobody attacks an empire that he is more than so many times as strong as. */
export const strongestTimes = 10;
export const absenceMs = 7 * dayMs;
export const retaliationMs = 7 * dayMs;
/** An empire younger than this (divided by the world's speed) has nothing plundered. */
export const unplunderedMs = dayMs;

/** What the decision needs to know of each side. */
export interface AttackerStanding {
  score: number;
  /** Last contact with the target as the attacker, or null. */
  attackedByTargetAt: number | null;
}

export interface DefenderStanding {
  score: number;
  createdAt: number;
  protectionEnded: boolean;
  lastActiveAt: number;
}

export type Protection = 'newcomer' | 'too_weak';

/** Whether the newcomer's protection of this empire still stands. */
export function isNewcomer(
  { score, createdAt, protectionEnded }: Omit<DefenderStanding, 'lastActiveAt'>,
  now: number,
): boolean {
  return !protectionEnded && score < newcomerScore && now < createdAt + newcomerMs;
}

/**
 * Why the attacker may not attack this defender at `now`, or null when it may. A newcomer is attacked only by
 * empires with score <= 1.5 x its own + 50; afterwards nobody attacks an empire under a tenth of his own score,
 * unless that one was absent for 7 real days or attacked him within 7 real days.
 */
export function protectionOf(
  attacker: AttackerStanding,
  defender: DefenderStanding,
  now: number,
): Protection | null {
  if (isNewcomer(defender, now)) {
    return attacker.score <= attackerTimes * defender.score + attackerPlus ? null : 'newcomer';
  }
  if (strongestTimes * defender.score >= attacker.score) return null;
  if (now >= defender.lastActiveAt + absenceMs) return null;
  if (attacker.attackedByTargetAt !== null && now < attacker.attackedByTargetAt + retaliationMs) return null;
  return 'too_weak';
}

/** The sentence a player reads. */
export function describeProtection(protection: Protection): string {
  return protection === 'newcomer'
    ? 'a newcomer is attacked only by empires of at most 1.5 times its score plus 50'
    : 'an empire with less than a tenth of your score is not attacked, unless it attacked you within 7 days';
}

/** Ends the newcomer's protection for ever once the score has reached 1000. */
export function noteScore(empire: Empire, score: number): void {
  if (score >= newcomerScore) empire.protectionEnded = true;
}
