/** Advancing time: the order of due work at the same millisecond, contacts, and `nextDueAt`. */
import { describe, expect, it } from 'vitest';
import { advance, decideContact, nextDueAt } from '../../src/game/advance.ts';
import { meetingsDue } from '../../src/game/contact/meetings.ts';
import { amounts } from '../../src/game/balance.ts';
import type { Battle } from '../../src/game/battle-types.ts';
import type { Stacks, Tile, WorldSlice } from '../../src/game/types.ts';
import { noUnits } from '../../src/game/counts.ts';
import type { BuildingType } from '../../src/contract/vocabulary.ts';
import {
  armyOf,
  at,
  attack,
  batchInQueue,
  cityOf,
  dayMs,
  flatRolls,
  hourMs,
  ignoreEvents,
  levelInQueue,
  makeEmpire,
  makeWorld,
  marchTo,
  t0,
  the,
  type EmpirePlan,
} from '../support/worlds.ts';
import { duel } from './duel.ts';

const due = t0 + hourMs;

const level = (type: BuildingType, number: number) => levelInQueue(type, number, due);
const batch = (id = 'b', completesAt: number | null = due) => batchInQueue('soldiers', 10, completesAt, id);
const march = (to: Tile) => marchTo(to, { from: at(9, 9), arrivesAt: due });

describe('at the same millisecond', () => {
  it('applies construction before training: the next batch uses the higher barracks', () => {
    const training = [batch('b1'), batch('b2', null)];
    const construction = [level('barracks', 2)];
    const empire = makeEmpire({ cities: [{ levels: { barracks: 1 }, construction, training }] });
    advance(makeWorld([empire]), due, flatRolls);
    // 600 s / 1.1
    expect(cityOf(empire).training[0]?.completesAt).toBe(due + 545_455);
  });

  it('applies training before arrivals: the batch does not join the arriving army', () => {
    const armies = [{ units: { archers: 1 }, march: march(at(0, 0)) }];
    const empire = makeEmpire({ armies, cities: [{ training: [batch()] }] });
    advance(makeWorld([empire]), due, flatRolls);
    expect(empire.armies).toHaveLength(2);
  });

  it('applies arrivals in the order of their ids', () => {
    const units = { archers: 1 };
    const armies = ['c', 'a', 'b'].map((id) => ({ id, units, march: march(at(0, 0)) }));
    const empire = makeEmpire({ armies });
    const gameEvents = advance(makeWorld([empire]), due, flatRolls);
    expect(gameEvents.map((h) => (h.kind === 'army_arrived' ? h.armyId : h.kind))).toEqual(['a', 'b', 'c']);
  });

  it('applies construction before desertion: a farm completed then prevents it', () => {
    // 30 + 66 food per hour, with farm 2 30 + 145; 100 soldiers; 4 food last an hour
    const cities = [{ levels: { farm: 1 }, construction: [level('farm', 2)] }];
    const empire = makeEmpire({ cities, armies: [{ units: { soldiers: 100 } }], stock: { food: 4 } });
    advance(makeWorld([empire]), due, flatRolls);
    expect(armyOf(empire).units.soldiers).toBe(100);
  });

  it('applies arrivals before desertion: food delivered then prevents it', () => {
    // 30 food short per hour
    const loot = amounts(0, 15, 0);
    const armies = [{ units: { soldiers: 60 }, march: march(at(0, 0)), loot }];
    const empire = makeEmpire({ armies, stock: { food: 30 } });
    advance(makeWorld([empire]), due, flatRolls);
    expect(armyOf(empire).units.soldiers).toBe(60);
  });

  it('advances the stock to that millisecond with the rates before it', () => {
    const cities = [{ levels: { farm: 1 }, construction: [level('farm', 2)] }];
    const empire = makeEmpire({ cities, stock: { food: 0 } });
    advance(makeWorld([empire]), due, flatRolls);
    expect(empire.stock.food).toBe(96 * hourMs);
  });

  describe('a contact', () => {
    /** An attack on a city, with its contact at `due`. Returns the events of that moment, too. */
    const siege = (on: EmpirePlan = {}) => {
      const scene = duel({ cities: [{ at: at(-36, 0) }], armies: [{ units: { soldiers: 20 } }] }, on);
      const battle = attack(scene.world, { ...scene, target: cityOf(scene.on) });
      const advanceAll = () => advance(scene.world, due, flatRolls);
      return { ...scene, battle, advanceAll };
    };
    const city = { at: at(4, 0) };
    // 60 soldiers, 30 food short per hour
    const hungry = { armies: [{ units: { soldiers: 60 } }], stock: { food: 30 } };

    it('comes after construction: a wall completed then counts', () => {
      const scene = siege({ cities: [{ ...city, construction: [level('wall', 4)], levels: { wall: 3 } }] });
      scene.advanceAll();
      expect(scene.battle.outcome?.wall?.before).toBe(4);
    });

    it.each<[string, EmpirePlan, Partial<Stacks>]>([
      [
        'after training: a batch delivered then defends',
        { cities: [{ ...city, training: [batch()] }] },
        { soldiers: 10 },
      ],
      [
        'after arrivals: an army that arrives then defends',
        { armies: [{ units: { knights: 3 }, march: march(at(4, 0)) }] },
        { knights: 3 },
      ],
      ['before desertion: deserters still fight', hungry, { soldiers: 60 }],
    ])('comes %s', (_claim, on, defenders) => {
      const scene = siege(on);
      scene.advanceAll();
      expect(scene.battle.outcome?.defenderStart).toMatchObject(defenders);
    });

    it('is followed by the desertion of the same millisecond', () => {
      const events = siege(hungry).advanceAll();
      const kinds = events.filter((event) => event.at === due).map(({ kind }) => kind);
      expect(kinds).toEqual(['battle_decided', 'desertion']);
    });

    it('comes after a desertion one millisecond earlier', () => {
      const scene = siege(hungry);
      scene.on.stock.food -= 30;
      scene.advanceAll();
      expect(scene.battle.outcome?.defenderStart.soldiers).toBe(54);
    });

    it('is ordered by battle number among contacts', () => {
      const { by, on, world, battle, advanceAll } = siege({ cities: [{ ...city, levels: { wall: 5 } }] });
      const army = { ...armyOf(by), id: 'a-a2', march: null, units: { ...noUnits(), soldiers: 99 } };
      by.armies.push(army);
      const second = attack(world, { by, army, on, target: cityOf(on) });
      [battle.number, second.number] = [2, 1];
      const decided = advanceAll().map((event) => (event.kind === 'battle_decided' ? event.battleId : ''));
      expect(decided).toEqual([second.id, battle.id]);
    });
  });
});

