/** The difference between `npm test` and `npm run test:all`. */

/** Set by `npm run test:all`. */
export const isFull = process.env.TEST_ALL === '1';

/** The number of cases of a property test: all in the full run, otherwise the first quarter of the same cases. */
export function casesOf(full: number): number {
  return isFull ? full : Math.ceil(full / 4);
}

/** The items of a slow test: all in the full run, otherwise one of `step`. @param first the index of the first */
export function samplesOf<T>(items: readonly T[], first = 0, step = 4): T[] {
  return items.filter((_, index) => isFull || index % step === first % step);
}
