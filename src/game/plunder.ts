/** Plunder of a defeated city, and proportional shares in whole numbers. */
import { resources } from '../contract/vocabulary.ts';
import { dayMs } from '../kernel/time.ts';
import { amounts, sumOf, vaultOf } from './balance.ts';
import { entryFor } from './ledger.ts';
import { levelOf, take, wholeStock } from './economy.ts';
import { unplunderedMs } from './protection.ts';
import type { Amounts, City, Empire } from './types.ts';

/** Maximum number of earlier defeats of a city that each halve its plunder again. */
export const maxHalvings = 4;
/** How long an earlier defeat counts; divided by the world's speed. */
export const memoryMs = dayMs;

/**
 * Shares `amount` in proportion to the weights, in whole numbers. Each share is rounded down; the rest goes one by
 * one to the largest remainders, ties to the earlier index.
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

/**
 * Takes the plunder of a defeated city out of its empire's stock and returns it, in whole units. For each resource:
 * (floor(stock / cities) - vault) x 0.5 x 0.5^k; the sum is limited to `carry`. k (at most 4) is the number of
 * defeats of that city in the last 24 h / speed in which at least half of the available plunder was taken.
 * An empire younger than 24 h / speed loses nothing.
 */
export function plunder(
  loser: Empire,
  city: City,
  { carry, battleId, at, speed }: { carry: number; battleId: string; at: number; speed: number },
): Amounts {
  const loot = amounts(0, 0, 0);
  if (at < loser.createdAt + unplunderedMs / speed) return loot;
  city.plunderedAt = city.plunderedAt.filter((moment) => at < moment + memoryMs / speed);
  const halvings = 1 + Math.min(city.plunderedAt.length, maxHalvings);
  const stock = wholeStock(loser);
  const vault = vaultOf(levelOf(city, 'warehouse'));
  const available = amounts(0, 0, 0);
  for (const resource of resources) {
    const unprotected = Math.floor(stock[resource] / loser.cities.length) - vault;
    available[resource] = Math.floor(Math.max(0, unprotected) / 2 ** halvings);
  }
  const availableSum = sumOf(available);
  const taken = Math.min(availableSum, carry);
  const shares = shareOut(
    taken,
    resources.map((resource) => available[resource]),
  );
  resources.forEach((resource, index) => {
    loot[resource] = shares[index] ?? 0;
  });
  take(loser, loot, entryFor('plundered', { cityId: city.id, battleId }));
  if (availableSum > 0 && 2 * taken >= availableSum) city.plunderedAt.push(at);
  return loot;
}
