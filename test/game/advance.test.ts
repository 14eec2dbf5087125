/** Advancing time: the order of due work at the same millisecond, contacts, and `nextDueAt`. */
import { describe, expect, it } from 'vitest';
import { advance, decideContact, nextDueAt } from '../../src/game/advance.ts';
import { meetingsDue } from '../../src/game/meetings.ts';
import { amounts } from '../../src/game/balance.ts';
import type { Battle } from '../../src/game/battle-types.ts';
import type { Empire, March, QueuedLevel, Tile, WorldSlice } from '../../src/game/types.ts';
import {
  armyOf,
  attack,
  cityOf,
  dayMs,
  flatRolls,
  hourMs,
  makeEmpire,
  makeWorld,
  t0,
  the,
  ignoreEvents,
} from '../support/worlds.ts';

const at = (x: number, y: number): Tile => ({ x, y });
const due = t0 + hourMs;

const level = (type: QueuedLevel['type'], number: number): QueuedLevel => ({
  orderId: 'o',
  type,
  level: number,
  cost: amounts(1, 1, 1),
  startsAt: t0,
  completesAt: due,
});
const batch = (id = 'b', completesAt: number | null = due) =>
  ({ id, unit: 'soldiers', quantity: 10, startsAt: completesAt === null ? null : t0, completesAt }) as const;
const march = (to: Tile, from = at(9, 9)): March => ({
  kind: 'move',
  from,
  to,
  departsAt: t0,
  arrivesAt: due,
  battleId: null,
});

describe('at the same millisecond', () => {
  it('applies construction before training: the next batch uses the higher barracks', () => {
    const empire = makeEmpire({
      cities: [{ levels: { barracks: 1 }, construction: [level('barracks', 2)] }],
    });
    cityOf(empire).training = [batch('b1'), batch('b2', null)];
    advance(makeWorld([empire]), due, flatRolls);
    // 600 s / 1.1
    expect(cityOf(empire).training[0]?.completesAt).toBe(due + 545_455);
  });

  it('applies training before arrivals: the batch does not join the arriving army', () => {
    const empire = makeEmpire({ armies: [{ units: { archers: 1 }, march: march(at(0, 0)) }] });
    cityOf(empire).training = [batch()];
    advance(makeWorld([empire]), due, flatRolls);
    expect(empire.armies).toHaveLength(2);
  });

  it('applies arrivals in the order of their ids', () => {
    const units = { archers: 1 };
    const empire = makeEmpire({
      armies: ['c', 'a', 'b'].map((id) => ({ id, units, march: march(at(0, 0)) })),
    });
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
    const plan = { levels: { farm: 1 }, construction: [level('farm', 2)] };
    const empire = makeEmpire({ cities: [plan], stock: { food: 0 } });
    advance(makeWorld([empire]), due, flatRolls);
    expect(empire.stock.food).toBe(96 * hourMs);
  });

  describe('a contact', () => {
    /** An attack on a city, with its contact at `due`. */
    const siege = (on: Empire): { battle: Battle; world: WorldSlice } => {
      const by = makeEmpire({
        id: 'a',
        cities: [{ at: at(-36, 0) }],
        armies: [{ units: { soldiers: 20 } }],
        stock: { food: 100_000 },
      });
      const world = makeWorld([by, on]);
      return { battle: attack(world, { by, on, target: cityOf(on) }), world };
    };
    type Plan = NonNullable<Parameters<typeof makeEmpire>[0]>;
    const cityPlan: Plan = { id: 'd', cities: [{ at: at(4, 0) }], destroyedValue: 400_000 };

    it('comes after construction: a wall completed then counts', () => {
      const cities = [{ at: at(4, 0), construction: [level('wall', 4)], levels: { wall: 3 } }];
      const { battle, world } = siege(makeEmpire({ ...cityPlan, cities }));
      advance(world, due, flatRolls);
      expect(battle.outcome?.wall?.before).toBe(4);
    });

    it('comes after training: a batch delivered then defends', () => {
      const on = makeEmpire(cityPlan);
      cityOf(on).training = [batch()];
      const { battle, world } = siege(on);
      advance(world, due, flatRolls);
      expect(battle.outcome?.defenderStart.soldiers).toBe(10);
    });

    it('comes after arrivals: an army that arrives then defends', () => {
      const on = makeEmpire({ ...cityPlan, armies: [{ units: { knights: 3 }, march: march(at(4, 0)) }] });
      const { battle, world } = siege(on);
      advance(world, due, flatRolls);
      expect(battle.outcome?.defenderStart.knights).toBe(3);
    });

    it('comes before desertion: deserters still fight', () => {
      // 60 soldiers, 30 food short per hour
      const on = makeEmpire({ ...cityPlan, armies: [{ units: { soldiers: 60 } }], stock: { food: 30 } });
      const { battle, world } = siege(on);
      advance(world, due, flatRolls);
      expect(battle.outcome?.defenderStart.soldiers).toBe(60);
    });

    it('is followed by the desertion of the same millisecond', () => {
      const on = makeEmpire({ ...cityPlan, armies: [{ units: { soldiers: 60 } }], stock: { food: 30 } });
      const { world } = siege(on);
      const gameEvents = advance(world, due, flatRolls);
      expect(gameEvents.filter(({ at: moment }) => moment === due).map(({ kind }) => kind)).toEqual([
        'battle_decided',
        'desertion',
      ]);
    });

    it('comes after a desertion one millisecond earlier', () => {
      const on = makeEmpire({ ...cityPlan, armies: [{ units: { soldiers: 60 } }], stock: { food: 30 } });
      on.stock.food -= 30;
      const { battle, world } = siege(on);
      advance(world, due, flatRolls);
      expect(battle.outcome?.defenderStart.soldiers).toBe(54);
    });

    it('is ordered by battle number among contacts', () => {
      const { world, battle: first } = siege(
        makeEmpire({ ...cityPlan, cities: [{ at: at(4, 0), levels: { wall: 5 } }] }),
      );
      const by = the(world.empires.get('a'));
      const on = the(world.empires.get('d'));
      by.armies.push({
        ...armyOf(by),
        id: 'a-a2',
        march: null,
        units: { soldiers: 99, archers: 0, knights: 0, catapults: 0 },
      });
      const second = attack(world, { by, army: armyOf(by, 'a-a2'), on, target: cityOf(on) });
      [first.number, second.number] = [2, 1];
      const decided = advance(world, due, flatRolls).map((h) =>
        h.kind === 'battle_decided' ? h.battleId : '',
      );
      expect(decided).toEqual([second.id, first.id]);
    });
  });
});

