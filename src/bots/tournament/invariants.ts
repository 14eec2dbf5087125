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
import { axisDistance } from '../../game/map.ts';
import type { Empire, WorldSlice } from '../../game/types.ts';

/** Throws an Error that names the first violation. */
export function checkWorld(world: WorldSlice): void {
  const cities = [...world.empires.values()].flatMap((empire) => empire.cities);
  cities.forEach((a, index) => {
    for (const b of cities.slice(index + 1)) {
      assertThat(axisDistance(a, b) >= cityDistance, `two cities are closer than ${cityDistance} tiles`);
    }
  });
  for (const empire of world.empires.values()) checkEmpire(empire);
}

function checkEmpire(empire: Empire): void {
  for (const resource of resources) {
    assertThat(isCount(empire.stock[resource]), `stock is ${empire.stock[resource]} ${resource}`);
  }
  assertThat(
    empire.cities.length >= 1 && empire.cities.length <= maxCities,
    `an empire has ${empire.cities.length} cities`,
  );
  for (const { buildings, construction } of empire.cities) {
    for (const { type, level } of buildings) {
      assertThat(isCount(level) && level <= maxLevel, `a ${type} has level ${level}`);
      assertThat(
        level > 0 || construction.some((queued) => queued.type === type),
        `a ${type} has level 0 and no order`,
      );
    }
  }
  for (const { units, march, homeCityId } of empire.armies) {
    assertThat(
      unitTypes.every((type) => isCount(units[type])),
      'an army has an invalid number of units',
    );
    assertThat(countUnits(units) > 0, 'an army has no units');
    assertThat(march === null || march.arrivesAt >= march.departsAt, 'a march arrives before it departs');
    assertThat(
      empire.cities.some(({ id }) => id === homeCityId),
      'an army has no home city',
    );
  }
  assertThat(empire.armies.length <= 2 * armyLimit, `an empire has ${empire.armies.length} armies`);
  const { economic, military, total } = scoresOf(empire);
  assertThat(
    economic === economicByFormula(empire) && military === militaryByFormula(empire),
    'a score differs from its formula',
  );
  assertThat(total === economic + military && isCount(total), 'a total score is not the sum of its parts');
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

function assertThat(holds: boolean, violation: string): void {
  if (!holds) throw new Error(`invalid world: ${violation}`);
}
