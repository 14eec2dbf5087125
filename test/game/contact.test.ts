/** Contact: the defenders, losses of both sides, the wall, and the march home. */
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { amounts } from '../../src/game/balance.ts';
import { noStacks } from '../../src/game/fight/battle.ts';
import { levelOf } from '../../src/game/economy/stock.ts';
import { statusOfArmy } from '../../src/game/march/marching.ts';
import type { Empire, Stacks } from '../../src/game/types.ts';
import {
  armyOf,
  at,
  attack,
  cityOf,
  dayMs,
  flatRolls,
  hourMs,
  levelInQueue,
  makeEmpire,
  marchTo,
  t0,
  type EmpirePlan,
} from '../support/worlds.ts';
import { clash, duel } from './duel.ts';

const field = at(4, 4);
const tenSoldiers: EmpirePlan = { armies: [{ units: { soldiers: 10 } }] };
/** 10 soldiers deal 100,000 to one archer of 58,000; it deals 25,500 of 720,000. */
const archerInField: EmpirePlan = { armies: [{ at: field, units: { archers: 1 } }] };
const walled = (wall: number): EmpirePlan => ({ cities: [{ at: at(4, 0), levels: { wall } }] });

describe('an army in the field', () => {
  it('can be destroyed in one round, without wall or loot', () => {
    const scene = duel(tenSoldiers, archerInField);
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

  it('fights alone, without other armies on its tile, in the city of a third empire', () => {
    const scene = duel(tenSoldiers, archerInField);
    scene.on.armies.push({
      ...armyOf(scene.on),
      id: 'd-a2',
      units: { ...armyOf(scene.on).units, soldiers: 500 },
    });
    const third = makeEmpire({ id: 't', cities: [{ at: field, levels: { wall: 9 } }] });
    scene.world.empires.set(third.id, third);
    expect(clash(scene, armyOf(scene.on)).outcome).toMatchObject({
      wall: null,
      defenderStart: { ...noStacks(), archers: 1 },
    });
  });

  it('fights if it left and came back to its tile', () => {
    const { by, on, world } = duel(tenSoldiers, archerInField);
    const battle = attack(world, { by, on, target: armyOf(on) });
    armyOf(on).march = marchTo(field, { from: at(4, 3), arrivesAt: battle.contactAt });
    advance(world, battle.contactAt, flatRolls);
    expect(battle.outcome?.result).toBe('attacker_won');
  });
});

describe('a city', () => {
  it.each<[string, EmpirePlan, Partial<Stacks>]>([
    // House 4: 246 people
    [
      'its militia: one for every 25 people',
      { cities: [{ at: at(4, 0), levels: { house: 4 } }] },
      { militia: 9 },
    ],
    [
      'all stationary armies of its owner in it',
      { armies: [{ units: { soldiers: 3 } }, { units: { soldiers: 4, knights: 1 } }] },
      { soldiers: 7, knights: 1, militia: 4 },
    ],
    ['no armies on other tiles', { armies: [{ at: at(4, 1), units: { soldiers: 3 } }] }, { militia: 4 }],
    [
      'no armies that march across it',
      { armies: [{ units: { soldiers: 3 }, march: marchTo(at(40, 0), { from: at(4, 0) }) }] },
      { militia: 4 },
    ],
  ])('is defended by %s', (_who, plan, defenders) => {
    expect(clash(duel(tenSoldiers, plan)).outcome.defenderStart).toEqual({ ...noStacks(), ...defenders });
  });

  it('is not defended by the army of another empire in it', () => {
    const scene = duel(tenSoldiers);
    const guest = makeEmpire({ id: 'g', armies: [{ at: at(4, 0), units: { knights: 50 } }] });
    scene.world.empires.set(guest.id, guest);
    expect(clash(scene).outcome.defenderStart.knights).toBe(0);
  });

  it('has its full militia at every contact', () => {
    const { by, on, world } = duel({ armies: [{ units: { soldiers: 10 } }, { units: { soldiers: 10 } }] });
    const battles = by.armies.map((army) => attack(world, { by, army, on, target: cityOf(on) }));
    advance(world, t0 + hourMs, flatRolls);
    expect(battles.map(({ outcome }) => outcome?.defenderStart.militia)).toEqual([4, 4]);
  });

  it('reduces the damage of the attacker by its wall', () => {
    // 100,000 / (1 + 0.04 x 5)
    const { outcome } = clash(duel(tenSoldiers, walled(5)));
    expect(outcome.rounds[0]?.attacker.damage.soldiers).toBe(83_333);
  });

  it('is attacked as a city if the target is an army in it', () => {
    const armies = [{ units: { soldiers: 3 } }, { units: { soldiers: 4 } }];
    const scene = duel(tenSoldiers, { ...walled(2), armies });
    expect(clash(scene, armyOf(scene.on)).outcome).toMatchObject({
      wall: { before: 2 },
      defenderStart: { soldiers: 7, militia: 4 },
    });
  });

  it('is plundered after an attack on an army in it', () => {
    const scene = duel({ armies: [{ units: { soldiers: 400 } }] }, { armies: [{ units: { soldiers: 1 } }] });
    expect(clash(scene, armyOf(scene.on)).outcome.loot.gold).toBeGreaterThan(0);
  });
});

describe('losses', () => {
  // 60 soldiers and 4 militia deal 624,000 to 10 archers of 580,000. These deal 170,000, of which soldiers get
  // floor(170,000 x 4,320,000 / 4,520,000) x 1.5 = 243,715: 57 of 60 survive.
  const archers: EmpirePlan = { armies: [{ units: { archers: 10 } }] };
  const garrison = (...sizes: number[]): EmpirePlan => ({
    armies: sizes.map((soldiers) => ({ units: { soldiers } })),
  });
  const soldiersOf = ({ armies }: Empire) => armies.map(({ units }) => units.soldiers);

  it('are shared among the armies in proportion, by the largest remainder', () => {
    // 3 x 21/60 = 1.05, 3 x 39/60 = 1.95
    const scene = duel(archers, garrison(21, 39));
    clash(scene);
    expect(soldiersOf(scene.on)).toEqual([20, 37]);
  });

  it('go to the smaller id at equal remainders', () => {
    const scene = duel(archers, garrison(30, 30));
    scene.on.armies.reverse();
    clash(scene);
    expect([armyOf(scene.on, 'd-a1'), armyOf(scene.on, 'd-a2')].map(({ units }) => units.soldiers)).toEqual([
      28, 29,
    ]);
  });

  it('remove armies without units, and count for the other side', () => {
    const scene = duel(archers, garrison(60));
    clash(scene);
    expect(scene.by.armies).toEqual([]);
    expect([scene.on.destroyedValue, scene.by.destroyedValue]).toEqual([4_000_000 + 1200, 300]);
  });

  it('of militia count for neither side', () => {
    const scene = duel({ armies: [{ units: { soldiers: 100 } }] });
    clash(scene);
    expect(scene.by.destroyedValue).toBe(0);
  });
});

it('the morale is computed at contact from both scores', () => {
  // Attacker 3 + 1177 = 1180, defender 3 + 302 = 305: (405 / 1280)^0.25 = 3/4
  const scene = duel({ armies: [{ units: { soldiers: 1177 } }] }, { destroyedValue: 302 * 400 });
  expect(clash(scene).outcome.morale).toBe(750);
});

describe('the wall', () => {
  const machines = (catapults: number): EmpirePlan => ({ armies: [{ units: { knights: 300, catapults } }] });

  it.each([
    [24, 6, 6],
    [25, 6, 5],
    [49, 6, 5],
    [50, 6, 4],
    [100, 3, 0],
  ])('%i catapults left make of wall %i wall %i', (catapults, before, after) => {
    expect(clash(duel(machines(catapults), walled(before))).outcome.wall).toEqual({ before, after });
  });

  it('is removed at level 0', () => {
    const scene = duel(machines(25), walled(1));
    clash(scene);
    expect(cityOf(scene.on).buildings.map(({ type }) => type)).toEqual(['town_hall']);
  });

  it.each<[string, EmpirePlan, EmpirePlan, string, number]>([
    [
      'breached by the surviving catapults only',
      { armies: [{ units: { knights: 100, catapults: 25 } }] },
      { ...walled(10), armies: [{ units: { archers: 200 } }] },
      'attacker_won',
      10,
    ],
    [
      'unchanged if the attacker does not win',
      machines(50),
      { ...walled(6), armies: [{ units: { soldiers: 5000 } }] },
      'defender_won',
      6,
    ],
  ])('is %s', (_claim, by, on, result, wall) => {
    expect(clash(duel(by, on)).outcome).toMatchObject({ result, wall: { before: wall, after: wall } });
  });

  it.each([
    ['lost levels during construction gains one level on what is left', 6, 50, 5],
    ['was removed during construction has level 1 afterwards', 1, 25, 1],
  ])('that %s', (_claim, wall, catapults, after) => {
    const construction = [levelInQueue('wall', wall + 1, t0 + hourMs)];
    const scene = duel(machines(catapults), { cities: [{ at: at(4, 0), levels: { wall }, construction }] });
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
    const scene = duel(tenSoldiers, archerInField, speed);
    const { contactAt, outcome } = clash(scene, armyOf(scene.on));
    const army = armyOf(scene.by);
    expect([outcome.endsAt, army.march?.departsAt]).toEqual([contactAt + ms, contactAt + ms]);
    const statuses = [outcome.endsAt - 1, outcome.endsAt].map((now) => statusOfArmy(scene.by, army, now));
    expect(statuses).toEqual(['fighting', 'returning']);
  });

  it('leads from the battle to the home of the army, at the pace of the survivors', () => {
    // 4 tiles at 80 per hour
    const scene = duel({ armies: [{ at: at(4, 4), units: { knights: 30 } }] });
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
    const on = { ...walled(20), armies: [{ units: { soldiers: 6 } }] };
    const scene = duel({ armies: [{ units: { soldiers: 14 } }] }, on);
    const { outcome } = clash(scene);
    expect(outcome).toMatchObject({ result: 'draw', rounds: { length: 10 }, loot: amounts(0, 0, 0) });
    expect(armyOf(scene.by).march?.kind).toBe('return');
  });
});

it('the contact is stored, so that the defender may retaliate; older ones are kept for seven days', () => {
  const attackedBy = { old: t0 - 8 * dayMs, recent: t0 - 6 * dayMs };
  const scene = duel(tenSoldiers, { attackedBy });
  const { contactAt } = clash(scene);
  expect(scene.on.attackedBy).toEqual({ recent: t0 - 6 * dayMs, a: contactAt });
});
