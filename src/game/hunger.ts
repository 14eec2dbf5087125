/** Starvation: an empire without food whose units eat more than it grows loses a tenth of them every hour. */
import { unitTypes } from '../contract/vocabulary.ts';
import { entryFor, post } from './ledger.ts';
import { ratesOf, stockScale } from './economy.ts';
import { countUnits, noUnits, gone } from './units.ts';
import type { Emit } from './events.ts';
import { dropEmptyArmies } from './marching.ts';
import type { Empire } from './types.ts';

/** Of each stack, one in so many deserts. */
export const desertersOneIn = 10;

/**
 * When units desert next at the present rate, or null: the later of the moment food reaches zero and an hour /
 * speed after the last time.
 */
export function nextDesertionAt(empire: Empire, speed: number): number | null {
  const rate = ratesOf(empire, speed).food;
  if (rate >= 0 || empire.armies.length === 0) return null;
  const emptyAt = empire.settledAt + Math.ceil(empire.stock.food / -rate);
  const last = empire.lastDesertionAt;
  return last === null ? emptyAt : Math.max(emptyAt, last + Math.ceil(stockScale / speed));
}

/** Every stack of every army, wherever it is, loses a tenth, rounded up. */
export function desert(empire: Empire, at: number, emit: Emit): void {
  const lost = noUnits();
  for (const army of empire.armies) {
    for (const type of unitTypes) {
      const deserters = Math.ceil(army.units[type] / desertersOneIn);
      army.units[type] -= deserters;
      lost[type] += deserters;
    }
  }
  dropEmptyArmies(empire);
  empire.lastDesertionAt = at;
  if (countUnits(lost) === 0) return;
  post(empire, entryFor('desertion'), { units: gone(lost) });
  emit({ kind: 'desertion', at, empireId: empire.id, lost });
}
