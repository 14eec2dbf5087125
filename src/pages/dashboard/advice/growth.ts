/** Production that pays back, and what an order that has to wait can be paid with. */
import { resources, type Resource } from '../../../contract/vocabulary.ts';
import { amounts, eachResource, housePopulation } from '../../../game/balance.ts';
import { plannedLevel as plannedOf } from '../../../game/economy/construction.ts';
import {
  bestMarket,
  broughtBy,
  exchangePercent,
  exchangesFor,
  type Exchange,
} from '../../../game/economy/exchange.ts';
import { firstLevelAhead, levelAhead } from '../../../game/economy/prerequisites.ts';
import { capOf, levelOf, peopleOf, ratesOf } from '../../../game/economy/stock.ts';
import { affordableAt, statusOfWishes, wishesOf } from '../../../game/economy/wishes.ts';
import type { Amounts } from '../../../game/types.ts';
import { dayMs, hourMs, minuteMs } from '../../../kernel/time.ts';
import { joinAnd } from '../../../shared-ui/words.ts';
import type { EmpireState } from '../../../world/read.ts';
import type { CityDetails } from '../../shared/city-details.ts';
import { group, kindName } from '../../shared/formatters.ts';
import { payableAt } from '../../shared/payable.ts';
import {
  adviseLevel,
  adviseProduction,
  buildingOf,
  plannedLevel,
  type Advice,
  type Growth,
  type Situation,
} from './orders.ts';

/** The stock covers it last of this cost; null if it covers all or never will. */
function scarceOf(state: EmpireState, cost: Amounts): { resource: Resource; waitMs: number } | null {
  const [last] = resources
    .map((resource) => {
      const alone = { ...amounts(0, 0, 0), [resource]: cost[resource] };
      const at = payableAt(state, alone);
      return { resource, waitMs: at === null ? 0 : at - state.empire.advancedAt };
    })
    .sort((a, b) => b.waitMs - a.waitMs);
  return last === undefined || last.waitMs === 0 ? null : last;
}

/** This cost, the reserve, and what the next standing order costs. */
function keptFor({ empire, world }: EmpireState, cost: Amounts): Amounts {
  const { reserve } = wishesOf(empire);
  const next = statusOfWishes(empire, world.speed).find(({ state }) => state === 'next' || state === 'busy');
  return eachResource((resource) => cost[resource] + reserve[resource] + (next?.cost?.[resource] ?? 0));
}

/** The exchange pays this cost at once, or begins to. */
function adviseExchange(state: EmpireState, cost: Amounts): Advice | null {
  const { empire } = state;
  const [first, ...others] = exchangesFor(empire, cost, keptFor(state, cost)) ?? [];
  const market = bestMarket(empire);
  if (first === undefined || market === null) return null;
  const { give, take, amount } = first;
  const percent = exchangePercent(levelOf(market, 'market'));
  const textOf = (each: Exchange): string =>
    `${group(each.amount)} ${each.give} for ${group(broughtBy(each.amount, percent))} ${each.take}`;
  const rest = others.length === 0 ? '' : `Then exchange ${joinAnd(others.map(textOf))}. `;
  return {
    icon: 'market',
    title: `Exchange ${textOf(first)}`,
    reason: `${rest}The order above can be paid then.`,
    link: {
      href: `/city/${market.id}?give=${give}&take=${take}&amount=${amount}#exchange`,
      text: `Exchange in ${market.name}`,
    },
    refusal: null,
  };
}

/** For a cost above the cap: the lowest warehouse that can be raised now. */
function adviseWarehouse({ cities, empireState: { empire } }: Situation): Advice | undefined {
  const reason = `Your stores hold ${group(capOf(empire))} of each resource, and this costs more.`;
  const warehouses = cities.map((city) => ({ city, warehouse: buildingOf(city, 'warehouse') }));
  return warehouses
    .sort((a, b) => plannedLevel(a.warehouse) - plannedLevel(b.warehouse))
    .map(({ city, warehouse }) => adviseLevel(city, warehouse, reason))
    .find(({ refusal }) => refusal === null);
}

/** Of all people: with fewer free ones, houses come first. */
const freeShare = 0.1;