describe('contacts', () => {
  const contactsDue = (world: WorldSlice, until: number): (Battle | null)[] =>
    meetingsDue(world, until).map(({ battle }) => battle);

  const duel = () => {
    const by = makeEmpire({
      id: 'a',
      armies: [{ units: { soldiers: 9 } }, { units: { knights: 9 } }],
      stock: { food: 90_000 },
    });
    const on = makeEmpire({ id: 'd', cities: [{ at: at(4, 0) }], destroyedValue: 400_000 });
    const world = makeWorld([by, on]);
    const slow = attack(world, { by, on, target: cityOf(on) });
    const quick = attack(world, { by, army: armyOf(by, 'a-a2'), on, target: cityOf(on) });
    return { world, slow, quick };
  };

  it('are ordered by time before number', () => {
    const { world, slow, quick } = duel();
    expect(contactsDue(world, t0 + dayMs)).toEqual([quick, slow]);
  });

  it('are due from their exact millisecond', () => {
    const { world, quick } = duel();
    expect([contactsDue(world, quick.contactAt - 1), contactsDue(world, quick.contactAt)]).toEqual([
      [],
      [quick],
    ]);
  });

  it('are not due again after they are decided', () => {
    const { world } = duel();
    advance(world, t0 + dayMs, flatRolls);
    expect(contactsDue(world, t0 + dayMs)).toEqual([]);
  });

  it('throw if one of both empires is not loaded', () => {
    const { world, quick } = duel();
    world.empires.delete('d');
    expect(() => {
      decideContact(world, quick, flatRolls, ignoreEvents);
    }).toThrow();
  });
});

describe('the next due time', () => {
  it('is null for an idle empire', () => {
    expect(nextDueAt(makeEmpire(), 1)).toBeNull();
  });

  it('is the earliest of all due work', () => {
    const empire = makeEmpire({
      cities: [{ construction: [level('farm', 1)] }, {}],
      armies: [{ units: { soldiers: 1 }, march: { ...march(at(1, 1)), arrivesAt: due - 5 } }],
    });
    cityOf(empire, 1).training = [batch('b', due - 9)];
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
