/**
 * The wishes of a mind until its next turn: the levels of this turn, then those that it would order with an endless
 * stock.
 */
import { stockScale } from '../../game/economy/stock.ts';
import { maxWishedLevels } from '../../game/economy/wishes.ts';
import type { BuildingType } from '../../contract/vocabulary.ts';
import { eachResource } from '../../game/balance.ts';
import { build } from './building.ts';
import { Draft } from './draft.ts';
import { openingGoal, wantsCity } from './founding.ts';
import { noMemory, type Order } from './orders.ts';
import type { Sight } from './sight.ts';
import type { Temperament } from './temperament.ts';

/** In pauses, because a turn may be late. */
const reachesTurns = 2;
/** In parts of the stock. */
const endless = 100_000_000 * stockScale;

/**
 * Only those of this turn while it saves for a city.
 * @param orders those of this turn, which come first
 */
export function wishFor(
  temperament: Temperament,
  sight: Sight,
  orders: readonly Order[],
): { city_id: string; type: BuildingType }[] {
  const ordered = new Draft(sight, noMemory);
  for (const order of orders) if (order.kind === 'build') ordered.tryOrder(order);
  const saves = openingGoal(ordered, temperament) === 'city' || wantsCity(ordered, temperament);
  return levelsOf(saves ? ordered.orders : [...ordered.orders, ...nextOrders(temperament, sight, ordered)]);
}

function nextOrders(temperament: Temperament, sight: Sight, ordered: Draft): readonly Order[] {
  // The queues hold the orders of this turn; the endless stock pays for what follows.
  const next = new Draft(
    {
      ...sight,
      nextTurnMs: reachesTurns * sight.nextTurnMs,
      own: { ...ordered.empire, stock: sight.own.stock },
    },
    noMemory,
  );
  next.empire.stock = eachResource(() => endless);
  build(next, temperament, { needsPeople: 0, isSaving: false });
  return next.orders;
}

function levelsOf(orders: readonly Order[]): { city_id: string; type: BuildingType }[] {
  const perCity = new Map<string, number>();
  return orders.flatMap((order) => {
    if (order.kind !== 'build') return [];
    const count = (perCity.get(order.cityId) ?? 0) + 1;
    perCity.set(order.cityId, count);
    return count > maxWishedLevels ? [] : [{ city_id: order.cityId, type: order.building }];
  });
}