describe('contacts', () => {
  const contactsDue = (world: WorldSlice, until: number): (Battle | null)[] =>
    meetingsDue(world, until).map(({ battle }) => battle);

  const twoArmies = () => {
    const { by, on, world } = duel({ armies: [{ units: { soldiers: 9 } }, { units: { knights: 9 } }] });
    const [slow, quick] = by.armies.map((army) => attack(world, { by, army, on, target: cityOf(on) }));
    return { world, slow: the(slow), quick: the(quick) };
  };

  it('are ordered by time before number', () => {
    const { world, slow, quick } = twoArmies();
    expect(contactsDue(world, t0 + dayMs)).toEqual([quick, slow]);
  });

  it('are due from their exact millisecond', () => {
    const { world, quick } = twoArmies();
    const moments = [quick.contactAt - 1, quick.contactAt];
    expect(moments.map((moment) => contactsDue(world, moment))).toEqual([[], [quick]]);
  });

  it('are not due again after they are decided', () => {
    const { world } = twoArmies();
    advance(world, t0 + dayMs, flatRolls);
    expect(contactsDue(world, t0 + dayMs)).toEqual([]);
  });

  it('throw if one of both empires is not loaded', () => {
    const { world, quick } = twoArmies();
    world.empires.delete('d');
    expect(() => decideContact(world, quick, flatRolls, ignoreEvents)).toThrow();
  });
});

describe('the next due time', () => {
  it('is null for an idle empire', () => {
    expect(nextDueAt(makeEmpire(), 1)).toBeNull();
  });

  it('is the earliest of all due work', () => {
    const empire = makeEmpire({
      cities: [{ construction: [level('farm', 1)] }, { training: [batch('b', due - 9)] }],
      armies: [{ units: { soldiers: 1 }, march: { ...march(at(1, 1)), arrivesAt: due - 5 } }],
    });
    expect(nextDueAt(empire, 1)).toBe(due - 9);
  });

  it('does not include contacts', () => {
    const attacking = { ...march(at(1, 1)), kind: 'attack', battleId: 'battle' } as const;
    expect(nextDueAt(makeEmpire({ armies: [{ units: { soldiers: 1 }, march: attacking }] }), 1)).toBeNull();
  });

  it('emits no events for an idle empire during a year', () => {
    const empire = makeEmpire();
    expect(advance(makeWorld([empire]), t0 + 365 * dayMs, flatRolls)).toEqual([]);
  });
});
