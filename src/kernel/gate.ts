/** A gate: so many at once, so many in line. */
import { GameError } from './errors.ts';

/** Runs the work when its turn has come. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `places` run at once and `mostWaiting` wait, in the order of arrival; beyond that BUSY. */
export function createGate(places: number, mostWaiting: number): Gate {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else if (waiting.length >= mostWaiting) throw new GameError('BUSY');
    else {
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
}
