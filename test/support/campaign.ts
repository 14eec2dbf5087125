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

/**
 * Plays batches of random games until they have reached everything expected, at most 40 batches. Returns what is missing:
 * a new rule or kind shifts all games of a seed, so no single batch has to reach everything.
 * @param playBatch plays the games of a batch, and adds to `reached`
 */
export function findUnreached(
  expected: readonly string[],
  reached: ReadonlySet<string>,
  playBatch: (batch: number) => void,
): string[] {
  const findMissing = (): string[] => expected.filter((name) => !reached.has(name));
  for (let batch = 0; batch < 40 && findMissing().length > 0; batch++) playBatch(batch);
  return findMissing();
}
