/** Advice and what it depends on; and advised orders of a city: a level of a building, or a batch of units. */
import { resources, type BuildingType, type Resource, type UnitType } from '../../../contract/vocabulary.ts';
import { buildingRules, levelCost, outputPerHour, sumOf } from '../../../game/balance.ts';
import { capOf, usualRatesOf, wholeStock } from '../../../game/economy/stock.ts';
import type { Amounts } from '../../../game/types.ts';
import type { WantedWish } from '../../../game/economy/wishes.ts';
import { hourMs, isoOf } from '../../../kernel/time.ts';
import type { EmpireState, ReadEmpire } from '../../../world/read.ts';
import type { BuildingView, CityDetails } from '../../shared/city-details.ts';
import { countOf, group, kindName, lasting } from '../../shared/formatters.ts';
import type { Neighbour } from '../../shared/neighbours.ts';

export type NewWish = Exclude<WantedWish, { id: string }>;

export interface Advice {
  icon: string;
  title: string;
  reason: string;
  form?: { path: string; fields: Record<string, string>; button: string; wish: NewWish };
  link?: { href: string; text: string };
  refusal: string | null;
  /** Absent if not known. */
  cost?: Amounts;
  /** Of a level of production: when it has earned its cost, in what is needed. */
  paybackMs?: number;
  /** There is nothing to do but to wait. */
  isIdle?: boolean;
  /** It is no order, so nothing waits for it. */
  isAim?: boolean;
  meanwhile?: Advice | undefined;
}

/** A level of production, or one that it needs first. */
export interface Growth extends Advice {
  /** Of the production. */
  type: BuildingType;
  paybackMs: number;
}

export interface Situation {
  empireState: EmpireState;
  /** In the order of the empire. */
  cities: readonly CityDetails[];
  /** Nearest first. */
  neighbours: readonly Neighbour[];
  readEmpire: ReadEmpire;
  hasAttacked: boolean;
}

export function buildingOf({ buildings }: CityDetails, type: BuildingType): BuildingView {
  const building = buildings.find((each) => each.type === type);
  if (building === undefined) throw new Error(`a city has no ${type}`);
  return building;
}

/** When all orders are complete. */
export const plannedLevel = ({ level, orderedLevels }: BuildingView): number => level + orderedLevels;

function fullQueueText({ name, queue }: CityDetails): string {
  const freeAt = queue[0]?.completesAt;
  const when = freeAt === undefined ? '' : `; the next place is free in ${isoOf(freeAt)}`;
  return `The building queue of ${name} is full${when}.`;
}

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
      wish: { cityId: city.id, type: building.type },
    },
    link: { href: `/city/${city.id}`, text: 'See all buildings' },
    refusal: building.reason ?? (building.isBarred ? fullQueueText(city) : null),
    ...(building.next === null ? {} : { cost: levelCost(building.type, building.next.level) }),
  };
}

export const producers = ['farm', 'quarry', 'market'] as const;
/** Of the cap. */
const almostFull = 0.9;

/** Whether there is room for more of it, as far as there is for any. */
function isNeeded({ empire }: EmpireState, resource: Resource | undefined): boolean {
  const [stock, limit] = [wholeStock(empire), almostFull * capOf(empire)];
  const lacking = resources.filter((each) => stock[each] < limit);
  return lacking.length === 0 || lacking.some((each) => each === resource);
}

/** Of the price of a typical order. */
const demand: Amounts = { gold: 0.34, food: 0.22, materials: 0.44 };
/** A resource counts at most so many times, and food above half the cap a quarter. */
const maxWeight = 3;
const surplusWeight = 0.25;

/** How much a unit of the resource is needed: its part of the demand, by its part of the production. */
function weightOf({ empire, world }: EmpireState, resource: Resource): number {
  if (resource === 'food' && wholeStock(empire).food > capOf(empire) / 2) return surplusWeight;
  const rates = usualRatesOf(empire, world.speed);
  const total = resources.reduce((sum, each) => sum + Math.max(1, rates[each]), 0);
  return Math.min(maxWeight, (demand[resource] * total) / Math.max(1, rates[resource]));
}

/**
 * The building whose next level earns back its cost soonest, by the need of each resource, and none of which the stores
 * are almost full.
 * @param scarce the resource that holds another order up: only what makes it is advised
 */
export function adviseProduction(
  city: CityDetails,
  empireState: EmpireState,
  scarce: Resource | null = null,
): Growth | null {
  const options = producers.map((type) => {
    const building = buildingOf(city, type);
    const level = plannedLevel(building);
    const more = (outputPerHour(type, level + 1) - outputPerHour(type, level)) * empireState.world.speed;
    const resource = buildingRules[type].output?.resource ?? 'materials';
    const weight = scarce === null ? weightOf(empireState, resource) : 1;
    const plainHours = sumOf(levelCost(type, level + 1)) / more;
    return { type, building, more, resource, plainHours, paybackHours: plainHours / weight };
  });
  const [best] = options
    .filter(({ resource }) => (scarce === null ? isNeeded(empireState, resource) : resource === scarce))
    .sort((a, b) => a.paybackHours - b.paybackHours);
  if (best?.building.next == null) return null;
  const { building, more, resource, paybackHours } = best;
  const { level, durationMs } = building.next;
  const sooner = options.find(({ plainHours }) => plainHours < best.plainHours);
  const isOnly = empireState.empire.cities.length === 1;
  const why =
    sooner === undefined
      ? `Fastest payback${isOnly ? '' : ` in ${city.name}`}`
      : `You need ${resource} more than ${sooner.resource}`;
  const reason =
    scarce === null
      ? `${why}: ${lasting(durationMs)} to build, then +${group(more)} ${building.effectLabel}.`
      : `${kindName(scarce)} ${scarce === 'materials' ? 'hold' : 'holds'} you up: ${building.name.toLowerCase()} ${level} pays back in ${lasting(paybackHours * hourMs)}.`;
  return { ...adviseLevel(city, building, reason), type: best.type, paybackMs: paybackHours * hourMs };
}

export function trainForm(
  { id, name }: CityDetails,
  type: UnitType,
  quantity: number,
): Required<Advice>['form'] {
  return {
    path: `/dashboard/city/${id}/train`,
    fields: { unit_type: type, quantity: String(quantity) },
    button: `Train ${countOf(quantity, type)} in ${name}`,
    wish: { cityId: id, unit: type, quantity },
  };
}
