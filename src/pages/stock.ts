/** The ledger at the head of every page: stock, people and scores. */
import { resources } from '../contract/vocabulary.ts';
import type { Resource } from '../contract/vocabulary.ts';
import { capOf, limitsAt, peopleOf, ratesOf, unitOfStock, wholeStock } from '../game/economy.ts';
import { scoresOf } from '../game/scoring.ts';
import type { Scores } from '../game/scoring.ts';
import type { Amounts, Empire } from '../game/types.ts';
import type { Realm } from '../world/read.ts';
import { lasting, resourceNames } from './words.ts';

interface StockCell {
  resource: Resource;
  name: string;
  amount: number;
  /** Exact units, for the counter that ticks. */
  exact: number;
  cap: number;
  rate: number;
  /** `full in 3 h`, or what else becomes of it. */
  outlook: string;
  /** Whether the outlook is one to act on. */
  isUrgent: boolean;
}

export interface Ledger {
  stock: StockCell[];
  population: { used: number; total: number };
  scores: Scores;
}

function outlookOf(
  amount: number,
  rate: number,
  cap: number,
  limits: { fullAt: number | null; depletedAt: number | null },
  now: number,
): { outlook: string; isUrgent: boolean } {
  if (limits.depletedAt !== null) {
    const outlook = amount === 0 ? 'none left' : `lasts ${lasting(limits.depletedAt - now)}`;
    return { outlook, isUrgent: true };
  }
  if (amount >= cap) return { outlook: 'the stores are full', isUrgent: true };
  if (limits.fullAt === null || rate === 0) return { outlook: 'stays as it is', isUrgent: false };
  return { outlook: `full in ${lasting(limits.fullAt - now)}`, isUrgent: false };
}

export function toLedger({ empire, world, now }: Realm): Ledger {
  const stock = wholeStock(empire);
  const rates = ratesOf(empire, world.speed);
  const cap = capOf(empire);
  return {
    stock: resources.map((resource) => {
      const limits = limitsAt(empire.stock[resource], rates[resource], cap, empire.settledAt);
      return {
        resource,
        name: resourceNames[resource],
        amount: stock[resource],
        exact: empire.stock[resource] / unitOfStock,
        cap,
        rate: rates[resource],
        ...outlookOf(stock[resource], rates[resource], cap, limits, now),
      };
    }),
    population: peopleOf(empire),
    scores: scoresOf(empire),
  };
}

/** When the stock will cover this cost at the present rates: 0 at once, null when it never will. */
export function affordableInMs(empire: Empire, cost: Amounts, speed: number): number | null {
  const rates = ratesOf(empire, speed);
  const cap = capOf(empire);
  let longest = 0;
  for (const resource of resources) {
    const missing = cost[resource] * unitOfStock - empire.stock[resource];
    if (missing <= 0) continue;
    if (rates[resource] <= 0 || cost[resource] > cap) return null;
    longest = Math.max(longest, Math.ceil(missing / rates[resource]));
  }
  return longest;
}
