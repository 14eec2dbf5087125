/** The wall that pays, as measured in tournaments: ten days among raiders leave a city with it richer than one without. */
import { levelOf } from '../../game/economy/stock.ts';
import type { City } from '../../game/types.ts';

/** Level of a city's best producer from which a wall pays; earlier, it costs more than raids take. */
export const wallsPayFrom = 10;

/** Half the level of the best producer of the city; 0 while no wall pays. */
export function wallThatPays(city: City): number {
  const best = Math.max(levelOf(city, 'farm'), levelOf(city, 'quarry'), levelOf(city, 'market'));
  return best < wallsPayFrom ? 0 : Math.floor(best / 2);
}
