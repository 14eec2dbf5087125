/** Attacks that are called off at contact: the army or its target is gone, or the target is protected. */
import { beforeEach, describe, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { mergeArmies, moveArmy } from '../../src/game/orders/armies.ts';
import { amounts } from '../../src/game/balance.ts';
import { noStacks } from '../../src/game/fight/battle.ts';
import type { Battle } from '../../src/game/battle-types.ts';
import { noUnits } from '../../src/game/counts.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import {
  armyOf,
  at,
  attack,
  cityOf,
  dayMs,
  flatRolls,
  hourMs,
  ignoreEvents,
  minuteMs,
  t0,
} from '../support/worlds.ts';
import { duel } from './duel.ts';

const field = at(0, 8);
let by: Empire;
let on: Empire;
let world: WorldSlice;

beforeEach(() => {
  const armies = [{ units: { archers: 1 } }, { units: { archers: 1 } }];
  ({ by, on, world } = duel(
    { armies: [{ units: { soldiers: 10 } }], stock: {} },
    { armies: armies.map((army) => ({ ...army, at: field })), destroyedValue: 400_000 },
  ));
});

const attackCity = () => attack(world, { by, on, target: cityOf(on) });
const attackArmy = () => attack(world, { by, on, target: armyOf(on) });
const resolve = (battle: Battle) => {
  advance(world, battle.contactAt, flatRolls);
  return battle.outcome;
};
const order = { now: t0, emit: ignoreEvents };

describe('the target is gone', () => {
  it.each([
    ['marched away', () => moveArmy(world, on, armyOf(on), at(30, 30), order)],
    ['is on another tile', () => moveArmy(world, on, armyOf(on), at(0, 9), order)],
    ['was merged into another army', () => mergeArmies(world, on, armyOf(on, 'd-a2'), armyOf(on), order)],
  ])('if it %s', (_change, change) => {
    const battle = attackArmy();
    change();
    expect(resolve(battle)).toMatchObject({ result: 'called_off', reason: 'target_gone' });
  });

  it('if an earlier attack destroyed it', () => {
    by.armies.push({ ...armyOf(by), id: 'a-a2' });
    const battles = by.armies.map((army) => attack(world, { by, army, on, target: armyOf(on) }));
    advance(world, t0 + hourMs, flatRolls);
    expect(battles.map(({ outcome }) => outcome?.result)).toEqual(['attacker_won', 'called_off']);
  });
});

it('the attacking army is gone if all its units deserted', () => {
  armyOf(by).units.soldiers = 1;
  // The other army consumes all food of the city, so the only soldier deserts.
  by.armies.push({ ...armyOf(by), id: 'a-a2', units: { ...noUnits(), soldiers: 50 } });
  by.stock.food = 0;
  expect(resolve(attackCity())).toMatchObject({ result: 'called_off', reason: 'army_gone' });
});

describe('the target is protected', () => {
  const strongest = { destroyedValue: 40_000_000 };
  const young = { destroyedValue: 0, createdAt: t0 - hourMs };

  /** What the empires are at the order, and what has changed by the contact. */
  interface Change {
    by?: Partial<Empire>;
    on?: Partial<Empire>;
    later: { by?: Partial<Empire>; on?: Partial<Empire> };
  }
  it.each<[string, Change, string]>([
    [
      'if its owner has become active again',
      { by: strongest, on: { lastActiveAt: t0 - 8 * dayMs }, later: { on: { lastActiveAt: t0 + 1 } } },
      'protected',
    ],
    [
      'if the attacker has become too strong for a newcomer',
      { on: young, later: { by: { destroyedValue: 40_000 } } },
      'protected',
    ],
    [
      'but not if it attacked the attacker before',
      { by: { attackedBy: { d: t0 - dayMs } }, later: { by: strongest } },
      'attacker_won',
    ],
    [
      'even if the attacker attacked it before',
      { on: { attackedBy: { a: t0 - dayMs } }, later: { by: strongest } },
      'protected',
    ],
    [
      'but not if its newcomer protection ended during the march',
      { on: { createdAt: t0 - 3 * dayMs + minuteMs }, later: {} },
      'attacker_won',
    ],
  ])('%s', (_claim, { later, ...before }, result) => {
    Object.assign(by, before.by);
    Object.assign(on, before.on);
    const battle = attackCity();
    Object.assign(by, later.by);
    Object.assign(on, later.on);
    const outcome = resolve(battle);
    expect(outcome?.reason ?? outcome?.result).toBe(result);
  });
});

it('an attack that was called off ends at contact, sends the army home, and costs neither side anything', () => {
  const battle = attackArmy();
  moveArmy(world, on, armyOf(on), at(30, 30), order);
  expect(resolve(battle)).toEqual({
    ...{ resolver: 2, volley: null, result: 'called_off', reason: 'target_gone' },
    ...{ at: battle.contactAt, endsAt: battle.contactAt, morale: 1000, wall: null },
    ...{ attackerStart: noStacks(), defenderStart: noStacks(), rounds: [], loot: amounts(0, 0, 0) },
  });
  expect(armyOf(by).march).toMatchObject({
    kind: 'return',
    from: field,
    to: at(0, 0),
    departsAt: battle.contactAt,
    arrivesAt: battle.contactAt + 12 * minuteMs,
  });
  expect([by.destroyedValue, on.destroyedValue, armyOf(by).units.soldiers]).toEqual([0, 400_000, 10]);
  // No right to retaliate.
  expect(on.attackedBy).toEqual({});
});
