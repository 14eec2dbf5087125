/** Who is left after a battle, and who fell: with and without the fight of a guard, and with rounds or none. */
import { describe, expect, it } from 'vitest';
import type { GuardFight, Outcome, Round } from '../../src/game/battle-types.ts';
import { noUnits, type Stacks, type Units } from '../../src/game/counts.ts';
import { noStacks } from '../../src/game/fight/battle.ts';
import {
  attackerAfterGuard,
  lossesOfSides,
  unitsOfGuard,
  unitsOfSide,
} from '../../src/game/fight/casualties.ts';

const stacks = (soldiers: number, militia = 0): Stacks => ({ ...noStacks(), soldiers, militia });
const units = (soldiers: number): Units => ({ ...noUnits(), soldiers });
/** A round after which these soldiers, and this militia, live. */
const round = (attacker: number, defender: number, militia = 0): Round => ({
  attacker: { units: stacks(attacker), damage: noStacks() },
  defender: { units: stacks(defender, militia), damage: noStacks() },
});
const guardOf = (start: number, rounds: Round[]): GuardFight => ({
  ...{ empireId: 'bob', armyId: 'army', morale: 1000 },
  ...{ start: stacks(start), rounds },
});

/** 20 soldiers attack 8 with 3 of the militia. */
const outcomeOf = (rounds: Round[], guard?: GuardFight): Outcome => ({
  ...{ resolver: 2, volley: null, result: 'draw', at: 0, endsAt: 0, reason: null, morale: 1000, wall: null },
  ...{ attackerStart: stacks(20), defenderStart: stacks(8, 3), loot: { gold: 0, food: 0, materials: 0 } },
  ...{ rounds, ...(guard === undefined ? {} : { guard }) },
});

describe.each<[string, Outcome, Record<'met' | 'attacker' | 'defender' | 'fallen', number>]>([
  [
    'a fight without a guard',
    outcomeOf([round(18, 6, 2), round(15, 2, 1)]),
    { met: 20, attacker: 15, defender: 2, fallen: 6 },
  ],
  ['no fight at all', outcomeOf([]), { met: 20, attacker: 20, defender: 8, fallen: 0 }],
  [
    'a guard that falls',
    outcomeOf([round(10, 5, 3)], guardOf(7, [round(17, 4), round(15, 2), round(13, 0)])),
    { met: 13, attacker: 10, defender: 5, fallen: 10 },
  ],
  [
    'a guard that holds',
    outcomeOf([], guardOf(9, [round(6, 8), round(0, 5)])),
    { met: 0, attacker: 0, defender: 8, fallen: 4 },
  ],
  [
    'a guard without a round',
    outcomeOf([round(19, 1)], guardOf(4, [])),
    { met: 20, attacker: 19, defender: 1, fallen: 7 },
  ],
])('%s', (_, outcome, left) => {
  it('leaves the attacker before the holder, and both sides at the end', () => {
    const [attacker, defender] = [unitsOfSide(outcome, 'attacker'), unitsOfSide(outcome, 'defender')];
    expect(attackerAfterGuard(outcome).soldiers).toBe(left.met);
    expect([attacker.start, attacker.end, attacker.losses]).toEqual([
      stacks(20),
      stacks(left.attacker),
      units(20 - left.attacker),
    ]);
    expect([defender.start, defender.end.soldiers, defender.losses]).toEqual([
      stacks(8, 3),
      left.defender,
      units(8 - left.defender),
    ]);
  });

  it('takes from the defending side also what its guard loses, and never militia', () => {
    const losses = { attacker: units(20 - left.attacker), defender: units(left.fallen) };
    expect(lossesOfSides(outcome)).toEqual(losses);
    const { guard } = outcome;
    if (guard !== undefined)
      expect(unitsOfGuard(guard).losses).toEqual(units(left.fallen - (8 - left.defender)));
  });
});
