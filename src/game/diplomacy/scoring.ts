/** Scores, all integers: economic for buildings and cities, military for living units and destroyed enemies. */
import { unitTypes } from '../../contract/vocabulary.ts';
import { listPrice, unitRules } from '../balance.ts';
import { sumUnits } from '../counts.ts';
import type { Empire, Units } from '../types.ts';

export interface Scores {
  economic: number;
  military: number;
  total: number;
}

/** Gold, food and materials (added) per point. */
export const perPoint = { built: 100, arms: 100, destroyed: 400 };

/** Gold, food and materials added. */
export function valueOf(units: Units): number {
  let value = 0;
  for (const type of unitTypes) value += units[type] * unitRules[type].value;
  return value;
}

/**
 * economic = floor((list price of completed levels + founding costs paid) / 100);
 * military = floor(value of living units / 100) + floor(value of enemies destroyed / 400).
 */
export function scoresOf(empire: Empire): Scores {
  let built = empire.foundingPaid;
  for (const city of empire.cities) {
    for (const { type, level } of city.buildings) built += listPrice(type, level);
  }
  const economic = Math.floor(built / perPoint.built);
  const military =
    Math.floor(valueOf(sumUnits(empire.armies)) / perPoint.arms) +
    Math.floor(empire.destroyedValue / perPoint.destroyed);
  return { economic, military, total: economic + military };
}
