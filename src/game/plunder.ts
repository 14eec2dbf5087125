/** Shares in whole numbers, and what the winner of a city may carry away. */
import { resources } from '../contract/vocabulary.ts';
import { dayMs } from '../kernel/time.ts';
import { amounts, sumOf, vaultOf } from './balance.ts';
import { entryFor } from './ledger.ts';
import { levelOf, take, wholeStock } from './economy.ts';
import { unplunderedMs } from './protection.ts';
import type { Amounts, City, Empire } from './types.ts';

/** How many earlier defeats of a city at most halve its plunder again. */
export const maxHalvings = 4;
/** For how long (divided by the world's speed) a defeat counts. */
export const memoryMs = dayMs;

/**
 * Shares `amount` among parts in proportion to their weights, in whole numbers: each gets the floor of its
 * share, the rest goes one by one to the largest remainders, ties to the earlier part.
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
 * Takes the plunder of a lost city out of its empire's stock and returns it, in whole units. Of each resource:
 * floor(stock / cities) - vault, times 0.5 x 0.5^k, where k (at most 4) counts the fights of that city lost in
 * the last 24 h / speed in which at least half of what could be taken was taken; bounded by `carry`.
 * Nothing is taken from an empire younger than 24 h / speed.
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
  const within = amounts(0, 0, 0);
  for (const resource of resources) {
    const open = Math.floor(stock[resource] / loser.cities.length) - vault;
    within[resource] = Math.floor(Math.max(0, open) / 2 ** halvings);
  }
  const reachable = sumOf(within);
  const taken = Math.min(reachable, carry);
  const shares = shareOut(
    taken,
    resources.map((resource) => within[resource]),
  );
  resources.forEach((resource, index) => {
    loot[resource] = shares[index] ?? 0;
  });
  take(loser, loot, entryFor('plundered', { cityId: city.id, battleId }));
  if (reachable > 0 && 2 * taken >= reachable) city.plunderedAt.push(at);
  return loot;
}
