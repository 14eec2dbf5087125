/** What differs between `npm test` and `npm run test:all`. */

/** Set by `npm run test:all`. */
const isFull = process.env.TEST_ALL === '1';

/** How many cases a property is tried on: all of them in the full run, else the first quarter of the same cases. */
export function casesOf(full: number): number {
  return isFull ? full : Math.ceil(full / 4);
}

/** The items that a slow test visits: all of them in the full run, else every fourth. */
export function samplesOf<T>(items: readonly T[]): T[] {
  return items.filter((_, index) => isFull || index % 4 === 0);
}
