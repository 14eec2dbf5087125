/** Numbers by resource, unit and stack, with sums of units; guards, which defend a place of an ally; leaves. */
import {
  unitTypes,
  type GuardedType,
  type Resource,
  type StackType,
  type UnitType,
} from '../contract/vocabulary.ts';

export type Amounts = Record<Resource, number>;
export type Units = Record<UnitType, number>;
/** Units of each stack in a battle. */
export type Stacks = Record<StackType, number>;

export interface GuardedPlace {
  type: GuardedType;
  id: string;
}

/** An army that guards a place, or is on the way to do so. */
export interface Guard {
  armyId: string;
  empireId: string;
  placeId: string;
  /** The empire that holds the place; null if the place no longer exists. */
  holderId: string | null;
  /** When it arrives; null if it guards. */
  arrivesAt: number | null;
}

/** A leave as it is stored, and as others know it. */
export interface OrderedLeave {
  /** Real days from its begin to its end. */
  days: number;
  orderedAt: number;
  /** From then on no attack may reach the empire, except those that were ordered before the leave. */
  noticeEndsAt: number;
  /** Null during the notice, and as long as something keeps it from beginning. */
  beganAt: number | null;
}

export interface Leave extends OrderedLeave {
  /** It does not begin before. Follows from the attacks on the empire; see `earliestBegin`. */
  notBefore: number;
}

export const noUnits = (): Units => ({ soldiers: 0, archers: 0, knights: 0, catapults: 0 });

/** The count of each unit by a function. */
export function eachUnit(countOf: (type: UnitType) => number): Units {
  return {
    soldiers: countOf('soldiers'),
    archers: countOf('archers'),
    knights: countOf('knights'),
    catapults: countOf('catapults'),
  };
}

export function countUnits(units: Units): number {
  return units.soldiers + units.archers + units.knights + units.catapults;
}

export function sumUnits(armies: readonly { units: Units }[]): Units {
  const sum = noUnits();
  for (const { units } of armies) for (const type of unitTypes) sum[type] += units[type];
  return sum;
}

/** The negated counts; never -0. */
export function asLoss(units: Units): Units {
  return eachUnit((type) => 0 - units[type]);
}
