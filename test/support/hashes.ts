/** Hashes as the tests of proofs take them. */
import { createHash } from 'node:crypto';

/** The SHA-256 of a text, in hex. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const known = new Map<string, number>();

/** The first 32 bits of the SHA-256 of a text. Kept, as random games use the same seeds again and again. */
export function first32BitsOf(text: string): number {
  const bits = known.get(text) ?? createHash('sha256').update(text).digest().readUInt32BE(0);
  known.set(text, bits);
  return bits;
}
