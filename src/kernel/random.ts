/** Chance as a dependency. Production uses the operating system's; a test or a simulation passes its own. */
import { randomBytes, randomUUID } from 'node:crypto';

export interface Random {
  /** A UUID of version 4. */
  uuid: () => string;
  /** Bytes that nobody can guess. */
  bytes: (count: number) => Buffer;
}

export const systemRandom: Random = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) };

/** Bytes that nobody can guess, as base64url. */
export const createSecret = (random: Random, bytes: number): string =>
  random.bytes(bytes).toString('base64url');
