/** Sends the orders of a mind through the public client; which refusals end a bot, and which pass. */
import type { Result, Client, Refusal, RefusalCode } from '../../client/client.ts';
import { noOrders, type Order } from '../mind/orders.ts';

/** With the reason for the operator. */
export const fatalReasons: Partial<Record<RefusalCode, string>> = {
  AUTH_REQUIRED: 'its account is deactivated, or its session has ended',
  SESSION_ENDED: 'its account is deactivated, or its session has ended',
  SESSION_REPLACED: 'another program plays with its account',
  WORLD_FULL: 'the world has no room for its empire',
};
/** Temporary refusals. */
export const retryable: ReadonlySet<RefusalCode> = new Set([
  'UNREACHABLE',
  'UNAVAILABLE',
  'INTERNAL',
  'BUSY',
  'RATE_LIMITED',
]);

/** @param splits as in `OrderContext` */
export async function sendOrder(
  client: Client,
  empireId: string,
  order: Order,
  splits: Map<string, string>,
  signal: AbortSignal,
): Promise<Result<unknown>> {
  const armyOf = (name: string): string => splits.get(name) ?? name;
  switch (order.kind) {
    case 'build':
      return client.build(order.cityId, { type: order.building, quantity: order.quantity }, { signal });
    case 'train':
      return client.train(order.cityId, { unit_type: order.unit, quantity: order.quantity }, { signal });
    case 'exchange': {
      const { give, take, amount } = order;
      return client.exchange(order.cityId, { give, take, amount }, { signal });
    }
    case 'found':
      return client.foundCity(empireId, { name: order.name, location: order.tile }, { signal });
    case 'move':
      return client.moveArmy(armyOf(order.armyId), { destination: order.to }, { signal });
    case 'recall':
      return client.recallArmy(armyOf(order.armyId), { signal });
    case 'merge':
      return client.mergeArmy(armyOf(order.armyId), { army_id: armyOf(order.otherId) }, { signal });
    case 'guard': {
      const { type: target_type, id: target_id } = order.place;
      return client.guardArmy(armyOf(order.armyId), { target_type, target_id }, { signal });
    }
    case 'attack': {
      const { type, id } = order.target;
      const attack = { army_id: armyOf(order.armyId), target_type: type, target_id: id };
      return client.attack(attack, { signal });
    }
    case 'split': {
      const result = await client.splitArmy(armyOf(order.armyId), { units: order.units }, { signal });
      if (result.ok) splits.set(order.as, result.data.army.id);
      return result;
    }
  }
}

export function isOrphaned(order: Order, refusedSplits: ReadonlySet<string>): boolean {
  return 'armyId' in order && refusedSplits.has(order.armyId);
}

/** Rethrows other errors than those of `unwrap`. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Error && error.cause !== undefined) return error.cause as Refusal;
  throw error;
}

export const emptyTally = () => ({
  turns: 0,
  orders: noOrders(),
  refusals: {} as Partial<Record<RefusalCode, number>>,
});
