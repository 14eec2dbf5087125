/** Attacks that are called off at contact: the army or its target is gone, or the target is protected. */
import { beforeEach, describe, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { mergeArmies, moveArmy } from '../../src/game/armies.ts';
import { amounts } from '../../src/game/balance.ts';
import { noStacks } from '../../src/game/battle.ts';
import type { Battle } from '../../src/game/battle-types.ts';
import type { Empire, Tile, WorldSlice } from '../../src/game/types.ts';
import {
  armyOf,
  attack,
  cityOf,
  dayMs,
  flatRolls,
  hourMs,
  makeEmpire,
  makeWorld,
  minuteMs,
  t0,
  ignoreEvents,
} from '../support/worlds.ts';

const at = (x: number, y: number): Tile => ({ x, y });
const field = at(0, 8);
let by: Empire;
let on: Empire;
let world: WorldSlice;

beforeEach(() => {
  by = makeEmpire({ id: 'a', armies: [{ units: { soldiers: 10 } }] });
  on = makeEmpire({
    id: 'd',
    cities: [{ at: at(4, 0) }],
    armies: [
      { at: field, units: { archers: 1 } },
      { at: field, units: { archers: 1 } },
    ],
    destroyedValue: 400_000,
  });
  world = makeWorld([by, on]);
});

const attackCity = () => attack(world, { by, on, target: cityOf(on) });
const attackArmy = () => attack(world, { by, on, target: armyOf(on) });
const resolve = (battle: Battle) => {
  advance(world, battle.contactAt, flatRolls);
  return battle.outcome;
};

describe('the target is gone', () => {
  it.each([
    ['marched away', at(30, 30)],
    ['is on another tile', at(0, 9)],
  ])('if it %s', (_change, destination) => {
    const battle = attackArmy();
    moveArmy(world, on, armyOf(on), destination, { now: t0, emit: ignoreEvents });
    expect(resolve(battle)).toMatchObject({ result: 'called_off', reason: 'target_gone' });
  });

  it('if it was merged into another army', () => {
    const battle = attackArmy();
    mergeArmies(world, on, armyOf(on, 'd-a2'), armyOf(on), { now: t0, emit: ignoreEvents });
    expect(resolve(battle)).toMatchObject({ result: 'called_off', reason: 'target_gone' });
  });

  it('if an earlier attack destroyed it', () => {
    by.armies.push({ ...armyOf(by), id: 'a-a2' });
    const battles = ['a-a1', 'a-a2'].map((id) =>
      attack(world, { by, army: armyOf(by, id), on, target: armyOf(on) }),
    );
    advance(world, t0 + hourMs, flatRolls);
    expect(battles.map(({ outcome }) => outcome?.result)).toEqual(['attacker_won', 'called_off']);
  });
});

describe('the attacking army is gone', () => {
  it('if all its units deserted', () => {
    armyOf(by).units.soldiers = 1;
    // The other army consumes all food of the city, so the only soldier deserts.
    by.armies.push({
      ...armyOf(by),
      id: 'a-a2',
      units: { soldiers: 50, archers: 0, knights: 0, catapults: 0 },
    });
    by.stock.food = 0;
    expect(resolve(attackCity())).toMatchObject({ result: 'called_off', reason: 'army_gone' });
  });
});

describe('the target is protected', () => {
  it('if its owner has become active again', () => {
    by.destroyedValue = 40_000_000;
    on.lastActiveAt = t0 - 8 * dayMs;
    const battle = attackCity();
    on.lastActiveAt = t0 + 1;
    expect(resolve(battle)).toMatchObject({ result: 'called_off', reason: 'protected' });
  });

  it('if the attacker has become too strong for a newcomer', () => {
    on.destroyedValue = 0;
    on.createdAt = t0 - hourMs;
    const battle = attackCity();
    by.destroyedValue = 40_000;
    expect(resolve(battle)).toMatchObject({ result: 'called_off', reason: 'protected' });
  });

  it('but not if it attacked the attacker before', () => {
    by.attackedBy = { d: t0 - dayMs };
    const battle = attackCity();
    by.destroyedValue = 40_000_000;
    expect(resolve(battle)).toMatchObject({ result: 'attacker_won' });
  });

  it('even if the attacker attacked it before', () => {
    on.attackedBy = { a: t0 - dayMs };
    const battle = attackCity();
    by.destroyedValue = 40_000_000;
    expect(resolve(battle)).toMatchObject({ result: 'called_off', reason: 'protected' });
  });

  it('but not if its newcomer protection ended during the march', () => {
    on.createdAt = t0 - 3 * dayMs + minuteMs;
    expect(resolve(attackCity())).toMatchObject({ result: 'attacker_won' });
  });
});

describe('an attack that was called off', () => {
  const lost = () => {
    const battle = attackArmy();
    moveArmy(world, on, armyOf(on), at(30, 30), { now: t0, emit: ignoreEvents });
    resolve(battle);
    return battle;
  };

  it('ends at contact without a fight', () => {
    const battle = lost();
    expect(battle.outcome).toEqual({
      resolver: 2,
      volley: null,
      result: 'called_off',
      reason: 'target_gone',
      at: battle.contactAt,
      endsAt: battle.contactAt,
      morale: 1000,
      wall: null,
      attackerStart: noStacks(),
      defenderStart: noStacks(),
      rounds: [],
      loot: amounts(0, 0, 0),
    });
  });

  it('sends the army home immediately', () => {
    const { contactAt } = lost();
    expect(armyOf(by).march).toMatchObject({
      kind: 'return',
      from: field,
      to: at(0, 0),
      departsAt: contactAt,
      arrivesAt: contactAt + 12 * minuteMs,
    });
  });

  it('costs neither side anything, and gives the defender no right to retaliate', () => {
    lost();
    expect([by.destroyedValue, on.destroyedValue, armyOf(by).units.soldiers]).toEqual([0, 400_000, 10]);
    expect(on.attackedBy).toEqual({});
  });
});
