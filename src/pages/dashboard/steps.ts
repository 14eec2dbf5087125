/**
 * The first steps of a new empire: progress in building, training and fighting, and the next advised order with its
 * reason. They follow from the state of the empire; nothing is stored.
 */
import { type BuildingType, resources } from '../../contract/vocabulary.ts';
import { levelCost, outputPerHour, startingUnits } from '../../game/balance.ts';
import { plannedLevel } from '../../game/construction.ts';
import { levelOf, unitsOf } from '../../game/economy.ts';
import { countUnits } from '../../game/units.ts';
import { scoresOf } from '../../game/scoring.ts';
import type { City } from '../../game/types.ts';
import type { EmpireState } from '../../world/read.ts';
import type { BuildingView, CityDetails } from '../shared/city-details.ts';
import type { Neighbour } from '../shared/neighbours.ts';
import { buildingNames, countOf, group, lasting, tileText } from '../shared/formatters.ts';

const producers = ['farm', 'quarry', 'market'] as const;
const firstBatch = 10;
/** Targets of more than this multiple of the own score are not advised. */
const maxStrengthRatio = 1.5;

export interface NextStep {
  icon: string;
  title: string;
  reason: string;
  /** A button that gives the order. */
  form: { path: string; fields: Record<string, string>; button: string } | null;
  link: { href: string; text: string } | null;
  /** Why it cannot be ordered now, or null. */
  refusal: string | null;
}

export interface FirstSteps {
  steps: { title: string; detail: string; isDone: boolean }[];
  next: NextStep | null;
}

interface StepsInput {
  empireState: EmpireState;
  cities: readonly CityDetails[];
  /** Nearest first. */
  neighbours: readonly Neighbour[];
  /** Whether the empire has ever ordered an attack. */
  hasAttacked: boolean;
}

/** Hours until a level earns back its cost, with all resources counted equally. */
function paybackHours(city: City, type: BuildingType, speed: number): number {
  const level = plannedLevel(city, type);
  const cost = levelCost(type, level + 1);
  const more = (outputPerHour(type, level + 1) - outputPerHour(type, level)) * speed;
  return resources.reduce((sum, resource) => sum + cost[resource], 0) / more;
}

function toBuild(details: CityDetails, building: BuildingView, reason: string): NextStep {
  const level = building.next?.level ?? building.level;
  const name = building.name.toLowerCase();
  return {
    icon: building.type,
    title:
      level === 1
        ? `Build ${building.type === 'barracks' ? '' : 'a '}${name}`
        : `Raise the ${name} to ${level}`,
    reason,
    form: {
      path: `/dashboard/city/${details.id}/build`,
      fields: { type: building.type },
      button: level === 1 ? `Build ${name} in ${details.name}` : `Raise it in ${details.name}`,
    },
    link: { href: `/city/${details.id}`, text: 'See all buildings' },
    refusal: building.reason,
  };
}

function buildingOf(details: CityDetails, type: BuildingType): BuildingView | undefined {
  return details.buildings.find((building) => building.type === type);
}

/** The production building whose next level pays for itself soonest. */
function adviseProduction({ empireState }: StepsInput, city: City, details: CityDetails): NextStep | null {
  const [type] = [...producers].sort(
    (a, b) => paybackHours(city, a, empireState.world.speed) - paybackHours(city, b, empireState.world.speed),
  );
  const building = type === undefined ? undefined : buildingOf(details, type);
  if (type === undefined || building?.next == null) return null;
  const more =
    (outputPerHour(type, building.next.level) - outputPerHour(type, building.next.level - 1)) *
    empireState.world.speed;
  return toBuild(
    details,
    building,
    `It pays for itself sooner than the others: ${lasting(building.next.durationMs)} of work, then ${group(more)} more ${building.effectLabel} for ever.`,
  );
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

function adviseFight({ neighbours, empireState }: StepsInput, ownScore: number): NextStep {
  const target = neighbours.find(
    ({ protection, score, isVillage }) =>
      protection === null && (isVillage || score <= maxStrengthRatio * ownScore),
  );
  const [capital] = empireState.empire.cities;
  if (target === undefined) {
    return {
      icon: 'map',
      title: 'Look for somebody to fight',
      reason:
        neighbours.length === 0
          ? 'Nobody lives within 20 tiles of your capital. The map shows who lives farther off; the simulator shows what an attack would come to.'
          : 'Everybody near you is protected at present, or much stronger. The map says until when, and who lives farther off.',
      form: null,
      link: {
        href: capital === undefined ? '/map' : `/map?x=${capital.x}&y=${capital.y}`,
        text: 'Open the map',
      },
      refusal: null,
    };
  }
  const { x, y } = target.tile;
  return {
    icon: 'attack',
    title: target.isVillage
      ? `Look at the village ${target.name}`
      : `Look at ${target.name} of ${target.owner}`,
    reason: `The nearest you may attack: ${target.distance.toFixed(1)} tiles off at ${tileText(target.tile)}${target.isVillage ? ', nobody’s' : `, score ${group(target.score)}`}. The map tells the odds before you order anything.`,
    form: null,
    link: { href: `/map?x=${x}&y=${y}&at=${x},${y}`, text: 'See the odds on the map' },
    refusal: null,
  };
}

/** The three first steps and the next order; null once all three are done. */
export function toFirstSteps(input: StepsInput): FirstSteps | null {
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
        detail: `${buildingNames.barracks} train soldiers and archers. Whoever serves or works is one of your people.`,
        isDone: isTrained,
      },
      {
        title: 'Fight',
        detail: 'Choose a neighbour on the map; it says how far, how long and at what odds.',
        isDone: hasAttacked,
      },
    ],
    next: nextOf(input, city, details, { isBuilt, isTrained }),
  };
}

function nextOf(
  input: StepsInput,
  city: City,
  details: CityDetails,
  done: { isBuilt: boolean; isTrained: boolean },
): NextStep | null {
  if (!done.isBuilt) return adviseProduction(input, city, details);
  const barracks = buildingOf(details, 'barracks');
  if (!done.isTrained && barracks?.level === 0) {
    if (barracks.orderedLevels === 0) {
      const workMs = barracks.next?.durationMs ?? 0;
      return toBuild(
        details,
        barracks,
        `They take ${lasting(workMs)} and train soldiers and archers, to join the 30 that stand in your garrison.`,
      );
    }
    return adviseProduction(input, city, details);
  }
  if (!done.isTrained) return adviseTraining(details);
  return adviseFight(input, scoresOf(input.empireState.empire).total);
}
