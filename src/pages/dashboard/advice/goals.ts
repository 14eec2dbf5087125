/** Advice for the first open goal: the order that leads to it, and what to build while it has to wait. */
import {
  resources,
  type BuildingType,
  type GoalName,
  type Resource,
  type UnitType,
} from '../../../contract/vocabulary.ts';
import { amounts, nextCityCost, unitRules } from '../../../game/balance.ts';
import { capOf, ratesOf, times } from '../../../game/economy/stock.ts';
import { goalRules, openGoals, type GoalProgress } from '../../../game/economy/goals.ts';
import { firstLevelAhead, levelAhead } from '../../../game/economy/prerequisites.ts';
import { bestMarket, exchangesFor, type Exchange } from '../../../game/economy/exchange.ts';
import type { Amounts } from '../../../game/types.ts';
import { affordableAt } from '../../../game/economy/wishes.ts';
import { dayMs, hourMs } from '../../../kernel/time.ts';
import type { EmpireState } from '../../../world/read.ts';
import type { CityDetails } from '../../shared/city-details.ts';
import { joinAnd } from '../../../shared-ui/words.ts';
import { amountsText, group, kindName } from '../../shared/formatters.ts';
import { goalProgressText, goalTexts, goalTitle } from '../../shared/goal-texts.ts';
import { paymentRefusal } from '../../shared/order-refusals.ts';
import { adviseFight } from './fights.ts';
import {
  adviseLevel,
  adviseProduction,
  buildingOf,
  plannedLevel,
  trainForm,
  type Advice,
  type Situation,
} from './orders.ts';

export function toGoalView(goal: GoalProgress) {
  return { ...goal, title: goalTitle(goal.name), progress: goalProgressText(goal.name, goal.count) };
}

/**
 * Null if all goals are reached. Passes over a goal that needs no order now, or at present cannot be brought closer,
 * but none whose order has to wait.
 */
export async function adviseGoals(situation: Situation, goals: readonly GoalProgress[]) {
  let first = null;
  for (const goal of openGoals(goals)) {
    const next = { ...(await adviseGoal(situation, goal.name)), goal: toGoalView(goal) };
    const canGoOn = next.refusal === null && next.isIdle !== true;
    const withMeanwhile = canGoOn ? next : { ...next, meanwhile: adviseMeanwhile(situation, next) };
    if (next.isIdle !== true && next.refusal !== alreadyOrdered) return withMeanwhile;
    first ??= withMeanwhile;
  }
  return first;
}

/** The stock covers it last of this cost; null if it covers all or never will. */
function scarceOf(
  { empire, world }: EmpireState,
  cost: Amounts,
): { resource: Resource; waitMs: number } | null {
  const means = { rates: ratesOf(empire, world.speed), cap: capOf(empire) };
  const [last] = resources
    .map((resource) => {
      const alone = { ...amounts(0, 0, 0), [resource]: cost[resource] };
      const at = affordableAt(empire, alone, amounts(0, 0, 0), means);
      return { resource, waitMs: at === null ? 0 : at - empire.advancedAt };
    })
    .sort((a, b) => b.waitMs - a.waitMs);
  return last === undefined || last.waitMs === 0 ? null : last;
}

