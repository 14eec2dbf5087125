/** Battles as plain objects. Times are milliseconds since 1970. */
import type { BattleResult, CallOffReason, TargetType } from '../contract/vocabulary.ts';
import type { Amounts, Stacks } from './counts.ts';

export interface Round {
  attacker: RoundSide;
  defender: RoundSide;
}

export interface RoundSide {
  /** Living units after the round. */
  units: Stacks;
  /** Milli-hp, overkill included. */
  damage: Stacks;
}

/** Reports carry the version, so that a later resolver leaves decided battles as they are. */
export const currentResolver = 2;

export interface Sack {
  until: number;
  /** Part of the loot of the battle. */
  loot: Amounts;
}

/** Comes before the fight of the holder. */
export interface GuardFight {
  empireId: string;
  armyId: string;
  /** Thousandths. */
  morale: number;
  start: Stacks;
  rounds: Round[];
}

/** Never changes afterwards. */
export interface Outcome {
  resolver: typeof currentResolver;
  /** Milli-hp that attacking stacks lost to the wall before round 1; null if the battle was called off. */
  volley: Stacks | null;
  result: BattleResult;
  /** Time of contact, or of the calling off. */
  at: number;
  /** The end of the playback of the last round. */
  endsAt: number;
  reason: CallOffReason | null;
  /** Thousandths. */
  morale: number;
  wall: { before: number; after: number } | null;
  /** Present if the attacker met a guard. It met the holder only if the guard fell. */
  guard?: GuardFight;
  /** Before the fight of the guard. */
  attackerStart: Stacks;
  defenderStart: Stacks;
  rounds: Round[];
  /** With that of a sack. */
  loot: Amounts;
  /** Present if the city was sacked. */
  sack?: Sack;
}

/** With a guard, the holder of the target is not the defender. */
export function holderIdOf(battle: Pick<Battle, 'defenderId' | 'allyId' | 'outcome'>): string {
  const { defenderId, allyId, outcome } = battle;
  return allyId === null || outcome?.guard?.empireId === allyId ? defenderId : allyId;
}

export function partiesOf(battle: Pick<Battle, 'attackerId' | 'defenderId' | 'allyId'>): string[] {
  const { attackerId, defenderId, allyId } = battle;
  return [attackerId, defenderId, ...(allyId === null ? [] : [allyId])];
}

export interface Battle {
  id: string;
  /** Increases with every battle of the world. */
  number: number;
  /**
   * For an attack on a seat, the value of the army at the order; else 0. At the same millisecond, the largest is first.
   */
  value: number;
  attackerId: string;
  /** For an undecided attack on a city or seat, the owner of its guard, else its present holder. */
  defenderId: string;
  /** The holder if the guard is the defender; the owner of a guard that fell if the holder is. Null without a guard. */
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
