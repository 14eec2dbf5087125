/** The goals on the dashboard: the list with its progress, and the nearest one with the order that leads to it. */
import type { BuildingType, GoalName, UnitType } from '../../contract/vocabulary.ts';
import { nextCityCost, unitRules } from '../../game/balance.ts';
import { plannedLevel } from '../../game/construction.ts';
import { levelOf } from '../../game/economy.ts';
import { goalRules, goalsOf, openGoals, type GoalProgress } from '../../game/goals.ts';
import type { City } from '../../game/types.ts';
import { amountsText, group } from '../shared/formatters.ts';
import { goalIcon, goalProgressText, goalReason, goalTitle } from '../shared/goal-texts.ts';
import { paymentRefusal } from '../shared/order-refusals.ts';
import { adviseProduction, buildingOf, toBuild, type AdviceInput, type NextStep } from './advice.ts';
import { adviseFight } from './fight-advice.ts';

interface GoalView {
  name: GoalName;
  title: string;
  /** `5 of 8 levels`. */
  progress: string;
  count: number;
  atLeast: number;
  reachedAt: number | null;
  /** `200 of each resource`. */
  reward: string;
}

export interface GoalsView {
  reachedCount: number;
  list: GoalView[];
  /** The nearest goal that an order now brings closer, else the nearest one; null if all are reached, or without advice. */
  next: (NextStep & { goal: GoalView; meanwhile: NextStep | null }) | null;
}

/** @param isAdvised whether to advise an order, which reads the neighbours and fights trial battles */
export async function toGoalsView(input: AdviceInput, isAdvised: boolean): Promise<GoalsView> {
  const goals = goalsOf(input.empireState.empire);
  return {
    reachedCount: goals.filter(({ reachedAt }) => reachedAt !== null).length,
    list: goals.map(toGoalView),
    next: isAdvised ? await nextOf(input, openGoals(goals)) : null,
  };
}

async function nextOf(input: AdviceInput, open: readonly GoalProgress[]): Promise<GoalsView['next']> {
  let nearest: GoalsView['next'] = null;
  for (const goal of open) {
    const next = { ...(await adviseGoal(input, goal.name)), goal: toGoalView(goal), meanwhile: null };
    if (next.refusal === null) return next;
    nearest ??= next;
  }
  return nearest === null ? null : { ...nearest, meanwhile: adviseMeanwhile(input) };
}

/** A level of production that can be ordered while every goal has to wait; null if there is none. */
function adviseMeanwhile(input: AdviceInput): NextStep | null {
  for (const city of input.empireState.empire.cities) {
    const details = input.cities.find(({ id }) => id === city.id);
    const step = details === undefined ? null : adviseProduction(input, city, details);
    if (step !== null && step.refusal === null) return step;
  }
  return null;
}

function toGoalView({ name, reachedAt, count, atLeast }: GoalProgress): GoalView {
  return {
    name,
    title: goalTitle(name),
    progress: goalProgressText(name, count),
    count,
    atLeast,
    reachedAt,
    reward: `${group(goalRules[name].reward)} of each resource`,
  };
}

const alreadyOrdered = 'What you have ordered reaches it.';

async function adviseGoal(input: AdviceInput, name: GoalName): Promise<NextStep> {
  const advice = { icon: goalIcon(name), title: goalTitle(name), reason: goalReason(name) };
  return { ...advice, ...(await waysTo(input, name, advice.reason)) };
}

type Ways = Pick<NextStep, 'form' | 'link' | 'refusal'> & { reason?: string };

async function waysTo(input: AdviceInput, name: GoalName, reason: string): Promise<Ways> {
  const { empire } = input.empireState;
  const { counts, of } = goalRules[name];
  switch (counts) {
    case 'total_level':
    case 'highest_level':
      return waysToBuild(input, name, of);
    case 'units':
      return waysToTrain(input, name, of);
    case 'victories': {
      const { form, link, refusal, reason: why } = await adviseFight(input);
      return { form, link, refusal, reason: `${reason} ${why}` };
    }
    case 'cities': {
      const cost = nextCityCost(empire.cities.length);
      const link = { href: '/map?found=1', text: 'Choose a tile on the map' };
      const refusal = paymentRefusal(empire, cost, input.empireState.world.speed);
      return { form: null, link, refusal, reason: `${reason} It costs ${amountsText(cost)}.` };
    }
    case 'seats':
      return { form: null, link: { href: '/seats', text: 'See the seats' }, refusal: null };
  }
}

/** The city with the highest level of a building, the capital before others. */
function cityWithMost({ empireState: { empire } }: AdviceInput, type: BuildingType): City | undefined {
  const most = Math.max(...empire.cities.map((city) => plannedLevel(city, type)));
  return empire.cities.find((city) => plannedLevel(city, type) === most);
}

function waysToBuild(input: AdviceInput, name: GoalName, of: readonly BuildingType[]): Ways {
  const { counts, atLeast } = goalRules[name];
  const { cities } = input.empireState.empire;
  const [single = 'farm'] = of;
  const city = counts === 'highest_level' ? cityWithMost(input, single) : cities[0];
  const details = input.cities.find(({ id }) => id === city?.id);
  if (city === undefined || details === undefined) return { form: null, link: null, refusal: null };
  const planned =
    counts === 'highest_level'
      ? plannedLevel(city, single)
      : cities.flatMap((each) => of.map((type) => plannedLevel(each, type))).reduce((sum, n) => sum + n, 0);
  const link = { href: `/city/${city.id}`, text: 'See all buildings' };
  if (planned >= atLeast) return { form: null, link, refusal: alreadyOrdered };
  const building = buildingOf(details, single);
  const step =
    counts === 'total_level'
      ? adviseProduction(input, city, details)
      : building === undefined
        ? null
        : toBuild(details, building, '');
  if (step?.form == null) return { form: null, link, refusal: step?.refusal ?? null };
  return { form: { ...step.form, button: `${step.title} in ${details.name}` }, link, refusal: step.refusal };
}

function waysToTrain(input: AdviceInput, name: GoalName, of: readonly UnitType[]): Ways {
  const { cities, armies } = input.empireState.empire;
  const [unit = 'soldiers'] = of;
  const city = cities.find((each) => levelOf(each, unitRules[unit].trainedIn) > 0) ?? cities[0];
  const details = input.cities.find(({ id }) => id === city?.id);
  if (details === undefined) return { form: null, link: null, refusal: null };
  let coming = 0;
  for (const { training } of cities)
    for (const batch of training) if (of.includes(batch.unit)) coming += batch.quantity;
  for (const { units } of armies) for (const type of of) coming += units[type];
  const isOrdered = coming >= goalRules[name].atLeast;
  return {
    form: null,
    link: { href: `/city/${details.id}#train`, text: `Train in ${details.name}` },
    refusal: isOrdered ? alreadyOrdered : (details.units.find(({ type }) => type === unit)?.reason ?? null),
  };
}
