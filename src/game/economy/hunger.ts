/** Starvation: without food and with a negative food rate, an empire loses a tenth of its units every hour / speed. */
import { unitTypes } from '../../contract/vocabulary.ts';
import { entryFor, post } from './ledger.ts';
import { stockScale } from './stock.ts';
import { endGuard } from '../diplomacy/guards.ts';
import { countUnits, noUnits, asLoss } from '../counts.ts';
import type { Emit } from '../events.ts';
import { dropEmptyArmies } from '../march/marching.ts';
import type { Amounts, Empire, WorldSlice } from '../types.ts';

/** One in so many units of each stack. */
export const desertersOneIn = 10;

/**
 * At the current rate, or null: when food reaches zero, but at least an hour / speed after the last desertion.
 * @param rates those of `ratesOf`
 */
export function nextDesertionAt(empire: Empire, speed: number, rates: Amounts): number | null {
  const rate = rates.food;
  if (rate >= 0 || empire.armies.length === 0) return null;
  const emptyAt = empire.advancedAt + Math.ceil(empire.stock.food / -rate);
  const lastAt = empire.lastDesertionAt;
  return lastAt === null ? emptyAt : Math.max(emptyAt, lastAt + Math.ceil(stockScale / speed));
}

/** A tenth, rounded up, of every stack, stationary or marching. */
export function desert(world: WorldSlice, empire: Empire, at: number, emit: Emit): void {
  const lost = noUnits();
  for (const army of empire.armies) {
    for (const type of unitTypes) {
      const deserters = Math.ceil(army.units[type] / desertersOneIn);
      army.units[type] -= deserters;
      lost[type] += deserters;
    }
    if (countUnits(army.units) === 0) endGuard(world, empire, army, { at, emit });
  }
  dropEmptyArmies(empire);
  empire.lastDesertionAt = at;
  if (countUnits(lost) === 0) return;
  post(empire, entryFor('desertion'), { units: asLoss(lost) });
  emit({ kind: 'desertion', at, empireId: empire.id, lost });
}
