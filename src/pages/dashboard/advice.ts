/** Advice for the next order: what to do, why, and the form or link that does it. */
import { type BuildingType, resources } from '../../contract/vocabulary.ts';
import { levelCost, outputPerHour } from '../../game/balance.ts';
import { plannedLevel } from '../../game/construction.ts';
import type { City } from '../../game/types.ts';
import type { EmpireState, ReadEmpire } from '../../world/read.ts';
import type { BuildingView, CityDetails } from '../shared/city-details.ts';
import { group, lasting } from '../shared/formatters.ts';
import type { Neighbour } from '../shared/neighbours.ts';

const producers = ['farm', 'quarry', 'market'] as const;

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

export interface AdviceInput {
  empireState: EmpireState;
  cities: readonly CityDetails[];
  /** Nearest first. */
  neighbours: readonly Neighbour[];
  readEmpire: ReadEmpire;
}

/** Hours until a level earns back its cost, with all resources counted equally. */
function paybackHours(city: City, type: BuildingType, speed: number): number {
  const level = plannedLevel(city, type);
  const cost = levelCost(type, level + 1);
  const more = (outputPerHour(type, level + 1) - outputPerHour(type, level)) * speed;
  return resources.reduce((sum, resource) => sum + cost[resource], 0) / more;
}

/** Advises the next level of a building. */
export function toBuild(details: CityDetails, building: BuildingView, reason: string): NextStep {
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

export function buildingOf(details: CityDetails, type: BuildingType): BuildingView | undefined {
  return details.buildings.find((building) => building.type === type);
}

/** The production building whose next level pays for itself soonest. */
export function adviseProduction(
  { empireState }: AdviceInput,
  city: City,
  details: CityDetails,
): NextStep | null {
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
    `Fastest payback: ${lasting(building.next.durationMs)} to build, then +${group(more)} ${building.effectLabel}.`,
  );
}
