/** What must hold of every world, however it was played; a tournament ends with a look at each of its games. */
import { resources, unitTypes } from '../../contract/vocabulary.ts';
import {
  armyLimit,
  cityDistance,
  levelCost,
  maxCities,
  maxLevel,
  sumOf,
  unitRules,
} from '../../game/balance.ts';
import { countUnits } from '../../game/units.ts';
import { scoresOf } from '../../game/scoring.ts';
import { axisDistance } from '../../game/map.ts';
import type { Empire, WorldSlice } from '../../game/types.ts';

/** Throws an Error that says what is impossible. */
export function checkWorld(world: WorldSlice): void {
  const cities = [...world.empires.values()].flatMap((empire) => empire.cities);
  cities.forEach((a, index) => {
    for (const b of cities.slice(index + 1)) {
      require(axisDistance(a, b) >= cityDistance, 'cities stand too close');
    }
  });
  for (const empire of world.empires.values()) checkEmpire(empire);
}

function checkEmpire(empire: Empire): void {
  for (const resource of resources) {
    require(isCount(empire.stock[resource]), `a stock of ${empire.stock[resource]} ${resource}`);
  }
  require(empire.cities.length >= 1 && empire.cities.length <= maxCities, 'a wrong number of cities');
  for (const { buildings, construction } of empire.cities) {
    for (const { type, level } of buildings) {
      require(isCount(level) && level <= maxLevel, `a ${type} of level ${level}`);
      require(level > 0 ||
        construction.some((queued) => queued.type === type), `a forgotten site of a ${type}`);
    }
  }
  for (const { units, march, homeCityId } of empire.armies) {
    require(unitTypes.every((type) => isCount(units[type])), 'a wrong number of units');
    require(countUnits(units) > 0, 'an army of nobody');
    require(march === null || march.arrivesAt >= march.departsAt, 'an arrival before the departure');
    require(empire.cities.some(({ id }) => id === homeCityId), 'an army without a home');
  }
  require(empire.armies.length <= 2 * armyLimit, 'too many armies');
  const { economic, military, total } = scoresOf(empire);
  require(economic === economicByFormula(empire) && military === militaryByFormula(empire), 'a wrong score');
  require(total === economic + military && isCount(total), 'a wrong sum of scores');
}

function economicByFormula({ cities, foundingPaid }: Empire): number {
  let paid = foundingPaid;
  for (const { buildings } of cities) {
    for (const { type, level } of buildings) {
      for (let built = 1; built <= level; built += 1) paid += sumOf(levelCost(type, built));
    }
  }
  return Math.floor(paid / 100);
}

function militaryByFormula({ armies, destroyedValue }: Empire): number {
  let value = 0;
  for (const { units } of armies) for (const type of unitTypes) value += units[type] * unitRules[type].value;
  return Math.floor(value / 100) + Math.floor(destroyedValue / 400);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function require(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(`an impossible world: ${otherwise}`);
}
