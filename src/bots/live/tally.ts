/** What a bot has done since its start. */
import type { RefusalCode } from '../../client/client.ts';
import type { Order } from '../mind/orders.ts';

/** Counts of turns, accepted orders and refusals. */
export interface Tally {
  turns: number;
  orders: Record<Order['kind'], number>;
  refusals: Partial<Record<RefusalCode, number>>;
}

export const emptyTally = (): Tally => ({
  turns: 0,
  orders: { build: 0, train: 0, found: 0, move: 0, recall: 0, split: 0, merge: 0, attack: 0, guard: 0 },
  refusals: {},
});
