/** Choices that a seed decides. */
import { createSeededRandom } from '../support/seeded-random.ts';

/** Chance from a seed. */
export class Draw {
  readonly #bytes: (count: number) => Buffer;

  constructor(seed: number) {
    this.#bytes = createSeededRandom(seed).bytes;
  }

  /** A number from 0 to 1, without 1. */
  get fraction(): number {
    return this.#bytes(4).readUInt32BE() / 2 ** 32;
  }

  /** An integer from `min` to `max`. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.fraction * (max - min + 1));
  }

  isOneIn(n: number): boolean {
    return this.integer(1, n) === 1;
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.integer(0, list.length - 1)];
    if (item === undefined) throw new Error('there is nothing to draw from');
    return item;
  }
}