/** The exchange pays this cost at once, or begins to. */
function adviseExchange({ empire }: EmpireState, cost: Amounts): Advice | null {
  const [first, ...others] = exchangesFor(empire, cost) ?? [];
  const market = bestMarket(empire);
  if (first === undefined || market === null) return null;
  const { give, take, amount } = first;
  const textOf = (each: Exchange): string => `${group(each.amount)} ${each.give} for ${each.take}`;
  const rest = others.length === 0 ? '' : `Then exchange ${joinAnd(others.map(textOf))}. `;
  return {
    icon: 'market',
    title: `Exchange ${textOf(first)}`,
    reason: `${rest}You have more than this needs: it is paid at once.`,
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

/** The production of a city that pays back soonest, or the level that it needs first. */
export function adviseGrowth(
  situation: Situation,
  city: CityDetails,
  scarce: Resource | null = null,
): Advice | null {
  const production = adviseProduction(city, situation.empireState, scarce);
  const type = production?.icon as BuildingType;
  const ahead = production === null ? null : adviseAhead(situation, city, { type });
  if (production?.paybackMs === undefined || ahead === null) return production;
  return { ...ahead, reason: `${production.title}: ${ahead.reason}`, paybackMs: production.paybackMs };
}

/** Of the world: production that pays back within `patienceMs` comes before an order that has to wait for longer. */
const shortWaitMs = hourMs;
const patienceMs = dayMs;

/**
 * An exchange, production that makes what is scarce and pays back before the wait ends, after a long wait other
 * production that pays back within a day, or room for the price.
 */
export function adviseMeanwhile(situation: Situation, { cost }: Advice): Advice | undefined {
  const { cities, empireState } = situation;
  const { world, empire } = empireState;
  const exchange = cost === undefined ? null : adviseExchange(empireState, cost);
  if (exchange !== null) return exchange;
  const growth = (resource: Resource | null, withinMs: number) =>
    cities
      .flatMap((city) => adviseGrowth(situation, city, resource) ?? [])
      .filter(({ refusal, paybackMs = Infinity }) => refusal === null && paybackMs <= withinMs)
      .sort((a, b) => (a.paybackMs ?? 0) - (b.paybackMs ?? 0))[0];
  const scarce = cost === undefined ? null : scarceOf(empireState, cost);
  const usual = growth(null, patienceMs / world.speed);
  if (cost !== undefined && resources.some((resource) => cost[resource] > capOf(empire)))
    return usual ?? adviseWarehouse(situation);
  if (scarce === null) return growth(null, Infinity);
  const isShort = scarce.waitMs <= shortWaitMs / world.speed;
  return growth(scarce.resource, scarce.waitMs) ?? (isShort ? undefined : usual);
}

const alreadyOrdered = 'What you have ordered reaches it.';

function towards(advice: Advice, { reason = '', ...way }: Way): Advice {
  return { ...advice, ...way, reason: `${advice.reason} ${reason}`.trim() };
}

async function adviseGoal(situation: Situation, name: GoalName): Promise<Advice> {
  const { icon, reason } = goalTexts[name];
  const advice = { icon, title: goalTitle(name), reason, refusal: null };
  const { counts, of } = goalRules[name];
  switch (counts) {
    case 'total_level':
    case 'highest_level':
      return towards(advice, wayToBuild(situation, name, of));
    case 'units':
      return towards(advice, wayToTrain(situation, name, of));
    case 'victories': {
      const fight = await adviseFight(situation);
      return { ...fight, icon, title: advice.title, reason: `${reason} ${fight.reason}` };
    }
    case 'cities': {
      const cost = nextCityCost(situation.cities.length);
      return {
        ...advice,
        cost,
        link: { href: '/map?found=1', text: 'Choose a tile on the map' },
        refusal: paymentRefusal(situation.empireState, cost),
        reason: `${reason} It costs ${amountsText(cost)}.`,
      };
    }
    case 'seats':
      return { ...advice, link: { href: '/world#seats', text: 'See the seats' } };
    case 'seat_hours':
      return {
        ...advice,
        link: { href: '/world#seats', text: 'See the seats' },
        isIdle: situation.empireState.empire.seats.length > 0,
      };
    case 'guard_victories':
      return { ...advice, link: { href: '/alliances', text: 'See the alliances' } };
  }
}

type Way = Pick<Advice, 'form' | 'link' | 'refusal' | 'cost'> & { reason?: string };

/** Null if the order needs none. */
function adviseAhead(
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

function wayToBuild(situation: Situation, name: GoalName, of: readonly BuildingType[]): Way {
  const { cities, empireState } = situation;
  const { counts, atLeast } = goalRules[name];
  const planned = (city: CityDetails): number =>
    of.reduce((sum, type) => sum + plannedLevel(buildingOf(city, type)), 0);
  const isTotal = counts === 'total_level';
  const levels = cities.map(planned);
  const highest = Math.max(...levels);
  // The city with the highest level, the capital before others.
  const city = isTotal ? cities[0] : cities[levels.indexOf(highest)];
  const [single] = of;
  if (city === undefined || single === undefined) return { refusal: null };
  const link = { href: `/city/${city.id}`, text: 'See all buildings' };
  const total = isTotal ? levels.reduce((sum, level) => sum + level, 0) : highest;
  if (total >= atLeast) return { link, refusal: alreadyOrdered };
  const advice = isTotal
    ? adviseProduction(city, empireState)
    : (adviseAhead(situation, city, { type: single }) ?? adviseLevel(city, buildingOf(city, single), ''));
  return wayOf(advice, city, link);
}

function wayOf(advice: Advice | null, city: CityDetails, link: Way['link'] & object): Way {
  if (advice?.form === undefined) return { link, refusal: null };
  const { form, refusal, cost, reason } = advice;
  return {
    ...{ form: { ...form, button: `${advice.title} in ${city.name}` }, link, refusal, reason },
    ...(cost === undefined ? {} : { cost }),
  };
}

function wayToTrain(situation: Situation, name: GoalName, of: readonly UnitType[]): Way {
  const { cities, empireState } = situation;
  const { empire } = empireState;
  const [unit = 'soldiers'] = of;
  const city = cities.find((each) => buildingOf(each, unitRules[unit].trainedIn).level > 0) ?? cities[0];
  if (city === undefined) return { refusal: null };
  let coming = 0;
  for (const { training } of empire.cities)
    for (const batch of training) if (of.includes(batch.unit)) coming += batch.quantity;
  for (const { units } of empire.armies) for (const type of of) coming += units[type];
  const missing = goalRules[name].atLeast - coming;
  const link = { href: `/city/${city.id}#train`, text: `Train in ${city.name}` };
  if (missing <= 0) return { link, refusal: alreadyOrdered };
  const ahead = adviseAhead(situation, city, { unit, quantity: missing });
  if (ahead !== null) return wayOf(ahead, city, link);
  const cost = times(unitRules[unit].cost, missing);
  const reason = city.units.find(({ type }) => type === unit)?.reason ?? paymentRefusal(empireState, cost);
  return { form: trainForm(city, unit, missing), link, refusal: reason, cost };
}
