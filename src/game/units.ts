/** Sums and losses of unit counts. */
import { unitTypes, type UnitType } from '../contract/vocabulary.ts';
import type { Units } from './types.ts';

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
