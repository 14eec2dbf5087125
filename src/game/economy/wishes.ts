/**
 * Wishes: levels and batches that an empire orders automatically. Between two of its events, rates, people and queues
 * are constant, so the moment of the next order follows in closed form.
 */
import { resources, type BuildingType, type UnitType, type WishState } from '../../contract/vocabulary.ts';
import { GameError } from '../../kernel/errors.ts';
import { amounts, buildingRules, levelCost, maxBatch, maxLevel, unitRules } from '../balance.ts';
import { allowsLevel, orderLevels, plannedLevel } from './construction.ts';
import { capOf, levelOf, peopleOf, stockScale, times, usualRatesOf } from './stock.ts';
import type { Emit } from '../events.ts';
import { isOnLeave } from '../diplomacy/leave.ts';
import { orderBatch, queueOf } from './training.ts';
import type { Amounts, City, Empire, Wish, WishedBatch, WishedLevel, Wishes } from '../types.ts';

export const maxWishes = 60;
export const maxWishedLevels = 10;
export const maxWishedBatches = 3;
/** Whole units of each resource: more than any empire can store, and small enough for exact products. */
const maxReserve = 100_000_000;

/** Computed once for all wishes of a list. */
interface Means {
  rates: Amounts;
  freePeople: number;
  cap: number;
}

/** What a wish waits for, or the moment from which the stock suffices. */
type Prospect = Exclude<WishState, 'next' | 'behind'> | number;

function meansOf(empire: Empire, rates: Amounts): Means {
  const { used, total } = peopleOf(empire);
  return { rates, freePeople: total - used, cap: capOf(empire) };
}

const cityOf = (empire: Empire, wish: Wish): City | undefined =>
  empire.cities.find(({ id }) => id === wish.cityId);

function prospectOf(empire: Empire, { reserve }: Wishes, wish: Wish, means: Means): Prospect {
  const city = cityOf(empire, wish);
  if (city === undefined) return 'requirement';
  if ('unit' in wish) {
    const { trainedIn, people, cost } = unitRules[wish.unit];
    if (queueOf(city, trainedIn).length > 0) return 'busy';
    if (levelOf(city, trainedIn) === 0) return 'requirement';
    if (people * wish.quantity > means.freePeople) return 'people';
    return affordableAt(empire, times(cost, wish.quantity), reserve, means) ?? 'storage';
  }
  if (city.construction.length > 0) return 'busy';
  const level = levelOf(city, wish.type) + 1;
  if (!allowsLevel(city, wish.type, level)) return 'requirement';
  const workers = buildingRules[wish.type].workersPerLevel;
  if (workers > 0 && workers > means.freePeople) return 'people';
  return affordableAt(empire, levelCost(wish.type, level), reserve, means) ?? 'storage';
}

/**
 * When the stock will exceed the reserve by this cost: advancedAt + max of ceil(missing parts / rate), or null if never
 * at these rates. A resource that is short needs a positive rate and room for cost + reserve. One that shrinks must
 * still suffice at that moment, or the result would depend on when it is computed.
 */
export function affordableAt(
  { stock, advancedAt }: Pick<Empire, 'stock' | 'advancedAt'>,
  cost: Amounts,
  reserve: Amounts,
  { rates, cap }: Pick<Means, 'rates' | 'cap'>,
): number | null {
  let waitMs = 0;
  for (const resource of resources) {
    const missing = (cost[resource] + reserve[resource]) * stockScale - stock[resource];
    if (missing <= 0) continue;
    if (rates[resource] <= 0 || cost[resource] + reserve[resource] > cap) return null;
    waitMs = Math.max(waitMs, Math.ceil(missing / rates[resource]));
  }
  for (const resource of resources) {
    const spare = stock[resource] - (cost[resource] + reserve[resource]) * stockScale;
    if (rates[resource] < 0 && waitMs > Math.floor(spare / -rates[resource])) return null;
  }
  return advancedAt + waitMs;
}

/** Null if no wish is possible. @param rates those of `ratesOf` */
export function nextWish(empire: Empire, rates: Amounts): { wish: Wish; at: number } | null {
  const { wishes } = empire;
  if (wishes === null) return null;
  const means = meansOf(empire, rates);
  for (const wish of wishes.list) {
    const prospect = prospectOf(empire, wishes, wish, means);
    if (typeof prospect === 'number') return { wish, at: prospect };
  }
  return null;
}

/** The wish must be affordable at `at`, to which the empire is advanced. */
export function orderWish(empire: Empire, wish: Wish, at: number, speed: number, emit: Emit): void {
  const city = cityOf(empire, wish);
  if (city === undefined) throw new Error('wishes: the city of a wish does not exist');
  if ('unit' in wish) {
    orderBatch(empire, city, wish.unit, wish.quantity, { now: at, speed, newId: () => wish.id });
  } else {
    const ids = [wish.id, wish.buildingId];
    orderLevels(empire, city, wish.type, 1, { now: at, speed, newId: () => ids.shift() ?? wish.id });
  }
  const { list = [], reserve = noReserve() } = empire.wishes ?? {};
  setList(empire, { list: list.filter(({ id }) => id !== wish.id), reserve });
  emit({ kind: 'wish_ordered', at, empireId: empire.id, wish });
}

