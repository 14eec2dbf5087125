/** Costs, and whether an order is possible now: it is tried on copies. */
import { resources, type BuildingType, type UnitType } from '../../contract/vocabulary.ts';
import { orderLevels } from '../../game/economy/construction.ts';
import type { Amounts, City, Empire } from '../../game/types.ts';
import { requireStock, wholeStock } from '../../game/economy/stock.ts';
import { orderBatch } from '../../game/economy/training.ts';
import { refusalFrom, type GameError } from '../../kernel/errors.ts';
import { isoOf } from '../../kernel/time.ts';
import type { EmpireState } from '../../world/read.ts';
import { capitalise } from './formatters.ts';
import { inWords } from './forms.ts';
import { payableAt } from './payable.ts';

export function pricesOf(empire: Empire, cost: Amounts) {
  const stock = wholeStock(empire);
  return resources
    .filter((resource) => cost[resource] > 0)
    .map((resource) => ({ resource, amount: cost[resource], isShort: stock[resource] < cost[resource] }));
}

export function trialOf(empire: Empire, city: City): { empire: Empire; city: City } {
  const construction = city.construction.map((level) => ({ ...level }));
  const queues = { buildings: [...city.buildings], construction, training: [...city.training] };
  return { empire: { ...empire, stock: { ...empire.stock } }, city: { ...city, ...queues } };
}

/** Null if the order is possible. */
export function refusalOf(
  { empire, world, now }: EmpireState,
  city: City,
  order: { type: BuildingType } | { unit: UnitType; quantity: number },
): GameError | null {
  const trial = trialOf(empire, city);
  const how = { now, speed: world.speed, newId: () => '' };
  return refusalFrom(() => {
    if ('unit' in order) orderBatch(trial.empire, trial.city, order.unit, order.quantity, how);
    else orderLevels(trial.empire, trial.city, order.type, 1, how);
  });
}

/** If only resources are missing, includes the moment from which the stock suffices, which pages count down to. */
export function reasonOf(refusal: GameError | null, state: EmpireState, cost: Amounts): string | null {
  if (refusal === null) return null;
  const why = inWords(refusal.details ?? refusal.message);
  if (refusal.code !== 'INSUFFICIENT_RESOURCES') return `${capitalise(why)}.`;
  const at = payableAt(state, cost);
  if (at === null) return `${why}; the stores or the income are too small for it.`;
  return `${why}; there in ${isoOf(at)}.`;
}

/** Null if the stock suffices. */
export function paymentRefusal(state: EmpireState, cost: Amounts): string | null {
  const refusal = refusalFrom(() => requireStock(state.empire, cost));
  return reasonOf(refusal, state, cost);
}
