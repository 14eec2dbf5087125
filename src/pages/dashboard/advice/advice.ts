/**
 * The next order, with its reason: three first steps for a new empire, later the defence that pays and the first open
 * goal.
 */
import { startingUnits } from '../../../game/balance.ts';
import { unitsOf } from '../../../game/economy/stock.ts';
import { goalsOf } from '../../../game/economy/goals.ts';
import { countUnits } from '../../../game/counts.ts';
import type { CityDetails } from '../../shared/city-details.ts';
import { countOf, lasting } from '../../shared/formatters.ts';
import { adviseDefence } from './defence.ts';
import { adviseFight } from './fights.ts';
import { adviseGoals, toGoalView } from './goals.ts';
import { adviseMeanwhile } from './growth.ts';
import { adviseSpending } from './spending.ts';
import {
  adviseLevel,
  adviseProduction,
  buildingOf,
  trainForm,
  type Advice,
  type Situation,
} from './orders.ts';

const firstBatch = 10;
/** More levels than a city has during the first steps. */
const firstLevels = 12;

/** `firstSteps` is null once all are done; `next` is null until then. */
export async function advise(situation: Situation) {
  const firstSteps = await adviseFirstSteps(situation);
  const { empire, world } = situation.empireState;
  const goals = goalsOf(empire, world.speed);
  return {
    firstSteps,
    goals: {
      reachedCount: goals.filter(({ reachedAt }) => reachedAt !== null).length,
      list: goals.map(toGoalView),
      next: firstSteps === null ? await adviseNext(situation) : null,
    },
  };
}

/** Null if there is no aim left and room in the stores. */
export async function adviseNext(situation: Situation) {
  const { empire, world } = situation.empireState;
  const goals = goalsOf(empire, world.speed);
  return adviseSpending(situation, adviseDefence(situation) ?? (await adviseGoals(situation, goals)));
}

async function adviseFirstSteps(situation: Situation) {
  const { empireState, cities, hasAttacked } = situation;
  const { empire } = empireState;
  const [city] = cities;
  if (city === undefined) return null;
  const barracks = buildingOf(city, 'barracks');
  const levels = city.buildings.reduce((sum, { level }) => sum + level, 0);
  const isBuilt = levels > 4 || city.queue.length > 0 || cities.length > 1;
  const isTrained =
    countUnits(unitsOf(empire)) > countUnits(startingUnits) ||
    cities.some(({ training }) => training.length > 0) ||
    // A grown attacker may have lost the trained units in fights.
    (hasAttacked && levels > firstLevels);
  if (isBuilt && isTrained && hasAttacked) return null;
  const next = async (): Promise<Advice | null> => {
    if (isBuilt && isTrained) {
      const fight = await adviseFight(situation);
      return fight.isIdle === true ? { ...fight, meanwhile: adviseMeanwhile(situation, fight) } : fight;
    }
    if (isBuilt && barracks.level > 0) return adviseFirstBatch(city);
    // The first fight comes some five minutes after the founding: it need not wait for the barracks.
    const fight = isBuilt && barracks.orderedLevels > 0 && !hasAttacked ? await adviseFight(situation) : null;
    if (fight?.icon === 'attack') return fight;
    if (!isBuilt || barracks.orderedLevels > 0) return adviseProduction(city, empireState);
    const duration = lasting(barracks.next?.durationMs ?? 0);
    const reason = `They take ${duration} to build. They train soldiers and archers, who join your garrison of 30.`;
    return adviseLevel(city, barracks, reason);
  };
  return { done: [isBuilt, isTrained, hasAttacked], next: await next() };
}

function adviseFirstBatch(city: CityDetails): Advice {
  const {
    maxQuantity = 0,
    durationMs = 0,
    reason = null,
  } = city.units.find(({ type }) => type === 'soldiers') ?? {};
  const quantity = Math.max(1, Math.min(firstBatch, maxQuantity));
  return {
    icon: 'soldiers',
    title: `Train ${countOf(quantity, 'soldiers')}`,
    reason: `The cheapest strength there is, and good against knights. They are delivered together in ${lasting(durationMs * quantity)} and join the garrison.`,
    form: trainForm(city, 'soldiers', quantity),
    link: { href: `/city/${city.id}#train`, text: 'Choose other units' },
    refusal: reason,
  };
}
