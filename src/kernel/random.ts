/** Chance as a dependency. */
import { randomBytes, randomUUID } from 'node:crypto';

export interface Random {
  /** Version 4. */
  uuid: () => string;
  /** Cryptographically strong. */
  bytes: (count: number) => Buffer;
}

export const systemRandom: Random = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) };

/** As base64url. */
export const createSecret = (random: Random, bytes: number): string =>
  random.bytes(bytes).toString('base64url');
