/** Plunder of a defeated city, and proportional shares in whole numbers. */
import { resources } from '../../contract/vocabulary.ts';
import { dayMs } from '../../kernel/time.ts';
import { amounts, eachResource, sumOf, vaultOf } from '../balance.ts';
import { entryFor } from '../economy/ledger.ts';
import { levelOf, take, wholeStock } from '../economy/stock.ts';
import { unplunderedMs } from '../diplomacy/protection.ts';
import type { Amounts, City, Empire, Plundering } from '../types.ts';

/** Earlier defeats of a city halve its plunder at most so many times. */
export const maxHalvings = 4;
/** An earlier defeat counts for so long, divided by the world's speed. */
export const memoryMs = dayMs;

/**
 * In proportion to the weights, in whole numbers, rounded down; the rest goes one by one to the largest remainders,
 * ties to the earlier index.
 */
export function shareOut(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = exact.map((product) => Number(product / sum));
  const byRemainder = exact
    .map((product, index) => ({ index, remainder: product % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  let left = amount - shares.reduce((total, share) => total + share, 0);
  for (const { index } of byRemainder) {
    if (left === 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}

export function shareAmounts(amount: number, available: Amounts): Amounts {
  const [gold = 0, food = 0, materials = 0] = shareOut(
    amount,
    resources.map((resource) => available[resource]),
  );
  return amounts(gold, food, materials);
}

/** Too young for plunder and sack: a player's empire younger than 24 h / speed. */
export function isSpared(
  { kind, createdAt }: Pick<Empire, 'kind' | 'createdAt'>,
  at: number,
  speed: number,
): boolean {
  return kind === 'player' && at < createdAt + unplunderedMs / speed;
}

/** k: min(4, floor((sum of the shares + 500) / 1000)). */
export function halvingsOf(plunderings: readonly Plundering[]): number {
  const sum = plunderings.reduce((total, { share }) => total + share, 0);
  return Math.min(maxHalvings, Math.floor((sum + 500) / 1000));
}

/**
 * Takes the plunder out of the loser's stock and returns it, in whole units. For each resource: (floor(stock / cities)
 * - vault) x 0.5 x 0.5^k; the sum is limited to `carry`. k follows from the lost fights of the last 24 h / speed.
 */
export function plunder(
  loser: Empire,
  city: City,
  { carry, battleId, at, speed }: { carry: number; battleId: string; at: number; speed: number },
): Amounts {
  if (isSpared(loser, at, speed)) return amounts(0, 0, 0);
  city.plunderedAt = city.plunderedAt.filter((earlier) => at < earlier.at + memoryMs / speed);
  const halvings = 1 + halvingsOf(city.plunderedAt);
  const stock = wholeStock(loser);
  const vault = vaultOf(levelOf(city, 'warehouse'));
  const available = eachResource((resource) => {
    const unprotected = Math.floor(stock[resource] / loser.cities.length) - vault;
    return Math.floor(Math.max(0, unprotected) / 2 ** halvings);
  });
  const availableSum = sumOf(available);
  const taken = Math.min(availableSum, carry);
  const loot = shareAmounts(taken, available);
  take(loser, loot, entryFor('plundered', { cityId: city.id, battleId }));
  const share = availableSum === 0 ? 0 : Math.floor((1000 * taken) / availableSum);
  if (share > 0) city.plunderedAt.push({ at, share });
  return loot;
}
