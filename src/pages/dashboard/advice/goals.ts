/** Advice for the first open goal: the order that leads to it, and what to build while it has to wait. */
import { resources, type BuildingType, type GoalName, type UnitType } from '../../../contract/vocabulary.ts';
import { listPrice, nextCityCost, outputPerHour, sumOf, unitRules } from '../../../game/balance.ts';
import { times, usualRatesOf } from '../../../game/economy/stock.ts';
import { wishesOf } from '../../../game/economy/wishes.ts';
import { goalRules, openGoals, type GoalProgress } from '../../../game/economy/goals.ts';
import { hourMs } from '../../../kernel/time.ts';
import type { CityDetails } from '../../shared/city-details.ts';
import { amountsText } from '../../shared/formatters.ts';
import { goalProgressText, goalTexts, goalTitle } from '../../shared/goal-texts.ts';
import { paymentRefusal } from '../../shared/order-refusals.ts';
import { adviseFight } from './fights.ts';
import { adviseAhead, adviseMeanwhile, bestGrowth, patienceMs } from './growth.ts';
import {
  adviseLevel,
  buildingOf,
  plannedLevel,
  producers,
  trainForm,
  type Advice,
  type Situation,
} from './orders.ts';

export function toGoalView(goal: GoalProgress) {
  return { ...goal, title: goalTitle(goal.name), progress: goalProgressText(goal.name, goal.count) };
}

/**
 * Null if all goals are reached. Passes over a goal that needs no order now, that cannot be brought closer at present,
 * or that costs too much for the present output, but none whose order has to wait.
 */
export async function adviseGoals(situation: Situation, goals: readonly GoalProgress[]) {
  let first = null;
  const growth = bestGrowth(situation);
  for (const goal of openGoals(goals)) {
    const next = { ...(await adviseGoal(situation, goal.name)), goal: toGoalView(goal) };
    if (growth !== null && isDear(situation, next, goal.name, growth.paybackMs)) {
      first ??= growth;
      continue;
    }
    const canGoOn = next.refusal === null && next.isIdle !== true && next.isAim !== true;
    const withMeanwhile = canGoOn
      ? next
      : {
          ...next,
          meanwhile: (await adviseReward(situation, goals, goal.name)) ?? adviseMeanwhile(situation, next),
        };
    if (next.isIdle !== true && next.refusal !== alreadyOrdered) return withMeanwhile;
    first ??= withMeanwhile;
  }
  return first;
}

/** The order that leads to another goal, if its reward pays for all that is missing. */
async function adviseReward(
  situation: Situation,
  goals: readonly GoalProgress[],
  waiting: GoalName,
): Promise<Advice | null> {
  for (const { name } of openGoals(goals)) {
    const { counts, of } = goalRules[name];
    if ((counts !== 'units' && counts !== 'highest_level') || name === waiting) continue;
    const advice = await adviseGoal(situation, name);
    const { form, refusal } = advice;
    if (form === undefined || refusal !== null) continue;
    const ordered = 'unit' in form.wish ? form.wish.unit : form.wish.type;
    if (!of.some((type) => type === ordered) || priceOf(name, situation.cities, advice) > 0) continue;
    const reason = `The reward of a goal pays for it: “${goalTitle(name)}”.`;
    return { ...advice, title: form.button, reason };
  }
  return null;
}

/** Dearer goals than this, and than the output of an hour, wait for production that pays back soon. */
const cheapGoal = 1000;
/** Further cities wait for production that pays back sooner. */
const cheapCities = 3;

/** Of the goal, as far as it is known: all levels that are missing. */
function priceOf(name: GoalName, cities: readonly CityDetails[], { cost }: Advice): number {
  const { counts, of, atLeast, reward } = goalRules[name];
  let price = cost === undefined ? 0 : sumOf(cost);
  const [type] = of as readonly (BuildingType | undefined)[];
  if (counts === 'highest_level' && type !== undefined) {
    const highest = Math.max(...cities.map((city) => plannedLevel(buildingOf(city, type))));
    price = Math.max(price, listPrice(type, atLeast) - listPrice(type, Math.min(highest, atLeast)));
  }
  return price - resources.length * reward;
}

function isDear(
  { empireState, cities }: Situation,
  advice: Advice,
  name: GoalName,
  paybackMs: number,
): boolean {
  const { empire, world } = empireState;
  const { counts } = goalRules[name];
  if (counts === 'cities')
    return cities.length >= cheapCities && cityPaybackMs(cities.length) / world.speed > paybackMs;
  if (counts === 'total_level') return false;
  const hourly = sumOf(usualRatesOf(empire, world.speed)) / world.speed;
  return paybackMs < patienceMs / world.speed && priceOf(name, cities, advice) > Math.max(cheapGoal, hourly);
}

/** A young city has its producers at this level: up to it they are cheap. */
const youngLevel = 5;

/** Of a further city with producers. */
function cityPaybackMs(count: number): number {
  const output = producers.reduce((sum, type) => sum + outputPerHour(type, youngLevel), 0);
  const price = producers.reduce(
    (sum, type) => sum + listPrice(type, youngLevel),
    sumOf(nextCityCost(count)),
  );
  return (price / output) * hourMs;
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
      return { ...advice, isAim: true, link: { href: '/world#seats', text: 'See the seats' } };
    case 'seat_hours':
      return {
        ...advice,
        isAim: true,
        link: { href: '/world#seats', text: 'See the seats' },
        isIdle: situation.empireState.empire.seats.length > 0,
      };
    case 'guard_victories':
      return { ...advice, isAim: true, link: { href: '/alliances', text: 'See the alliances' } };
  }
}

type Way = Pick<Advice, 'form' | 'link' | 'refusal' | 'cost'> & { reason?: string };

function wayToBuild(situation: Situation, name: GoalName, of: readonly BuildingType[]): Way {
  const { cities } = situation;
  const { counts, atLeast } = goalRules[name];
  const { list } = wishesOf(situation.empireState.empire);
  const planned = (city: CityDetails): number =>
    of.reduce((sum, type) => sum + plannedLevel(buildingOf(city, type)), 0) +
    list.filter((wish) => wish.cityId === city.id && 'type' in wish && of.includes(wish.type)).length;
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
    ? bestGrowth(situation)
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
  for (const wish of wishesOf(empire).list)
    if ('unit' in wish && of.includes(wish.unit)) coming += wish.quantity;
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
