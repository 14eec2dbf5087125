/** Random choices of the tests. */
import type { Chance } from '../../src/bots/mind/chance.ts';

/** Picks a random item. Throws a RangeError for an empty list. */
export function pickFrom<T>(list: readonly T[], chance: Chance): T {
  const item = list[Math.floor(chance() * list.length)];
  if (item === undefined) throw new RangeError('cannot pick from an empty list');
  return item;
}
