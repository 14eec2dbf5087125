/** Chance as a dependency. Production uses the operating system's; a test or a simulation passes its own. */
import { randomBytes, randomUUID } from 'node:crypto';

export interface Random {
  /** A UUID of version 4. */
  uuid: () => string;
  /** Cryptographically strong random bytes. */
  bytes: (count: number) => Buffer;
}

export const systemRandom: Random = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) };

/** Cryptographically strong random bytes, as base64url. */
export const createSecret = (random: Random, bytes: number): string =>
  random.bytes(bytes).toString('base64url');
