/** Attacks that come to nothing: the army or its target is gone, or the target protected, at contact. */
import { beforeEach, describe, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { mergeArmies, moveArmy } from '../../src/game/armies.ts';
import { amounts } from '../../src/game/balance.ts';
import { noStacks } from '../../src/game/battle.ts';
import type { Battle, Empire, Tile, WorldSlice } from '../../src/game/types.ts';
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
  unheard,
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
const meet = (battle: Battle) => {
  advance(world, battle.contactAt, flatRolls);
  return battle.outcome;
};

describe('the target is gone', () => {
  it('when it marched away', () => {
    const battle = attackArmy();
    moveArmy(on, armyOf(on), at(30, 30), { now: t0, speed: 1, emit: unheard });
    expect(meet(battle)).toMatchObject({ result: 'called_off', reason: 'target_gone' });
  });

  it('when it stands on another tile', () => {
    const battle = attackArmy();
    moveArmy(on, armyOf(on), at(0, 9), { now: t0, speed: 1, emit: unheard });
    expect(meet(battle)).toMatchObject({ result: 'called_off', reason: 'target_gone' });
  });

  it('when it was merged into another army', () => {
    const battle = attackArmy();
    mergeArmies(on, armyOf(on, 'd-a2'), armyOf(on));
    expect(meet(battle)).toMatchObject({ result: 'called_off', reason: 'target_gone' });
  });

  it('when an earlier attack destroyed it', () => {
    by.armies.push({ ...armyOf(by), id: 'a-a2' });
    const battles = ['a-a1', 'a-a2'].map((id) =>
      attack(world, { by, army: armyOf(by, id), on, target: armyOf(on) }),
    );
    advance(world, t0 + hourMs, flatRolls);
    expect(battles.map(({ outcome }) => outcome?.result)).toEqual(['attacker_won', 'called_off']);
  });
});

describe('the attacking army is gone', () => {
  it('when hunger emptied it', () => {
    armyOf(by).units.soldiers = 1;
    // The other army eats what the city grows; hunger takes the one soldier.
    by.armies.push({
      ...armyOf(by),
      id: 'a-a2',
      units: { soldiers: 50, archers: 0, knights: 0, catapults: 0 },
    });
    by.stock.food = 0;
    expect(meet(attackCity())).toMatchObject({ result: 'called_off', reason: 'army_gone' });
  });
});

describe('the target is protected', () => {
  it('when its owner came back from his absence', () => {
    by.destroyedValue = 40_000_000;
    on.lastActiveAt = t0 - 8 * dayMs;
    const battle = attackCity();
    on.lastActiveAt = t0 + 1;
    expect(meet(battle)).toMatchObject({ result: 'called_off', reason: 'protected' });
  });

  it('when the attacker grew too strong for a newcomer', () => {
    on.destroyedValue = 0;
    on.createdAt = t0 - hourMs;
    const battle = attackCity();
    by.destroyedValue = 40_000;
    expect(meet(battle)).toMatchObject({ result: 'called_off', reason: 'protected' });
  });

  it('but not when it attacked the attacker before', () => {
    by.attackedBy = { d: t0 - dayMs };
    const battle = attackCity();
    by.destroyedValue = 40_000_000;
    expect(meet(battle)).toMatchObject({ result: 'attacker_won' });
  });

  it('although the attacker attacked it before', () => {
    on.attackedBy = { a: t0 - dayMs };
    const battle = attackCity();
    by.destroyedValue = 40_000_000;
    expect(meet(battle)).toMatchObject({ result: 'called_off', reason: 'protected' });
  });

  it('no more when it grew up on the way', () => {
    on.createdAt = t0 - 3 * dayMs + minuteMs;
    expect(meet(attackCity())).toMatchObject({ result: 'attacker_won' });
  });
});

describe('an attack that was called off', () => {
  const lost = () => {
    const battle = attackArmy();
    moveArmy(on, armyOf(on), at(30, 30), { now: t0, speed: 1, emit: unheard });
    meet(battle);
    return battle;
  };

  it('is over at contact, without a fight', () => {
    const battle = lost();
    expect(battle.outcome).toEqual({
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

  it('sends the army home at once', () => {
    const { contactAt } = lost();
    expect(armyOf(by).march).toMatchObject({
      kind: 'return',
      from: field,
      to: at(0, 0),
      departsAt: contactAt,
      arrivesAt: contactAt + 12 * minuteMs,
    });
  });

  it('costs nobody anything', () => {
    lost();
    expect([by.destroyedValue, on.destroyedValue, armyOf(by).units.soldiers]).toEqual([0, 400_000, 10]);
  });

  it('gives the defender no right to strike back', () => {
    lost();
    expect(on.attackedBy).toEqual({});
  });
});
