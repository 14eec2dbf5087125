/** Hash functions for the tests of battle proofs. */
import { createHash } from 'node:crypto';

/** The SHA-256 of a text, in hex. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const known = new Map<string, number>();

/** The first 32 bits of the SHA-256 of a text. Results are cached, because random games repeat their seeds. */
export function first32BitsOf(text: string): number {
  const bits = known.get(text) ?? createHash('sha256').update(text).digest().readUInt32BE(0);
  known.set(text, bits);
  return bits;
}
