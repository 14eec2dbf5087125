/** Invariants of every world. Each match of a tournament checks them at its end. */
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
import { seatLimit } from '../../game/seats.ts';
import { axisDistance } from '../../game/map.ts';
import type { Empire, WorldSlice } from '../../game/types.ts';
import type { Bookkeeper } from './tally.ts';

/** Throws an Error that names the first violation. */
export function checkWorld(world: WorldSlice): void {
  const empires = [...world.empires.values()];
  const tiles = empires.flatMap(({ cities, seats }) => [...cities, ...seats]);
  tiles.forEach((a, index) => {
    for (const b of tiles.slice(index + 1)) {
      check(axisDistance(a, b) >= cityDistance, `two cities or seats are closer than ${cityDistance} tiles`);
    }
  });
  const seatIds = empires.flatMap(({ seats }) => seats.map(({ id }) => id));
  check(new Set(seatIds).size === seatIds.length, 'two empires hold the same seat');
  for (const empire of empires) checkEmpire(empire);
}

function checkEmpire(empire: Empire): void {
  for (const resource of resources) {
    check(isCount(empire.stock[resource]), `stock is ${empire.stock[resource]} ${resource}`);
  }
  const fewest = empire.kind === 'keeper' ? 0 : 1;
  const isCountValid = empire.cities.length >= fewest && empire.cities.length <= maxCities;
  check(isCountValid, 'an empire has 0 or too many cities');
  check(empire.kind === 'keeper' || empire.seats.length <= seatLimit, 'an empire holds too many seats');
  for (const { buildings, construction } of empire.cities) {
    for (const { type, level } of buildings) {
      check(isCount(level) && level <= maxLevel, `a ${type} has level ${level}`);
      const isOrdered = construction.some((order) => order.type === type);
      check(level > 0 || isOrdered || empire.kind === 'village', `a ${type} of level 0 has no order`);
    }
  }
  for (const { units, march, homeCityId } of empire.armies) {
    const areCounts = unitTypes.every((type) => isCount(units[type]));
    check(areCounts, 'a number of units is invalid');
    check(countUnits(units) > 0, 'an army has no units');
    check(march === null || march.arrivesAt >= march.departsAt, 'a march arrives before it departs');
    const hasHome = empire.cities.some(({ id }) => id === homeCityId);
    check(hasHome, 'an army has no home city');
  }
  check(empire.armies.length <= 2 * armyLimit, `an empire has ${empire.armies.length} armies`);
  const { economic, military, total } = scoresOf(empire);
  check(economic === economicByFormula(empire), 'an economic score differs from its formula');
  check(military === militaryByFormula(empire), 'a military score differs from its formula');
  check(total === economic + military && isCount(total), 'a total score is not the sum of its parts');
}

/**
 * Every unit of loot is still on its way, was brought home, or was lost together with its army.
 * @param sacked the loot of all sacks, which no ledger contains: it was never in the stock of the loser
 */
export function checkLoot(
  players: readonly { empire: Empire; bookkeeper: Pick<Bookkeeper, 'taken' | 'brought'> }[],
  sacked: number,
): void {
  let taken = sacked;
  let accounted = 0;
  for (const { empire, bookkeeper } of players) {
    taken += bookkeeper.taken;
    accounted += bookkeeper.brought;
    for (const { loot } of empire.armies) accounted += sumOf(loot);
  }
  check(accounted <= taken, `${accounted} units of loot came from ${taken} units of plunder`);
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

function check(holds: boolean, violation: string): void {
  if (!holds) throw new Error(`invalid world: ${violation}`);
}
