import { GameError } from './errors.ts';

export interface Semaphore {
  <T>(work: () => Promise<T>): Promise<T>;
  readonly waiting: number;
  /** Calls refused so far. */
  readonly refused: number;
}

/** Queues up to `maxWaiting` calls, in order of arrival. Throws BUSY beyond that. */
export function createSemaphore(slots: number, maxWaiting: number): Semaphore {
  let free = slots;
  let refused = 0;
  const waiting: (() => void)[] = [];
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
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
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
  return Object.defineProperties(run, {
    waiting: { get: () => waiting.length },
    refused: { get: () => refused },
  }) as Semaphore;
}
