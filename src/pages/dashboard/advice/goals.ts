/** Advice for the nearest goal: the order that leads to it, and what to build while every goal has to wait. */
import type { BuildingType, GoalName, UnitType } from '../../../contract/vocabulary.ts';
import { nextCityCost, unitRules } from '../../../game/balance.ts';
import { goalRules, openGoals, type GoalProgress } from '../../../game/economy/goals.ts';
import type { CityDetails } from '../../shared/city-details.ts';
import { amountsText } from '../../shared/formatters.ts';
import { goalProgressText, goalTexts, goalTitle } from '../../shared/goal-texts.ts';
import { paymentRefusal } from '../../shared/order-refusals.ts';
import { adviseFight } from './fights.ts';
import {
  adviseLevel,
  adviseProduction,
  buildingOf,
  plannedLevel,
  type Advice,
  type Situation,
} from './orders.ts';

export function toGoalView(goal: GoalProgress) {
  return { ...goal, title: goalTitle(goal.name), progress: goalProgressText(goal.name, goal.count) };
}

/** The nearest goal that an order now brings closer, else the nearest one; null if all are reached. */
export async function adviseNearestGoal(situation: Situation, goals: readonly GoalProgress[]) {
  let nearest = null;
  for (const goal of openGoals(goals)) {
    const next = { ...(await adviseGoal(situation, goal.name)), goal: toGoalView(goal) };
    if (next.refusal === null) return next;
    nearest ??= { ...next, meanwhile: adviseMeanwhile(situation) };
  }
  return nearest;
}

/** A level of production that can be ordered while every goal has to wait; undefined if there is none. */
function adviseMeanwhile({ cities, empireState: { world } }: Situation): Advice | undefined {
  return (
    cities.map((city) => adviseProduction(city, world.speed)).find((advice) => advice?.refusal === null) ??
    undefined
  );
}

const alreadyOrdered = 'What you have ordered reaches it.';

async function adviseGoal(situation: Situation, name: GoalName): Promise<Advice> {
  const { icon, reason } = goalTexts[name];
  const advice = { icon, title: goalTitle(name), reason, refusal: null };
  const { counts, of } = goalRules[name];
  switch (counts) {
    case 'total_level':
    case 'highest_level':
      return { ...advice, ...wayToBuild(situation, name, of) };
    case 'units':
      return { ...advice, ...wayToTrain(situation, name, of) };
    case 'victories': {
      const fight = await adviseFight(situation);
      return { ...fight, icon, title: advice.title, reason: `${reason} ${fight.reason}` };
    }
    case 'cities': {
      const cost = nextCityCost(situation.cities.length);
      return {
        ...advice,
        link: { href: '/map?found=1', text: 'Choose a tile on the map' },
        refusal: paymentRefusal(situation.empireState, cost),
        reason: `${reason} It costs ${amountsText(cost)}.`,
      };
    }
    case 'seats':
      return { ...advice, link: { href: '/world#seats', text: 'See the seats' } };
  }
}

type Way = Pick<Advice, 'form' | 'link' | 'refusal'>;

function wayToBuild(
  { cities, empireState: { world } }: Situation,
  name: GoalName,
  of: readonly BuildingType[],
): Way {
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
    ? adviseProduction(city, world.speed)
    : adviseLevel(city, buildingOf(city, single), '');
  if (advice?.form === undefined) return { link, refusal: null };
  return {
    form: { ...advice.form, button: `${advice.title} in ${city.name}` },
    link,
    refusal: advice.refusal,
  };
}

function wayToTrain(
  { cities, empireState: { empire } }: Situation,
  name: GoalName,
  of: readonly UnitType[],
): Way {
  const [unit = 'soldiers'] = of;
  const city = cities.find((each) => buildingOf(each, unitRules[unit].trainedIn).level > 0) ?? cities[0];
  if (city === undefined) return { refusal: null };
  let coming = 0;
  for (const { training } of empire.cities)
    for (const batch of training) if (of.includes(batch.unit)) coming += batch.quantity;
  for (const { units } of empire.armies) for (const type of of) coming += units[type];
  const isOrdered = coming >= goalRules[name].atLeast;
  return {
    link: { href: `/city/${city.id}#train`, text: `Train in ${city.name}` },
    refusal: isOrdered ? alreadyOrdered : (city.units.find(({ type }) => type === unit)?.reason ?? null),
  };
}
