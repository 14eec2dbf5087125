/** Battles as plain objects: an order, and its outcome once it is decided. Times are milliseconds since 1970. */
import type { BattleResult, CallOffReason, TargetType } from '../contract/vocabulary.ts';
import type { Amounts, Stacks } from './counts.ts';

export interface Round {
  attacker: RoundSide;
  defender: RoundSide;
}

export interface RoundSide {
  /** Living units after the round. */
  units: Stacks;
  /** Milli-hp dealt in the round, overkill included. */
  damage: Stacks;
}

/** The version of the battle resolver. Reports carry it, so that a later version can leave decided battles as they are. */
export const currentResolver = 2;

export interface Sack {
  until: number;
  /** Its part of the loot. */
  loot: Amounts;
}

/** The fight of a guard, which comes before that of the holder. */
export interface GuardFight {
  /** The owner of the guard. */
  empireId: string;
  armyId: string;
  /** Thousandths. */
  morale: number;
  start: Stacks;
  rounds: Round[];
}

/** The result of a battle. It never changes afterwards. */
export interface Outcome {
  resolver: typeof currentResolver;
  /** Milli-hp that each attacking stack lost to the wall before round 1; null if the battle was called off. */
  volley: Stacks | null;
  result: BattleResult;
  /** Time of contact, or time at which the battle was called off. */
  at: number;
  /** When the playback of the last round ends. */
  endsAt: number;
  /** Why the battle was called off; null if it was fought. */
  reason: CallOffReason | null;
  /** Thousandths. */
  morale: number;
  wall: { before: number; after: number } | null;
  /** Present if the attacker met a guard first. It met the holder only if the guard fell. */
  guard?: GuardFight;
  /** Before the fight of the guard, too. */
  attackerStart: Stacks;
  defenderStart: Stacks;
  rounds: Round[];
  /** All that the attacker carries home, also from a sack. */
  loot: Amounts;
  /** Present if the fight began a sack of the city. */
  sack?: Sack;
}

/** The empire that holds the target; with a guard, it is not the defender. */
export function holderIdOf(battle: Pick<Battle, 'defenderId' | 'allyId' | 'outcome'>): string {
  const { defenderId, allyId, outcome } = battle;
  return allyId === null || outcome?.guard?.empireId === allyId ? defenderId : allyId;
}

/** The attacker and the empires of the defending side. */
export function partiesOf(battle: Pick<Battle, 'attackerId' | 'defenderId' | 'allyId'>): string[] {
  const { attackerId, defenderId, allyId } = battle;
  return [attackerId, defenderId, ...(allyId === null ? [] : [allyId])];
}

export interface Battle {
  id: string;
  /** Increases with every battle of the world. */
  number: number;
  /** For an attack on a seat, the value of the army at the order; else 0. Of one millisecond, the largest is first. */
  value: number;
  attackerId: string;
  /** For an undecided attack on a city or seat, the owner of its guard, or without one its present holder. */
  defenderId: string;
  /**
   * The other empire of the defending side: the holder if the guard is the defender; the owner of a guard that fell if the
   * holder is. Null without a guard.
   */
  allyId: string | null;
  armyId: string;
  target: { type: TargetType; id: string };
  x: number;
  y: number;
  orderedAt: number;
  contactAt: number;
  seed: string;
  outcome: Outcome | null;
}