/** A house for the city, unless enough people are free or will be. */
function adviseHouse({ empireState: { empire } }: Situation, city: CityDetails): Advice | null {
  const { used, total } = peopleOf(empire);
  const housed = empire.cities.reduce(
    (sum, each) => sum + housePopulation(plannedOf(each, 'house')) - housePopulation(levelOf(each, 'house')),
    total,
  );
  if (housed - used >= freeShare * housed) return null;
  return adviseLevel(city, buildingOf(city, 'house'), 'Few people are left for workers and units.');
}

/** Or the level that it needs first. */
export function adviseGrowth(
  situation: Situation,
  city: CityDetails,
  scarce: Resource | null = null,
): Growth | null {
  const production = adviseProduction(city, situation.empireState, scarce);
  if (production === null) return null;
  const { type, paybackMs, title } = production;
  const ahead = adviseHouse(situation, city) ?? adviseAhead(situation, city, { type });
  return ahead === null ? production : { ...ahead, reason: `${title}: ${ahead.reason}`, type, paybackMs };
}

function growthsOf(situation: Situation, scarce: Resource | null): Growth[] {
  return situation.cities
    .flatMap((city) => adviseGrowth(situation, city, scarce) ?? [])
    .sort((a, b) => a.paybackMs - b.paybackMs);
}

export const bestGrowth = (situation: Situation): Growth | null => growthsOf(situation, null)[0] ?? null;

/** Real time: for so short a wait nothing is exchanged, which costs half of what is given. */
const noWaitMs = minuteMs;
/** Of the world: production that pays back within `patienceMs` comes before an order that has to wait for longer. */
const shortWaitMs = hourMs;
export const patienceMs = dayMs;

/** Whether it can be paid without an exchange as soon as it matters, or loot or a reward halves the wait. */
function isSoonPaid({ empireState, cities }: Situation, { form }: Advice, cost: Amounts): boolean {
  const { empire, world, now } = empireState;
  const at = payableAt(empireState, cost);
  if (at === null) return false;
  const queue = cities.find(({ id }) => id === form?.wish.cityId)?.queue ?? [];
  const isLevel = form !== undefined && 'type' in form.wish;
  const freeAt = isLevel ? Math.max(now, ...queue.map(({ completesAt }) => completesAt)) : now;
  const means = { rates: ratesOf(empire, world.speed), cap: capOf(empire) };
  const unaided = affordableAt(empire, cost, amounts(0, 0, 0), means) ?? Infinity;
  return at <= Math.max(freeAt, now + noWaitMs) || at - now <= (unaided - now) / 2;
}

/**
 * An exchange, production that makes what is scarce and pays back before the wait ends, after a long wait other
 * production that pays back within a day, or room for the price.
 */
export function adviseMeanwhile(situation: Situation, next: Advice): Advice | undefined {
  const { cost } = next;
  const { empireState } = situation;
  const { world, empire } = empireState;
  const scarce = cost === undefined ? null : scarceOf(empireState, cost);
  const exchange =
    cost === undefined || isSoonPaid(situation, next, cost) ? null : adviseExchange(empireState, cost);
  if (exchange !== null) return exchange;
  const growth = (resource: Resource | null, withinMs: number) =>
    growthsOf(situation, resource).find(
      ({ refusal, paybackMs }) => refusal === null && paybackMs <= withinMs,
    );
  const usual = growth(null, patienceMs / world.speed);
  if (cost !== undefined && resources.some((resource) => cost[resource] > capOf(empire)))
    return usual ?? adviseWarehouse(situation);
  if (scarce === null) return growth(null, Infinity);
  const isShort = scarce.waitMs <= shortWaitMs / world.speed;
  return growth(scarce.resource, scarce.waitMs) ?? (isShort ? undefined : usual);
}

/** Null if the order needs none. */
export function adviseAhead(
  { empireState: { empire } }: Situation,
  city: CityDetails,
  order: Parameters<typeof levelAhead>[2],
): Advice | null {
  const own = empire.cities.find(({ id }) => id === city.id);
  if (own === undefined) return null;
  const [missing, first] = [levelAhead(empire, own, order), firstLevelAhead(empire, own, order)];
  if (missing === null || first === null) return null;
  const name = kindName(missing.type).toLowerCase();
  const reason = `It needs ${missing.level > 1 ? `${name} ${missing.level}` : name === 'barracks' ? name : `a ${name}`} first.`;
  return adviseLevel(city, buildingOf(city, first.type), reason);
}
