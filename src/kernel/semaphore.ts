/** A gate: so many at once, so many in line. */
import { GameError } from './errors.ts';

export interface Semaphore {
  /** Runs the work when its turn has come. */
  <T>(work: () => Promise<T>): Promise<T>;
  /** How much waits at the moment. */
  readonly waiting: number;
  /** How much has been refused so far. */
  readonly refused: number;
}

/** Lets `places` run at once and `maxWaiting` wait, in the order of arrival; beyond that BUSY. */
export function createSemaphore(places: number, maxWaiting: number): Semaphore {
  let free = places;
  let refused = 0;
  const waiting: (() => void)[] = [];
  const pass = async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else if (waiting.length >= maxWaiting) {
      refused += 1;
      throw new GameError('BUSY');
    } else {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
    try {
      return await work();
    } finally {
      // The place goes to the next in line, or becomes free.
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
  return Object.defineProperties(pass, {
    waiting: { get: () => waiting.length },
    refused: { get: () => refused },
  }) as Semaphore;
}
