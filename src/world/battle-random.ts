/** Chance: seeds of battles, and the table of rolls that a seed stands for. */
import { createHash, randomBytes } from 'node:crypto';
import { rollTable, type RollTable } from '../game/battle.ts';

/** 32 random bytes as hex. */
export function newSeed(): string {
  return randomBytes(32).toString('hex');
}

/** SHA-256 of the seed as hex: public from the start, so that the seed can be checked afterwards. */
export function seedHashOf(seed: string): string {
  return createHash('sha256').update(seed).digest('hex');
}

/** The rolls of a seed, by the SHA-256 of each roll's key. */
export function battleRandomOf(seed: string): RollTable {
  return rollTable(seed, (text) => createHash('sha256').update(text).digest().readUInt32BE(0));
}
