/**
 * The first steps of a new empire: what has been done of building, training and fighting, and the next sensible
 * order with its reason. Worked out from what stands; nothing is remembered.
 */
import { type BuildingType, resources } from '../../contract/vocabulary.ts';
import { levelCost, outputPerHour, startingUnits } from '../../game/balance.ts';
import { plannedLevel } from '../../game/construction.ts';
import { levelOf, unitsOf } from '../../game/economy.ts';
import { countUnits } from '../../game/units.ts';
import { scoresOf } from '../../game/scoring.ts';
import type { City } from '../../game/types.ts';
import type { EmpireState } from '../../world/read.ts';
import type { BuildingCard, CityDetails } from '../shared/city-details.ts';
import type { Neighbour } from '../shared/neighbours.ts';
import { buildingNames, countOf, group, lasting, tileText } from '../shared/formatters.ts';

const producers = ['farm', 'quarry', 'market'] as const;
const firstBatch = 10;
/** Targets far stronger than oneself are no advice. */
const maxStrengthRatio = 1.5;

export interface NextStep {
  icon: string;
  title: string;
  reason: string;
  /** One button that gives the order, or a way to where it is given. */
  form: { path: string; fields: Record<string, string>; button: string } | null;
  link: { href: string; text: string } | null;
  /** Why it cannot be ordered at this moment, or null. */
  refusal: string | null;
}

export interface FirstSteps {
  steps: { title: string; detail: string; isDone: boolean }[];
  next: NextStep | null;
}

interface Sight {
  empireState: EmpireState;
  cities: readonly CityDetails[];
  /** Nearest first. */
  neighbours: readonly Neighbour[];
  /** Whether an attack was ever ordered. */
  hasAttacked: boolean;
}

/** Hours until a level has brought back what it costs, all resources counted alike. */
function paybackHours(city: City, type: BuildingType, speed: number): number {
  const level = plannedLevel(city, type);
  const cost = levelCost(type, level + 1);
  const more = (outputPerHour(type, level + 1) - outputPerHour(type, level)) * speed;
  return resources.reduce((sum, resource) => sum + cost[resource], 0) / more;
}

function toBuild(part: CityDetails, card: BuildingCard, reason: string): NextStep {
  const level = card.next?.level ?? card.level;
  return {
    icon: card.type,
    title:
      level === 1
        ? `Build ${card.type === 'barracks' ? '' : 'a '}${card.name.toLowerCase()}`
        : `Raise the ${card.name.toLowerCase()} to ${level}`,
    reason,
    form: {
      path: `/dashboard/city/${part.id}/build`,
      fields: { type: card.type },
      button: level === 1 ? `Build ${card.name.toLowerCase()} in ${part.name}` : `Raise it in ${part.name}`,
    },
    link: { href: `/city/${part.id}`, text: 'See all buildings' },
    refusal: card.reason,
  };
}

function cardOf(part: CityDetails, type: BuildingType): BuildingCard | undefined {
  return part.buildings.find((card) => card.type === type);
}

/** The building whose next level pays for itself soonest. */
function adviseProduction({ empireState }: Sight, city: City, part: CityDetails): NextStep | null {
  const [type] = [...producers].sort(
    (a, b) => paybackHours(city, a, empireState.world.speed) - paybackHours(city, b, empireState.world.speed),
  );
  const card = type === undefined ? undefined : cardOf(part, type);
  if (type === undefined || card?.next == null) return null;
  const more =
    (outputPerHour(type, card.next.level) - outputPerHour(type, card.next.level - 1)) *
    empireState.world.speed;
  return toBuild(
    part,
    card,
    `It pays for itself sooner than the others: ${lasting(card.next.durationMs)} of work, then ${group(more)} more ${card.what} for ever.`,
  );
}

function adviseTraining(part: CityDetails): NextStep | null {
  const unit = part.units.find(({ type }) => type === 'soldiers');
  if (unit === undefined) return null;
  const quantity = Math.max(1, Math.min(firstBatch, unit.most));
  return {
    icon: 'soldiers',
    title: `Train ${countOf(quantity, 'soldiers')}`,
    reason: `The cheapest strength there is, and good against knights. They are delivered together in ${lasting(unit.durationMs * quantity)} and join the garrison.`,
    form: {
      path: `/dashboard/city/${part.id}/train`,
      fields: { unit_type: 'soldiers', quantity: String(quantity) },
      button: `Train ${countOf(quantity, 'soldiers')} in ${part.name}`,
    },
    link: { href: `/city/${part.id}#train`, text: 'Choose other units' },
    refusal: unit.reason,
  };
}

function adviseFight({ neighbours, empireState }: Sight, ownScore: number): NextStep {
  const target = neighbours.find(
    ({ protection, score }) => protection === null && score <= maxStrengthRatio * ownScore,
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
    title: `Look at ${target.name} of ${target.owner}`,
    reason: `The nearest you may attack: ${target.distance.toFixed(1)} tiles off at ${tileText(target.tile)}, score ${group(target.score)}. The map tells the odds before you order anything.`,
    form: null,
    link: { href: `/map?x=${x}&y=${y}&at=${x},${y}`, text: 'See the odds on the map' },
    refusal: null,
  };
}

/** The three first steps and the next order; null once all three are done. */
export function firstSteps(sight: Sight): FirstSteps | null {
  const { empireState, cities, hasAttacked } = sight;
  const { empire } = empireState;
  const [city] = empire.cities;
  const [part] = cities;
  if (city === undefined || part === undefined) return null;
  const levels = city.buildings.reduce((sum, { level }) => sum + level, 0);
  const isBuilt = levels > 4 || city.construction.length > 0 || empire.cities.length > 1;
  const isTrained =
    countUnits(unitsOf(empire)) > countUnits(startingUnits) ||
    empire.cities.some(({ training }) => training.length > 0) ||
    // Whoever has attacked with barracks at home may have lost what was trained.
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
    next: nextOf(sight, city, part, { isBuilt, isTrained }),
  };
}

function nextOf(
  sight: Sight,
  city: City,
  part: CityDetails,
  done: { isBuilt: boolean; isTrained: boolean },
): NextStep | null {
  if (!done.isBuilt) return adviseProduction(sight, city, part);
  const barracks = cardOf(part, 'barracks');
  if (!done.isTrained && barracks?.level === 0) {
    if (barracks.ordered === 0) {
      const workMs = barracks.next?.durationMs ?? 0;
      return toBuild(
        part,
        barracks,
        `They take ${lasting(workMs)} and train soldiers and archers, to join the 30 that stand in your garrison.`,
      );
    }
    return adviseProduction(sight, city, part);
  }
  if (!done.isTrained) return adviseTraining(part);
  return adviseFight(sight, scoresOf(sight.empireState.empire).total);
}