const noReserve = (): Amounts => amounts(0, 0, 0);

function setList(empire: Empire, wishes: Wishes): void {
  const isEmpty = wishes.list.length === 0 && resources.every((resource) => wishes.reserve[resource] === 0);
  empire.wishes = isEmpty ? null : wishes;
}

export function wishesOf({ wishes }: Empire): Wishes {
  return wishes ?? { list: [], reserve: noReserve() };
}

/** By its id on the list, or new. */
export type WantedWish =
  | { id: string }
  | { cityId: string; type: BuildingType }
  | { cityId: string; unit: UnitType; quantity: number };

/**
 * Null keeps the reserve. Ids that are not on the list are skipped: such a wish has been ordered. The cities must
 * belong to the empire. Throws VALIDATION_ERROR over a limit, for a repeated id, a quantity other than 1 to 1000 or a
 * reserve other than 0 to 100,000,000.
 */
export function setWishes(
  empire: Empire,
  wanted: readonly WantedWish[],
  reserve: Amounts | null,
  newId: () => string,
): void {
  const current = wishesOf(empire);
  const list = wanted.flatMap((wish): Wish[] => {
    if ('id' in wish) return current.list.filter(({ id }) => id === wish.id);
    if ('unit' in wish) return [{ id: newId(), ...wish }];
    return [{ id: newId(), ...wish, buildingId: newId() }];
  });
  const wishes = { list, reserve: reserve ?? current.reserve };
  const [violation] = violationsOfWishes(wishes);
  if (violation !== undefined) throw new GameError('VALIDATION_ERROR', violation);
  setList(empire, wishes);
}

/** As sentences without a full stop. */
export function violationsOfWishes({ list, reserve }: Wishes): string[] {
  const found: string[] = [];
  if (list.length > maxWishes) found.push(`an empire has at most ${maxWishes} wishes`);
  if (new Set(list.map(({ id }) => id)).size < list.length) found.push('a wish is on the list twice');
  for (const cityId of new Set(list.map((wish) => wish.cityId))) {
    const batches = list.filter((wish) => wish.cityId === cityId && 'unit' in wish).length;
    const levels = list.filter((wish) => wish.cityId === cityId).length - batches;
    if (levels > maxWishedLevels) found.push(`a city has at most ${maxWishedLevels} levels on the list`);
    if (batches > maxWishedBatches) found.push(`a city has at most ${maxWishedBatches} batches on the list`);
  }
  for (const wish of list)
    if ('unit' in wish && !isWithin(wish.quantity, 1, maxBatch))
      found.push(`a batch has 1 to ${maxBatch} units`);
  if (!resources.every((resource) => isWithin(reserve[resource], 0, maxReserve)))
    found.push(`the reserve of each resource is from 0 to ${maxReserve}`);
  return found;
}

const isWithin = (n: number, min: number, max: number): boolean =>
  Number.isInteger(n) && n >= min && n <= max;

export type WishStatus = {
  state: WishState;
  /** Of the next wish; null on leave. */
  dueAt: number | null;
} & (
  | { wish: WishedBatch; cost: Amounts }
  /** The level after those queued or earlier on the list; the cost is null above the highest. */
  | { wish: WishedLevel; level: number; cost: Amounts | null }
);

/** The empire must be advanced to the present. */
export function statusOfWishes(empire: Empire, speed: number): WishStatus[] {
  const wishes = wishesOf(empire);
  const means = meansOf(empire, usualRatesOf(empire, speed));
  let hasNext = false;
  return wishes.list.map((wish, index): WishStatus => {
    const prospect = prospectOf(empire, wishes, wish, means);
    const isPossible = typeof prospect === 'number';
    const isNext = isPossible && !hasNext;
    hasNext ||= isNext;
    const state = isNext ? 'next' : isPossible ? 'behind' : prospect;
    const dueAt = isNext && !isOnLeave(empire) ? prospect : null;
    if ('unit' in wish) return { wish, cost: times(unitRules[wish.unit].cost, wish.quantity), state, dueAt };
    const level = levelAfter(empire, wish, wishes.list.slice(0, index));
    return { wish, level, cost: level > maxLevel ? null : levelCost(wish.type, level), state, dueAt };
  });
}

function levelAfter(empire: Empire, wish: WishedLevel, earlier: readonly Wish[]): number {
  const { cityId, type } = wish;
  const city = cityOf(empire, wish);
  const before = earlier.filter((other) => other.cityId === cityId && 'type' in other && other.type === type);
  return (city === undefined ? 0 : plannedLevel(city, type)) + before.length + 1;
}
