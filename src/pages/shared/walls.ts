/**
 * The wall and the garrison that pay: after ten days among raiders in tournaments, a city with them is richer than one
 * without.
 */
import { levelOf } from '../../game/economy/stock.ts';
import { listPrice } from '../../game/balance.ts';
import type { City, Empire } from '../../game/types.ts';

/** Of a city's best producer; earlier, a wall costs more than raids take. */
export const wallsPayFrom = 10;

/** 0 while no wall pays. */
export function wallThatPays(city: City): number {
  const best = Math.max(levelOf(city, 'farm'), levelOf(city, 'quarry'), levelOf(city, 'market'));
  return best < wallsPayFrom ? 0 : Math.floor(best / 2);
}

/** Of the price of all levels, and the price of a unit. */
const garrisonShare = 0.05;
const unitPrice = 110;

/**
 * In soldiers and archers, the same in every city, because each victory takes the same part of the stock; 0 while no
 * wall pays.
 */
export function garrisonThatPays({ cities }: Empire): number {
  if (cities.every((city) => wallThatPays(city) === 0)) return 0;
  let price = 0;
  for (const { buildings } of cities)
    for (const { type, level } of buildings) price += listPrice(type, level);
  return Math.floor((garrisonShare * price) / unitPrice / cities.length);
}
