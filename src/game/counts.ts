/** Numbers by resource, unit and stack; guards and leaves. */
import {
  unitTypes,
  type GuardedType,
  type Resource,
  type StackType,
  type UnitType,
} from '../contract/vocabulary.ts';

export type Amounts = Record<Resource, number>;
export type Units = Record<UnitType, number>;
export type Stacks = Record<StackType, number>;

export interface GuardedPlace {
  type: GuardedType;
  id: string;
}

export interface Guard {
  armyId: string;
  empireId: string;
  placeId: string;
  /** Null if the place no longer exists. */
  holderId: string | null;
  /** Null if it guards. */
  arrivesAt: number | null;
}

/** As it is stored, and as others know it. */
export interface OrderedLeave {
  /** Real days from its begin to its end. */
  days: number;
  orderedAt: number;
  /** From then on, only attacks that were ordered before the leave reach the empire. */
  noticeEndsAt: number;
  /** Null during the notice, and while something keeps it from beginning. */
  beganAt: number | null;
}

export interface Leave extends OrderedLeave {
  /** Follows from the attacks on the empire; see `earliestBegin`. */
  notBefore: number;
}

export const noUnits = (): Units => ({ soldiers: 0, archers: 0, knights: 0, catapults: 0 });

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
