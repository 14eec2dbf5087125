/** The exchange of a mind: only of what it hardly loses. */
import { amounts } from '../../game/balance.ts';
import { bestMarket, exchangesFor } from '../../game/economy/exchange.ts';
import { capOf } from '../../game/economy/stock.ts';
import type { Amounts } from '../../game/types.ts';
import type { Draft } from './draft.ts';

/** What is above half the cap. Returns whether that pays the cost. */
export function exchangeFor(draft: Draft, cost: Amounts): boolean {
  const { empire } = draft;
  const half = capOf(empire) / 2;
  const exchanges = exchangesFor(empire, cost, amounts(half, half, half));
  const cityId = bestMarket(empire)?.id;
  if (cityId === undefined || exchanges === null) return false;
  return (
    exchanges.length > 0 &&
    exchanges.every((each) => draft.tryOrder({ kind: 'exchange', cityId, ...each }) === null)
  );
}
