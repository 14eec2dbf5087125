/** Battle randomness: seeds, their hashes, and their rolls. */
import { createHash } from 'node:crypto';
import { rollTable, type RollTable } from '../game/fight/battle.ts';
import type { Random } from '../kernel/random.ts';

/** Returns 32 random bytes as hex. */
export function newSeed(random: Random): string {
  return random.bytes(32).toString('hex');
}

/** SHA-256 as hex. It is public before the battle, so that players can check the seed afterwards. */
export function seedHashOf(seed: string): string {
  return createHash('sha256').update(seed).digest('hex');
}

/** A roll is the first 32 bits, big-endian, of the SHA-256 of its key. */
export function battleRandomOf(seed: string): RollTable {
  return rollTable(seed, (text) => createHash('sha256').update(text).digest().readUInt32BE(0));
}
