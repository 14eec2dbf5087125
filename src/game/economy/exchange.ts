/** The exchange at a market: one resource for less of another, at once. */
import { resources, type Resource } from '../../contract/vocabulary.ts';
import { GameError } from '../../kernel/errors.ts';
import { amounts } from '../balance.ts';
import type { Amounts, City, Empire } from '../types.ts';
import { entryFor } from './ledger.ts';
import { capOf, give, levelOf, requireStock, wholeStock } from './stock.ts';

/** Per cent of what a market takes. */
export const exchangeRules = { basePercent: 50, percentPerLevel: 1, highestPercent: 70 };

export interface Exchange {
  give: Resource;
  take: Resource;
  /** Whole units of what is given. */
  amount: number;
}

/** 0 without a market. */
export function exchangePercent(level: number): number {
  const { basePercent, percentPerLevel, highestPercent } = exchangeRules;
  return level === 0 ? 0 : Math.min(highestPercent, basePercent + percentPerLevel * level);
}

/** In whole units, rounded down. */
export const broughtBy = (amount: number, percent: number): number => Math.floor((amount * percent) / 100);

/**
 * All or nothing. Returns how much was received. Throws, in this order, REQUIREMENT_MISSING (no market),
 * INSUFFICIENT_RESOURCES, STORAGE_FULL.
 */
export function exchange(empire: Empire, city: City, { give: given, take: taken, amount }: Exchange): number {
  const percent = exchangePercent(levelOf(city, 'market'));
  if (percent === 0) throw new GameError('REQUIREMENT_MISSING', 'needs market 1');
  requireStock(empire, { ...amounts(0, 0, 0), [given]: amount });
  const received = broughtBy(amount, percent);
  const room = Math.max(0, capOf(empire) - wholeStock(empire)[taken]);
  if (received > room) throw new GameError('STORAGE_FULL', `your stores have room for ${room} more ${taken}`);
  const change = { ...amounts(0, 0, 0), [given]: -amount, [taken]: received };
  give(empire, change, entryFor('exchange', { cityId: city.id }));
  return received;
}

/** The oldest of several; null without a market. */
export function bestMarket({ cities }: Empire): City | null {
  const [best] = [...cities].sort((a, b) => levelOf(b, 'market') - levelOf(a, 'market'));
  return best === undefined || levelOf(best, 'market') === 0 ? null : best;
}

/**
 * The exchanges after which the stock covers a cost: each missing resource out of the spare ones, the largest first.
 * Null if they do not suffice, or the stores are too small.
 * @param kept what stays in the stock beside the cost
 */
export function exchangesFor(
  empire: Empire,
  cost: Amounts,
  kept: Amounts = amounts(0, 0, 0),
): Exchange[] | null {
  const market = bestMarket(empire);
  const percent = market === null ? 0 : exchangePercent(levelOf(market, 'market'));
  const stock = wholeStock(empire);
  const cap = capOf(empire);
  const spare = (resource: Resource): number => stock[resource] - Math.max(cost[resource], kept[resource]);
  const exchanges: Exchange[] = [];
  for (const take of resources.filter((resource) => stock[resource] < cost[resource])) {
    if (cost[take] > cap) return null;
    const givers = resources.filter((resource) => spare(resource) > 0).sort((a, b) => spare(b) - spare(a));
    for (const giver of givers) {
      const missing = cost[take] - stock[take];
      if (missing <= 0 || percent === 0) break;
      const amount = Math.min(spare(giver), Math.ceil((missing * 100) / percent));
      const received = broughtBy(amount, percent);
      if (received === 0) continue;
      exchanges.push({ give: giver, take, amount });
      stock[giver] -= amount;
      stock[take] += received;
    }
    if (stock[take] < cost[take]) return null;
  }
  return exchanges;
}
