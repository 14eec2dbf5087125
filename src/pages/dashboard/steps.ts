/**
 * The first steps of a new empire: progress in building, training and fighting, and the next advised order with its
 * reason. They follow from the state of the empire; nothing is stored.
 */
import { startingUnits } from '../../game/balance.ts';
import { levelOf, unitsOf } from '../../game/economy.ts';
import { countUnits } from '../../game/units.ts';
import type { City } from '../../game/types.ts';
import type { CityDetails } from '../shared/city-details.ts';
import { buildingNames, countOf, lasting } from '../shared/formatters.ts';
import { adviseProduction, buildingOf, toBuild, type AdviceInput, type NextStep } from './advice.ts';
import { adviseFight } from './fight-advice.ts';

const firstBatch = 10;

interface StepsInput extends AdviceInput {
  /** Whether the empire has ever ordered an attack. */
  hasAttacked: boolean;
}

export interface FirstSteps {
  steps: { title: string; detail: string; isDone: boolean }[];
  next: NextStep | null;
}

function adviseTraining(details: CityDetails): NextStep | null {
  const unit = details.units.find(({ type }) => type === 'soldiers');
  if (unit === undefined) return null;
  const quantity = Math.max(1, Math.min(firstBatch, unit.maxQuantity));
  return {
    icon: 'soldiers',
    title: `Train ${countOf(quantity, 'soldiers')}`,
    reason: `The cheapest strength there is, and good against knights. They are delivered together in ${lasting(unit.durationMs * quantity)} and join the garrison.`,
    form: {
      path: `/dashboard/city/${details.id}/train`,
      fields: { unit_type: 'soldiers', quantity: String(quantity) },
      button: `Train ${countOf(quantity, 'soldiers')} in ${details.name}`,
    },
    link: { href: `/city/${details.id}#train`, text: 'Choose other units' },
    refusal: unit.reason,
  };
}

/** The three first steps and the next order; null once all three are done. */
export async function toFirstSteps(input: StepsInput): Promise<FirstSteps | null> {
  const { empireState, cities, hasAttacked } = input;
  const { empire } = empireState;
  const [city] = empire.cities;
  const [details] = cities;
  if (city === undefined || details === undefined) return null;
  const levels = city.buildings.reduce((sum, { level }) => sum + level, 0);
  const isBuilt = levels > 4 || city.construction.length > 0 || empire.cities.length > 1;
  const isTrained =
    countUnits(unitsOf(empire)) > countUnits(startingUnits) ||
    empire.cities.some(({ training }) => training.length > 0) ||
    // An attacker with barracks may have lost the trained units in the fight.
    (hasAttacked && levelOf(city, 'barracks') > 0);
  if (isBuilt && isTrained && hasAttacked) return null;
  return {
    steps: [
      {
        title: 'Build',
        detail: 'A queue holds five levels; they are built one after the other while you are away.',
        isDone: isBuilt,
      },
      {
        title: 'Train',
        detail: `${buildingNames.barracks} train soldiers and archers. Soldiers and workers both count as your people.`,
        isDone: isTrained,
      },
      {
        title: 'Fight',
        detail: 'Choose a neighbour on the map to see the distance, the time and the odds.',
        isDone: hasAttacked,
      },
    ],
    next: await nextOf(input, city, details, { isBuilt, isTrained }),
  };
}

async function nextOf(
  input: StepsInput,
  city: City,
  details: CityDetails,
  done: { isBuilt: boolean; isTrained: boolean },
): Promise<NextStep | null> {
  if (!done.isBuilt) return adviseProduction(input, city, details);
  const barracks = buildingOf(details, 'barracks');
  if (!done.isTrained && barracks?.level === 0) {
    if (barracks.orderedLevels === 0) {
      const workMs = barracks.next?.durationMs ?? 0;
      return toBuild(
        details,
        barracks,
        `They take ${lasting(workMs)} to build. They train soldiers and archers, who join your garrison of 30.`,
      );
    }
    return adviseProduction(input, city, details);
  }
  if (!done.isTrained) return adviseTraining(details);
  return adviseFight(input);
}
