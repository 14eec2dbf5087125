/** Contact: the defenders, losses of both sides, the wall, and the march home. */
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { amounts } from '../../src/game/balance.ts';
import { noStacks } from '../../src/game/battle.ts';
import { levelOf } from '../../src/game/economy.ts';
import { statusOfArmy } from '../../src/game/marching.ts';
import type { Battle, Outcome } from '../../src/game/battle-types.ts';
import type { Army, City, Empire, Tile, WorldSlice } from '../../src/game/types.ts';
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
} from '../support/worlds.ts';

const at = (x: number, y: number): Tile => ({ x, y });
type Plan = NonNullable<Parameters<typeof makeEmpire>[0]>;

/** Attackers start at 0/0, defenders are at 4/0. A score of 10,000 keeps morale at 1000; food is sufficient. */
function stage(by: Plan, on: Plan = {}, speed = 1): { by: Empire; on: Empire; world: WorldSlice } {
  const stock = { gold: 1500, food: 500_000, materials: 1500 };
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

type Stage = ReturnType<typeof stage>;

/** Orders the attack of the first army and resolves its contact with rolls of 1000. */
function clash({ by, on, world }: Stage, target: City | Army = cityOf(on)): Battle & { outcome: Outcome } {
  const battle = attack(world, { by, on, target });
  advance(world, battle.contactAt, flatRolls);
  return { ...battle, outcome: the(battle.outcome) };
}

const field = at(4, 4);
const tenSoldiers: Plan = { armies: [{ units: { soldiers: 10 } }] };

describe('an army in the field', () => {
  // 10 soldiers deal 100,000 to one archer of 58,000; it deals 25,500 of 720,000.
  const archer = { at: field, units: { archers: 1 } };

  it('can be destroyed in one round, without wall or loot', () => {
    const scene = stage(tenSoldiers, { armies: [archer] });
    const { outcome } = clash(scene, armyOf(scene.on));
    expect(scene.on.armies).toEqual([]);
    expect(outcome).toMatchObject({
      result: 'attacker_won',
      reason: null,
      morale: 1000,
      wall: null,
      attackerStart: { ...noStacks(), soldiers: 10 },
      defenderStart: { ...noStacks(), archers: 1 },
      rounds: [{ attacker: { units: { soldiers: 10 } }, defender: { units: { archers: 0 } } }],
      loot: amounts(0, 0, 0),
    });
  });

  it('fights alone, without other armies on its tile', () => {
    const scene = stage(tenSoldiers, { armies: [archer, { at: field, units: { soldiers: 500 } }] });
    expect(clash(scene, armyOf(scene.on)).outcome.defenderStart).toEqual({ ...noStacks(), archers: 1 });
  });

  it('fights alone in the city of a third empire, without its wall and militia', () => {
    const scene = stage(tenSoldiers, { armies: [archer] });
    const third = makeEmpire({ id: 't', cities: [{ at: field, levels: { wall: 9 } }] });
    scene.world.empires.set(third.id, third);
    expect(clash(scene, armyOf(scene.on)).outcome).toMatchObject({
      wall: null,
      defenderStart: { archers: 1, militia: 0 },
    });
  });

  it('fights if it left and came back to its tile', () => {
    const scene = stage(tenSoldiers, { armies: [archer] });
    const [to, from] = [field, at(4, 3)];
    const battle = attack(scene.world, { by: scene.by, on: scene.on, target: armyOf(scene.on) });
    const arrivesAt = battle.contactAt;
    armyOf(scene.on).march = { kind: 'move', from, to, departsAt: t0, arrivesAt, battleId: null };
    advance(scene.world, arrivesAt, flatRolls);
    expect(battle.outcome?.result).toBe('attacker_won');
  });
});

describe('a city', () => {
  it('is defended by its militia: one for every 25 people', () => {
    const scene = stage(tenSoldiers, { cities: [{ at: at(4, 0), levels: { house: 4 } }] });
    // House 4: 246 people
    expect(clash(scene).outcome.defenderStart).toEqual({ ...noStacks(), militia: 9 });
  });

  it('is defended by all stationary armies of its owner in it', () => {
    const armies = [{ units: { soldiers: 3 } }, { units: { soldiers: 4, knights: 1 } }];
    expect(clash(stage(tenSoldiers, { armies })).outcome.defenderStart).toEqual({
      ...noStacks(),
      soldiers: 7,
      knights: 1,
      militia: 4,
    });
  });

  it('is not defended by armies on other tiles', () => {
    const armies = [{ at: at(4, 1), units: { soldiers: 3 } }];
    expect(clash(stage(tenSoldiers, { armies })).outcome.defenderStart.soldiers).toBe(0);
  });

  it('is not defended by armies that march across it', () => {
    const march = {
      kind: 'move',
      from: at(4, 0),
      to: at(40, 0),
      departsAt: t0,
      arrivesAt: t0 + hourMs,
    } as const;
    const armies = [{ units: { soldiers: 3 }, march: { ...march, battleId: null } }];
    expect(clash(stage(tenSoldiers, { armies })).outcome.defenderStart.soldiers).toBe(0);
  });

  it('is not defended by the army of another empire in it', () => {
    const scene = stage(tenSoldiers);
    const guest = makeEmpire({ id: 'g', armies: [{ at: at(4, 0), units: { knights: 50 } }] });
    scene.world.empires.set(guest.id, guest);
    expect(clash(scene).outcome.defenderStart.knights).toBe(0);
  });

  it('has its full militia at every contact', () => {
    const scene = stage({ armies: [{ units: { soldiers: 10 } }, { units: { soldiers: 10 } }] });
    const { by, on, world } = scene;
    const battles = ['a-a1', 'a-a2'].map((id) =>
      attack(world, { by, army: armyOf(by, id), on, target: cityOf(on) }),
    );
    advance(world, t0 + hourMs, flatRolls);
    expect(battles.map(({ outcome }) => outcome?.defenderStart.militia)).toEqual([4, 4]);
  });

  it('reduces the damage of the attacker by its wall', () => {
    // 100,000 / (1 + 0.04 x 5)
    const { outcome } = clash(stage(tenSoldiers, { cities: [{ at: at(4, 0), levels: { wall: 5 } }] }));
    expect(outcome.rounds[0]?.attacker.damage.soldiers).toBe(83_333);
  });

  it('is attacked as a city if the target is an army in it', () => {
    const scene = stage(tenSoldiers, {
      cities: [{ at: at(4, 0), levels: { wall: 2 } }],
      armies: [{ units: { soldiers: 3 } }, { units: { soldiers: 4 } }],
    });
    expect(clash(scene, armyOf(scene.on)).outcome).toMatchObject({
      wall: { before: 2 },
      defenderStart: { soldiers: 7, militia: 4 },
    });
  });

  it('is plundered after an attack on an army in it', () => {
    const scene = stage({ armies: [{ units: { soldiers: 400 } }] }, { armies: [{ units: { soldiers: 1 } }] });
    expect(clash(scene, armyOf(scene.on)).outcome.loot.gold).toBeGreaterThan(0);
  });
});

describe('losses', () => {
  // 60 soldiers and 4 militia deal 624,000 to 10 archers of 580,000. These deal 170,000, of which soldiers get
  // floor(170,000 x 4,320,000 / 4,520,000) x 1.5 = 243,715: 57 of 60 survive.
  const archers: Plan = { armies: [{ units: { archers: 10 } }] };
  const garrison = (...sizes: number[]): Plan => ({
    armies: sizes.map((soldiers) => ({ units: { soldiers } })),
  });
  const left = (empire: Empire) => empire.armies.map(({ units }) => units.soldiers);

  it('are shared among the armies in proportion, by the largest remainder', () => {
    // 3 x 21/60 = 1.05, 3 x 39/60 = 1.95
    const scene = stage(archers, garrison(21, 39));
    clash(scene);
    expect(left(scene.on)).toEqual([20, 37]);
  });

  it('go to the smaller id at equal remainders', () => {
    const scene = stage(archers, garrison(30, 30));
    scene.on.armies.reverse();
    clash(scene);
    expect([armyOf(scene.on, 'd-a1'), armyOf(scene.on, 'd-a2')].map(({ units }) => units.soldiers)).toEqual([
      28, 29,
    ]);
  });

  it('remove armies without units, and count for the other side', () => {
    const scene = stage(archers, garrison(60));
    clash(scene);
    expect(scene.by.armies).toEqual([]);
    expect([scene.on.destroyedValue, scene.by.destroyedValue]).toEqual([4_000_000 + 1200, 300]);
  });

  it('of militia count for neither side', () => {
    const scene = stage({ armies: [{ units: { soldiers: 100 } }] });
    clash(scene);
    expect(scene.by.destroyedValue).toBe(0);
  });
});

describe('morale', () => {
  it('is computed at contact from both scores', () => {
    // Attacker 3 + 1177 = 1180, defender 3 + 302 = 305: (405 / 1280)^0.25 = 3/4
    const scene = stage({ armies: [{ units: { soldiers: 1177 } }] }, { destroyedValue: 302 * 400 });
    expect(clash(scene).outcome.morale).toBe(750);
  });
});

describe('the wall', () => {
  const breach = (catapults: number, wall: number, soldiers = 0) => {
    const scene = stage(
      { armies: [{ units: { knights: 300, catapults } }] },
      {
        cities: [{ at: at(4, 0), levels: { wall } }],
        armies: soldiers === 0 ? [] : [{ units: { soldiers } }],
      },
    );
    return { battle: clash(scene), city: cityOf(scene.on) };
  };

  it.each([
    [24, 6, 6],
    [25, 6, 5],
    [49, 6, 5],
    [50, 6, 4],
    [100, 3, 0],
  ])('%i catapults left make of wall %i wall %i', (catapults, before, after) => {
    expect(breach(catapults, before).battle.outcome.wall).toEqual({ before, after });
  });

  it('is removed at level 0', () => {
    expect(breach(25, 1).city.buildings.map(({ type }) => type)).toEqual(['town_hall']);
  });

  it('is breached by the surviving catapults only', () => {
    const scene = stage(
      { armies: [{ units: { knights: 100, catapults: 25 } }] },
      { cities: [{ at: at(4, 0), levels: { wall: 10 } }], armies: [{ units: { archers: 200 } }] },
    );
    expect(clash(scene).outcome).toMatchObject({ result: 'attacker_won', wall: { before: 10, after: 10 } });
  });

  it('is unchanged if the attacker does not win', () => {
    expect(breach(50, 6, 5000).battle.outcome).toMatchObject({
      result: 'defender_won',
      wall: { before: 6, after: 6 },
    });
  });

  it.each([
    ['lost levels during construction gains one level on what is left', 6, 50, 5],
    ['was removed during construction has level 1 afterwards', 1, 25, 1],
  ])('that %s', (_claim, before, catapults, after) => {
    const cost = amounts(1, 1, 1);
    const times = { startsAt: t0, completesAt: t0 + hourMs };
    const level = { orderId: 'o', type: 'wall', level: before + 1, cost, ...times } as const;
    const scene = stage(
      { armies: [{ units: { knights: 300, catapults } }] },
      { cities: [{ at: at(4, 0), levels: { wall: before }, construction: [level] }] },
    );
    clash(scene);
    advance(scene.world, t0 + hourMs, flatRolls);
    expect(levelOf(cityOf(scene.on), 'wall')).toBe(after);
  });
});

describe('the march home', () => {
  it.each([
    [1, 3_000],
    [2, 1_500],
    [6, 500],
    [7, 500],
    [3600, 500],
  ])('begins when the last round has been shown: at speed %i a round takes %i ms', (speed, ms) => {
    const scene = stage(tenSoldiers, { armies: [{ at: field, units: { archers: 1 } }] }, speed);
    const battle = clash(scene, armyOf(scene.on));
    expect([battle.outcome.endsAt, armyOf(scene.by).march?.departsAt]).toEqual([
      battle.contactAt + ms,
      battle.contactAt + ms,
    ]);
  });

  it('has the status fighting before departure, returning after it', () => {
    const scene = stage(tenSoldiers, { armies: [{ at: field, units: { archers: 1 } }] });
    const { outcome } = clash(scene, armyOf(scene.on));
    const statuses = [outcome.endsAt - 1, outcome.endsAt].map((now) =>
      statusOfArmy(scene.by, armyOf(scene.by), now),
    );
    expect(statuses).toEqual(['fighting', 'returning']);
  });

  it('leads from the battle to the home of the army, at the pace of the survivors', () => {
    // 4 tiles at 80 per hour
    const scene = stage({ armies: [{ at: at(4, 4), units: { knights: 30 } }] });
    const { outcome } = clash(scene);
    expect(armyOf(scene.by).march).toMatchObject({
      kind: 'return',
      from: at(4, 0),
      to: at(0, 0),
      arrivesAt: outcome.endsAt + 180_000,
    });
  });

  it('follows a draw, without loot', () => {
    // Behind wall 20 14 soldiers deal 77,777 at most to 632,000; they take 84,000 of 1,008,000 at most.
    const levels = { wall: 20 };
    const scene = stage(
      { armies: [{ units: { soldiers: 14 } }] },
      { cities: [{ at: at(4, 0), levels }], armies: [{ units: { soldiers: 6 } }] },
    );
    const { outcome } = clash(scene);
    expect([outcome.result, outcome.rounds.length, armyOf(scene.by).march?.kind, outcome.loot]).toEqual([
      'draw',
      10,
      'return',
      amounts(0, 0, 0),
    ]);
  });
});

describe('after the fight', () => {
  it('the contact is stored, so that the defender may retaliate; older ones are kept for seven days', () => {
    const attackedBy = { old: t0 - 8 * dayMs, recent: t0 - 6 * dayMs };
    const scene = stage(tenSoldiers, { attackedBy });
    const { contactAt } = clash(scene);
    expect(scene.on.attackedBy).toEqual({ recent: t0 - 6 * dayMs, a: contactAt });
  });
});
