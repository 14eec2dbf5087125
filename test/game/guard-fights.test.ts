/** The two fights of a contact with a guard. */
import { describe, expect, it } from 'vitest';
import { guardSeed, noStacks, resolveFight } from '../../src/game/battle.ts';
import { unitsOfGuard, unitsOfSide } from '../../src/game/casualties.ts';
import type { Stacks } from '../../src/game/types.ts';
import { armyOf, battleRandomOf, hourMs, t0, the } from '../support/worlds.ts';

import { fight, namesOf, kindsOf, run, stage, standGuard, strike } from './guard-scene.ts';
describe('vectors', () => {
  const stacks = (units: Partial<Stacks>): Stacks => ({ ...noStacks(), ...units });
  /** Both fights as a contact resolves them: rounds, and units of the attacker and defender after each. */
  const fights = (
    seed: string,
    [attacker, guard, holder]: [Partial<Stacks>, Partial<Stacks>, Partial<Stacks>],
    { wall = 0, morale = 1000 } = {},
  ) => {
    const open = { wall: 0, morale, rolls: battleRandomOf(guardSeed(seed)) };
    const first = resolveFight({ attacker: stacks(attacker), defender: stacks(guard), ...open });
    if (first.winner !== 'attacker') return [first];
    const behind = { wall, morale, rolls: battleRandomOf(seed) };
    return [first, resolveFight({ attacker: first.attacker, defender: stacks(holder), ...behind })];
  };

  it('200 soldiers fell a guard of 100 and take a seat of 100', () => {
    expect(fights('guard-1', [{ soldiers: 200 }, { soldiers: 100 }, { soldiers: 100 }])).toMatchObject([
      { winner: 'attacker', rounds: { length: 5 }, attacker: { soldiers: 165 } },
      { winner: 'attacker', rounds: { length: 6 }, attacker: { soldiers: 127 } },
    ]);
  });

  it('120 knights and 16 catapults fell a guard of 150 soldiers, then a city with wall 10', () => {
    const sides: Parameters<typeof fights>[1] = [
      { knights: 120, catapults: 16 },
      { soldiers: 150 },
      { archers: 60, militia: 30 },
    ];
    expect(fights('guard-2', sides, { wall: 10 })).toMatchObject([
      { rounds: { length: 3 }, attacker: { knights: 105, catapults: 15 } },
      { winner: 'attacker', rounds: { length: 2 }, attacker: { knights: 92, catapults: 14 } },
    ]);
  });

  it('the guard and the seat of the first, as one army, hold against 200 soldiers', () => {
    const sides = { attacker: stacks({ soldiers: 200 }), defender: stacks({ soldiers: 200 }) };
    expect(resolveFight({ ...sides, wall: 0, morale: 1000, rolls: battleRandomOf('guard-1') })).toMatchObject(
      {
        ...{ winner: 'draw', rounds: { length: 10 } },
        ...{ attacker: { soldiers: 49 }, defender: { soldiers: 43 } },
      },
    );
  });

  it('without its guard, the city of the second costs less', () => {
    const sides = {
      attacker: stacks({ knights: 120, catapults: 16 }),
      defender: stacks({ archers: 60, militia: 30 }),
    };
    expect(
      resolveFight({ ...sides, wall: 10, morale: 1000, rolls: battleRandomOf('guard-2') }),
    ).toMatchObject({
      winner: 'attacker',
      rounds: { length: 2 },
      attacker: { knights: 108, catapults: 15 },
    });
  });

  it('morale counts in both fights', () => {
    const sides: Parameters<typeof fights>[1] = [{ soldiers: 200 }, { soldiers: 150 }, { soldiers: 100 }];
    expect(fights('guard-4', sides, { morale: 1500 })).toMatchObject([
      { attacker: { soldiers: 152 } },
      { attacker: { soldiers: 121 } },
    ]);
  });
});

describe('the two fights of a contact', () => {
  it('end with the guard in a draw: the holder is not met', () => {
    const { outcome, battle, bob, foe } = fight(
      { attacker: { soldiers: 100 }, guard: { soldiers: 100 } },
      'guard-3',
    );
    expect([outcome.result, outcome.guard?.rounds.length, outcome.rounds]).toEqual(['draw', 10, []]);
    expect([armyOf(foe).units.soldiers, armyOf(bob).units.soldiers]).toEqual([23, 21]);
    expect([armyOf(foe).march?.kind, namesOf(battle)]).toEqual(['return', ['bob', 'ann']]);
    expect(outcome.endsAt).toBe(battle.contactAt + 10 * 3000);
  });

  it('end with the guard if it wins', () => {
    const { outcome, bob, foe } = fight({ attacker: { archers: 60 }, guard: { soldiers: 100 } }, 'guard-3');
    expect([outcome.result, outcome.guard?.rounds.length]).toEqual(['defender_won', 5]);
    expect([armyOf(bob).units.soldiers, foe.armies.length, foe.victories]).toEqual([44, 1, 0]);
  });

  it('reach the holder if the guard falls, with the rounds of both shown one after the other', () => {
    const scene = fight(
      { attacker: { soldiers: 200 }, guard: { soldiers: 150 }, holder: { soldiers: 100 }, isSeat: true },
      'guard-4',
    );
    const { outcome, battle, foe, ann, bob, events } = scene;
    const fallen = the(outcome.guard);
    // Held 10 h and some minutes.
    expect([fallen.morale, outcome.morale, fallen.empireId]).toEqual([1100, 1100, 'bob']);
    expect(outcome.attackerStart.soldiers).toBe(200);
    expect(unitsOfSide(outcome, 'attacker').end).toEqual(outcome.rounds.at(-1)?.attacker.units);
    expect(unitsOfGuard(fallen).end.soldiers).toBe(0);
    expect(outcome.endsAt).toBe(battle.contactAt + (fallen.rounds.length + outcome.rounds.length) * 3000);
    expect([namesOf(battle), bob.armies.length, foe.victories]).toEqual([['ann', 'bob'], 1, 1]);
    expect([foe.seats.length, ann.seats.length, kindsOf(events)]).toEqual([1, 0, ['guard_fell']]);
    expect([ann.attackedBy.foe, bob.attackedBy.foe]).toEqual([battle.contactAt, battle.contactAt]);
    expect(foe.destroyedValue).toBe(25_000);
  });

  it('change nothing of the guard if the attacker is still bound to its owner', () => {
    const scene = stage({
      attacker: { soldiers: 200 },
      guard: { soldiers: 150 },
      holder: { soldiers: 20 },
      isSeat: true,
    });
    scene.foe.formerAlliance = { allianceId: 'owls', leftAt: t0 - hourMs };
    const army = standGuard(scene, scene.bob);
    const battle = strike(scene);
    expect(namesOf(battle)).toEqual(['bob', 'ann']);
    run(scene, battle.contactAt);
    expect([battle.outcome?.result, battle.outcome?.guard, namesOf(battle)]).toEqual([
      'attacker_won',
      undefined,
      ['ann', null],
    ]);
    // Edge case 4: the seat falls, and its guard stands idle on the tile.
    expect([army.units.soldiers, army.guards, army.march]).toEqual([150, null, null]);
  });
});
