/** Costs, and whether an order is possible now: it is tried on copies, and a refusal is put into words. */
import { resources, type BuildingType, type UnitType } from '../../contract/vocabulary.ts';
import { orderLevels } from '../../game/construction.ts';
import type { Amounts, City, Empire } from '../../game/types.ts';
import { requireStock, wholeStock } from '../../game/economy.ts';
import { orderBatch } from '../../game/training.ts';
import { GameError } from '../../kernel/errors.ts';
import { capitalise, lasting } from './formatters.ts';
import { inWords } from './forms.ts';
import { affordableInMs } from './stock-bar.ts';

/** A cost per resource, marked where the stock is too low. */
export function pricesOf(empire: Empire, cost: Amounts) {
  const stock = wholeStock(empire);
  return resources
    .filter((resource) => cost[resource] > 0)
    .map((resource) => ({ resource, amount: cost[resource], isShort: stock[resource] < cost[resource] }));
}

/** Tries to order the next level of a building, or a batch, on copies. Returns the refusal, or null. */
export function refusalOf(
  empire: Empire,
  city: City,
  order: { type: BuildingType } | { unit: UnitType; quantity: number },
  { now, speed }: { now: number; speed: number },
): GameError | null {
  const [buildings, construction, training] = [
    [...city.buildings],
    [...city.construction],
    [...city.training],
  ];
  const trialCity = { ...city, buildings, construction, training };
  const trialEmpire = { ...empire, stock: { ...empire.stock } };
  const how = { now, speed, newId: () => '' };
  try {
    if ('unit' in order) orderBatch(trialEmpire, trialCity, order.unit, order.quantity, how);
    else orderLevels(trialEmpire, trialCity, order.type, 1, how);
    return null;
  } catch (error) {
    if (error instanceof GameError) return error;
    throw error;
  }
}

/** The refusal in words. If only resources are missing, it includes the time until the stock suffices. */
export function reasonOf(
  refusal: GameError | null,
  empire: Empire,
  cost: Amounts,
  speed: number,
): string | null {
  if (refusal === null) return null;
  const why = inWords(refusal.details ?? refusal.message);
  if (refusal.code !== 'INSUFFICIENT_RESOURCES') return `${capitalise(why)}.`;
  const inMs = affordableInMs(empire, cost, speed);
  if (inMs === null) return `${why}; the stores or the income are too small for it.`;
  return `${why}; there in ${lasting(inMs)}.`;
}

/** Why the stock does not suffice for a cost, with the time until it does; null if it suffices. */
export function paymentRefusal(empire: Empire, cost: Amounts, speed: number): string | null {
  try {
    requireStock(empire, cost);
    return null;
  } catch (error) {
    if (error instanceof GameError) return reasonOf(error, empire, cost, speed);
    throw error;
  }
}
