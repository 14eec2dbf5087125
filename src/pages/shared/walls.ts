/** The wall that pays: after ten days among raiders in tournaments, a city with it is richer than one without. */
import { levelOf } from '../../game/economy/stock.ts';
import type { City } from '../../game/types.ts';

/** Of a city's best producer; earlier, a wall costs more than raids take. */
export const wallsPayFrom = 10;

/** 0 while no wall pays. */
export function wallThatPays(city: City): number {
  const best = Math.max(levelOf(city, 'farm'), levelOf(city, 'quarry'), levelOf(city, 'market'));
  return best < wallsPayFrom ? 0 : Math.floor(best / 2);
}
