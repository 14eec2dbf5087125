/** What advice is and what it depends on; and advised orders of a city: a level of a building, or a batch of units. */
import type { BuildingType, UnitType } from '../../../contract/vocabulary.ts';
import { levelCost, outputPerHour, sumOf } from '../../../game/balance.ts';
import type { EmpireState, ReadEmpire } from '../../../world/read.ts';
import type { BuildingView, CityDetails } from '../../shared/city-details.ts';
import { countOf, group, lasting } from '../../shared/formatters.ts';
import type { Neighbour } from '../../shared/neighbours.ts';

/** What to do, why, and the form or link that does it. */
export interface Advice {
  icon: string;
  title: string;
  reason: string;
  /** A button that gives the order. */
  form?: { path: string; fields: Record<string, string>; button: string };
  link?: { href: string; text: string };
  /** Why it cannot be ordered now, or null. */
  refusal: string | null;
}

/** What advice depends on. */
export interface Situation {
  empireState: EmpireState;
  /** In the order of the empire. */
  cities: readonly CityDetails[];
  /** Nearest first. */
  neighbours: readonly Neighbour[];
  readEmpire: ReadEmpire;
  /** Whether the empire has ever ordered an attack. */
  hasAttacked: boolean;
}

const producers: readonly BuildingType[] = ['farm', 'quarry', 'market'];

export function buildingOf({ buildings }: CityDetails, type: BuildingType): BuildingView {
  const building = buildings.find((each) => each.type === type);
  if (building === undefined) throw new Error(`a city has no ${type}`);
  return building;
}

/** The level when all orders are complete. */
export const plannedLevel = ({ level, orderedLevels }: BuildingView): number => level + orderedLevels;

/** Advises the next level of a building. */
export function adviseLevel(city: CityDetails, building: BuildingView, reason: string): Advice {
  const level = building.next?.level ?? building.level;
  const name = building.name.toLowerCase();
  const article = building.type === 'barracks' ? '' : 'a ';
  return {
    icon: building.type,
    title: level === 1 ? `Build ${article}${name}` : `Raise the ${name} to ${level}`,
    reason,
    form: {
      path: `/dashboard/city/${city.id}/build`,
      fields: { type: building.type },
      button: level === 1 ? `Build ${name} in ${city.name}` : `Raise it in ${city.name}`,
    },
    link: { href: `/city/${city.id}`, text: 'See all buildings' },
    refusal: building.reason,
  };
}

/** The production building whose next level earns back its cost soonest, with all resources counted equally. */
export function adviseProduction(city: CityDetails, speed: number): Advice | null {
  const [best] = city.buildings
    .filter(({ type }) => producers.includes(type))
    .map((building) => {
      const level = plannedLevel(building);
      const more = (outputPerHour(building.type, level + 1) - outputPerHour(building.type, level)) * speed;
      return { building, more, paybackHours: sumOf(levelCost(building.type, level + 1)) / more };
    })
    .sort((a, b) => a.paybackHours - b.paybackHours);
  if (best?.building.next == null) return null;
  const { building, more } = best;
  const duration = lasting(best.building.next.durationMs);
  const reason = `Fastest payback: ${duration} to build, then +${group(more)} ${building.effectLabel}.`;
  return adviseLevel(city, building, reason);
}

/** The button that orders a batch of units. */
export function trainForm(
  { id, name }: CityDetails,
  type: UnitType,
  quantity: number,
): Required<Advice>['form'] {
  return {
    path: `/dashboard/city/${id}/train`,
    fields: { unit_type: type, quantity: String(quantity) },
    button: `Train ${countOf(quantity, type)} in ${name}`,
  };
}
