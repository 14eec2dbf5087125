/** Costs, as pages show them. */
import { resources } from '../../contract/vocabulary.ts';
import { wholeStock } from '../../game/economy.ts';
import type { Amounts, Empire } from '../../game/types.ts';

/** A cost per resource, marked where the stock is too low. */
export function pricesOf(empire: Empire, cost: Amounts) {
  const stock = wholeStock(empire);
  return resources
    .filter((resource) => cost[resource] > 0)
    .map((resource) => ({ resource, amount: cost[resource], isShort: stock[resource] < cost[resource] }));
}
