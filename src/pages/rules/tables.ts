/**
 * The tables of the rules page. Every number comes from the tables and functions of the game, at this world's speed.
 * A rule without a number of its own is measured in a trial fight.
 */
import {
  buildingTypes,
  goalNames,
  stackTypes,
  unitTypes,
  type BuildingType,
  type StackType,
} from '../../contract/vocabulary.ts';
import * as balance from '../../game/balance.ts';
import {
  fullMorale,
  maxRounds,
  moraleOf,
  noStacks,
  resolveFight,
  type RollTable,
} from '../../game/battle.ts';
import { buildMs } from '../../game/construction.ts';
import { goalRules } from '../../game/goals.ts';
import { outputLostToSack } from '../../game/sack.ts';
import { maxHalvings } from '../../game/plunder.ts';
import { trainMs } from '../../game/training.ts';
import { buildingEffects } from '../shared/building-effects.ts';
import { buildingNames, stackNames } from '../shared/formatters.ts';
import { goalTitle } from '../shared/goal-texts.ts';

const levels = Array.from({ length: balance.maxLevel }, (_, index) => index + 1);

function needsText(needs: Partial<Record<BuildingType, number>>): string {
  const entries = Object.entries(needs) as [BuildingType, number][];
  return entries.map(([type, level]) => `${buildingNames[type].toLowerCase()} ${level}`).join(' and ');
}

/** A table of levels per building: cost, effect, and time with a town hall of level 1. */
export function buildingTables(speed: number) {
  return buildingTypes.map((type) => {
    const { workersPerLevel, upkeepPerLevel, needs } = balance.buildingRules[type];
    return {
      type,
      name: buildingNames[type],
      effectLabel: buildingEffects[type].label,
      effectAtZero: buildingEffects[type].value(0, speed),
      needs: needsText(needs),
      hasUpkeep: upkeepPerLevel > 0,
      hasWorkers: workersPerLevel > 0,
      levels: levels.map((level) => {
        const cost = balance.levelCost(type, level);
        return {
          level,
          cost,
          durationMs: buildMs(level, cost, 1, speed),
          effect: buildingEffects[type].value(level, speed),
          workers: workersPerLevel * level,
          upkeep: upkeepPerLevel * level * speed,
        };
      }),
    };
  });
}

/** Costs and abilities of each unit; times with a training building of level 1. */
export function unitRows(speed: number) {
  return unitTypes.map((type) => {
    const rule = balance.unitRules[type];
    return {
      ...rule,
      type,
      name: stackNames[type],
      foodPerHour: rule.foodPerHour * speed,
      durationMs: trainMs(type, 1, 1, speed),
      tilesPerHour: rule.tilesPerHour * speed,
      trainedIn: buildingNames[rule.trainedIn].toLowerCase(),
    };
  });
}

/** A roll of 1000 thousandths everywhere: no luck. */
function evenRolls(): RollTable {
  const rolls = noStacks();
  for (const type of stackTypes) rolls[type] = 1000;
  return Array.from({ length: maxRounds }, () => ({ a: rolls, d: rolls }));
}

/** Hit points that a hundred of one stack take from another in a round without luck, measured in a trial fight. */
function damageOf(type: StackType, target: StackType): number {
  const many = 1_000_000;
  const fight = {
    attacker: { ...noStacks(), [target]: many },
    defender: { ...noStacks(), [type]: 100 },
    wall: 0,
    morale: fullMorale,
    rolls: evenRolls(),
  };
  return (resolveFight(fight).rounds[0]?.defender.damage[type] ?? 0) / 1000;
}

/** Damage between stacks: a row per striker, a column per target. */
export function damageRows() {
  return stackTypes.map((type) => ({
    type,
    name: stackNames[type],
    against: stackTypes.map((target) => {
      const damage = damageOf(type, target);
      return { target, damage, isStrong: damage > damageOf(type, 'militia') };
    }),
  }));
}

/** Morale in thousandths against an enemy of 1/2, 1/4, 1/8 of the own score. */
export function moraleRows() {
  const own = 1_000_000;
  return [1, 2, 4, 8].map((times) => ({ times, morale: moraleOf(own, own / times) }));
}

/** The percentage of the exposed stock that is taken, by the number of recent defeats of the city. */
export function plunderRows() {
  return Array.from({ length: maxHalvings + 1 }, (_, before) => ({
    before,
    percent: 100 / 2 ** (before + 1),
  }));
}

/** What a sack takes at speed 1 from a city with these levels. */
export function sackExample() {
  const output = balance.cityOutput + balance.outputPerHour('farm', 10);
  const { food } = outputLostToSack(balance.amounts(0, output, 0));
  return { farm: 10, output, lost: food };
}

/** The cost of each further city, from the second on. */
export function cityRows() {
  return Array.from({ length: balance.maxCities - 1 }, (_, index) => ({
    city: index + 2,
    cost: balance.nextCityCost(index + 1),
  }));
}

/** The goals with their rewards, of each resource. */
export function goalRows() {
  return goalNames.map((name) => ({ title: goalTitle(name), reward: goalRules[name].reward }));
}
