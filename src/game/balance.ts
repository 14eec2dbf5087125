/**
 * The balance: the numbers of the rules as tables, and the formulas for cost and effect of levels (0, not built, to
 * 25). All figures are for a world of speed 1.
 */
import type { BuildingType, EmpireKind, Resource, StackType, UnitType } from '../contract/vocabulary.ts';
import type { Amounts, Units } from './types.ts';

/** Changes with every number of the balance. */
export const rulesVersion = 3;
export const maxLevel = 25;
/** A building's level is at most that of its city's town hall plus this. */
export const levelsAboveTownHall = 5;
export const buildQueueLength = 5;
export const trainQueueLength = 5;
export const maxBatch = 1000;
export const maxCities = 10;
export const armyLimit = 20;
/** In tiles, by the larger of the two axis distances. */
export const cityDistance = 3;
/** People for each militia unit, in a city and in a village. */
export const militiaPerPopulation = 25;
export const militiaPerVillagePopulation = 8;
export const militiaOf = (population: number, kind: EmpireKind = 'player'): number =>
  Math.floor(population / (kind === 'village' ? militiaPerVillagePopulation : militiaPerPopulation));
/** Per hour, for each resource. */
export const cityOutput = 30;

export const startingStock: Amounts = { gold: 1500, food: 1500, materials: 1500 };
export const startingUnits: Units = { soldiers: 20, archers: 10, knights: 0, catapults: 0 };
export const capitalBuildings: readonly BuildingType[] = ['town_hall', 'farm', 'quarry', 'market'];
export const foundingCost: Amounts = { gold: 800, food: 800, materials: 1000 };

export interface BuildingRule {
  /** Of level 1. */
  cost: Amounts;
  workersPerLevel: number;
  /** Per hour: rate x level x 1.1^level. */
  output: { resource: Resource; rate: number } | null;
  /** Gold per hour and level. */
  upkeepPerLevel: number;
  needs: Partial<Record<BuildingType, number>>;
}

export const buildingRules: Record<BuildingType, BuildingRule> = {
  town_hall: building([120, 60, 150], 2),
  farm: building([40, 20, 70], 2, { output: { resource: 'food', rate: 60 } }),
  quarry: building([60, 40, 40], 2, { output: { resource: 'materials', rate: 50 } }),
  market: building([40, 50, 80], 2, { output: { resource: 'gold', rate: 50 } }),
  house: building([50, 40, 80], 0),
  warehouse: building([60, 20, 120], 0),
  barracks: building([120, 60, 120], 3, { upkeepPerLevel: 3 }),
  stable: building([200, 120, 200], 4, { upkeepPerLevel: 5, needs: { town_hall: 3, barracks: 3 } }),
  workshop: building([260, 120, 320], 4, { upkeepPerLevel: 5, needs: { town_hall: 5, barracks: 5 } }),
  wall: building([20, 10, 80], 1, { upkeepPerLevel: 1 }),
};

export type TrainingBuilding = 'barracks' | 'stable' | 'workshop';

export interface UnitRule {
  cost: Amounts;
  /** In scores: gold, food and materials added. */
  value: number;
  attack: number;
  hp: number;
  people: number;
  foodPerHour: number;
  trainSeconds: number;
  tilesPerHour: number;
  carry: number;
  strongAgainst: UnitType | null;
  trainedIn: TrainingBuilding;
}

export const unitRules = {
  soldiers: {
    cost: amounts(40, 30, 30),
    value: 100,
    attack: 10,
    hp: 72,
    people: 1,
    foodPerHour: 1,
    trainSeconds: 60,
    tilesPerHour: 40,
    carry: 25,
    strongAgainst: 'knights',
    trainedIn: 'barracks',
  },
  archers: {
    cost: amounts(45, 25, 50),
    value: 120,
    attack: 17,
    hp: 58,
    people: 1,
    foodPerHour: 1,
    trainSeconds: 75,
    tilesPerHour: 40,
    carry: 20,
    strongAgainst: 'soldiers',
    trainedIn: 'barracks',
  },
  knights: {
    cost: amounts(150, 100, 110),
    value: 360,
    attack: 36,
    hp: 240,
    people: 3,
    foodPerHour: 3,
    trainSeconds: 200,
    tilesPerHour: 80,
    carry: 90,
    strongAgainst: 'archers',
    trainedIn: 'stable',
  },
  catapults: {
    cost: amounts(120, 40, 240),
    value: 400,
    attack: 20,
    hp: 120,
    people: 4,
    foodPerHour: 4,
    trainSeconds: 400,
    tilesPerHour: 20,
    carry: 0,
    strongAgainst: null,
    trainedIn: 'workshop',
  },
} satisfies Record<UnitType, UnitRule>;

