/** Gives an order to an empire of a simulated world, with the actual state of its target. */
import { applyOrder, type OrderContext } from '../../src/bots/mind/apply-order.ts';
import type { Order } from '../../src/bots/mind/orders.ts';
import { GameError, type ErrorCode } from '../../src/kernel/errors.ts';
import { findTargetIn, placeToGuardIn } from './observe.ts';

/** @param given without what follows from the world */
export function contextIn(
  given: Pick<OrderContext, 'world' | 'empire' | 'now' | 'cities' | 'newId' | 'emit'>,
): OrderContext {
  return {
    ...given,
    findTarget: (target) => findTargetIn(given.world, target),
    findPlace: (place) => placeToGuardIn(given.world, place),
    splits: new Map(),
    newArmyId: given.newId,
  };
}

/** Returns null, or the code of the refusal. */
export function giveOrder(context: OrderContext, order: Order): ErrorCode | null {
  try {
    applyOrder(context, order);
    return null;
  } catch (error) {
    if (error instanceof GameError) return error.code;
    throw error;
  }
}
