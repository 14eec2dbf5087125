/** An attack of one empire on another, for the tests of fights. */
import { advance } from '../../src/game/advance.ts';
import type { BattleRandom } from '../../src/game/fight/battle.ts';
import type { Battle, Outcome } from '../../src/game/battle-types.ts';
import type { Army, City, Empire, HeldSeat, WorldSlice } from '../../src/game/types.ts';
import {
  at,
  attack,
  cityOf,
  flatRolls,
  makeEmpire,
  makeWorld,
  the,
  type EmpirePlan,
} from '../support/worlds.ts';

export interface Duel {
  by: Empire;
  on: Empire;
  world: WorldSlice;
}

/** Attackers start at 0/0, defenders are at 4/0. A score of 10,000 keeps the morale at 1000; food is sufficient. */
export function duel(by: EmpirePlan = {}, on: EmpirePlan = {}, speed = 1): Duel {
  const stock = { food: 500_000 };
  const attacker = makeEmpire({ id: 'a', stock, ...by });
  const defender = makeEmpire({
    id: 'd',
    cities: [{ at: at(4, 0) }],
    stock,
    destroyedValue: 4_000_000,
    ...on,
  });
  return { by: attacker, on: defender, world: makeWorld([attacker, defender], speed) };
}

/** Orders the attack of the first army, by default on the first city, and decides its contact. */
export function clash(
  { by, on, world }: Duel,
  target: City | Army | HeldSeat = cityOf(on),
  random: BattleRandom = flatRolls,
): Battle & { outcome: Outcome } {
  const battle = attack(world, { by, on, target });
  advance(world, battle.contactAt, random);
  return { ...battle, outcome: the(battle.outcome) };
}