export const stackRules: Record<StackType, { attack: number; hp: number; strongAgainst: UnitType | null }> = {
  ...unitRules,
  militia: { attack: 6, hp: 50, strongAgainst: null },
};

export function amounts(gold: number, food: number, materials: number): Amounts {
  return { gold, food, materials };
}

export function eachResource(amountOf: (resource: Resource) => number): Amounts {
  return amounts(amountOf('gold'), amountOf('food'), amountOf('materials'));
}

function building(
  cost: [gold: number, food: number, materials: number],
  workersPerLevel: number,
  extra: Partial<Pick<BuildingRule, 'output' | 'upkeepPerLevel' | 'needs'>> = {},
): BuildingRule {
  return { cost: amounts(...cost), workersPerLevel, output: null, upkeepPerLevel: 0, needs: {}, ...extra };
}

const levels = Array.from({ length: maxLevel + 1 }, (_, level) => level);

function at(table: readonly number[], level: number): number {
  const value = table[level];
  if (value === undefined) throw new RangeError(`level: must be an integer from 0 to ${maxLevel}`);
  return value;
}

const costFactor = (level: number): number => 1.45 ** (level - 1);
const roundTo5 = (value: number): number => 5 * Math.round(value / 5);

/** Cost of one level (1 to 25): base x 1.45^(level - 1), each resource rounded half up to a multiple of 5. */
export function levelCost(type: BuildingType, level: number): Amounts {
  const { cost } = buildingRules[type];
  const factor = costFactor(level);
  return eachResource((resource) => roundTo5(cost[resource] * factor));
}

/** Gold, food and materials added. */
export function sumOf({ gold, food, materials }: Amounts): number {
  return gold + food + materials;
}

const listPrices = Object.fromEntries(
  Object.keys(buildingRules).map((type) => {
    let sum = 0;
    return [
      type,
      levels.map((level) => (sum += level === 0 ? 0 : sumOf(levelCost(type as BuildingType, level)))),
    ];
  }),
) as Record<BuildingType, number[]>;

/** All levels up to this one, all resources added. */
export function listPrice(type: BuildingType, level: number): number {
  return at(listPrices[type], level);
}

const growth = levels.map((level) => level * 1.1 ** level);
const outputs = Object.fromEntries(
  Object.entries(buildingRules).map(([type, { output }]) => [
    type,
    growth.map((factor) => Math.round((output?.rate ?? 0) * factor)),
  ]),
) as Record<BuildingType, number[]>;

/** rate x level x 1.1^level, rounded half up; 0 without an output. */
export function outputPerHour(type: BuildingType, level: number): number {
  return at(outputs[type], level);
}

const populations = growth.map((factor) => Math.round(100 + 25 * factor));

/** 100 + 25 x level x 1.1^level, rounded half up. */
export function housePopulation(level: number): number {
  return at(populations, level);
}

const caps = levels.map((level) => 50 * Math.round((2000 * 1.3 ** level) / 50));

/** Of each resource, by warehouse level: 2000 x 1.3^level, rounded half up to 50. */
export function storageCap(level: number): number {
  return at(caps, level);
}

/** Of each resource, protected from plunder: 200 + 100 x level. */
export function vaultOf(level: number): number {
  return 200 + 100 * level;
}

/** With `cities` cities: 800, 800, 1000, doubled for each city after the first. */
export function nextCityCost(cities: number): Amounts {
  return eachResource((resource) => foundingCost[resource] * 2 ** (cities - 1));
}
