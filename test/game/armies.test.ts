/** Orders to armies: move and recall; to stationary ones split, merge and dismiss. */
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { dismissUnits, mergeArmies, moveArmy, recallArmy, splitArmy } from '../../src/game/orders/armies.ts';
import { amounts } from '../../src/game/balance.ts';
import { orderLevels } from '../../src/game/economy/construction.ts';
import { peopleOf, unitsOf } from '../../src/game/economy/stock.ts';
import { statusOfArmy } from '../../src/game/march/marching.ts';
import type { Empire, March, Tile, Units } from '../../src/game/types.ts';
import { noUnits } from '../../src/game/counts.ts';
import {
  armyOf,
  at,
  attack,
  cityOf,
  dayMs,
  flatRolls,
  hourMs,
  idMaker,
  ignoreEvents,
  makeEmpire,
  makeWorld,
  marchTo,
  minuteMs,
  refusal,
  t0,
} from '../support/worlds.ts';

const order = { now: t0, emit: ignoreEvents };
const soldiers = { units: { soldiers: 1 } };
/** One army at 0/0 and additional armies elsewhere. */
const leaderOf = (armies: number): Empire =>
  makeEmpire({
    armies: [soldiers, ...Array.from({ length: armies - 1 }, () => ({ ...soldiers, at: at(9, 9) }))],
  });

const move = (empire: Empire, destination: Tile, now = t0, speed = 1) =>
  moveArmy(makeWorld([empire], speed), empire, armyOf(empire), destination, { now, emit: ignoreEvents });
const moveRefused = (empire: Empire, destination: Tile) => refusal(() => move(empire, destination), empire);

const returning = marchTo(at(0, 0), { kind: 'return', from: at(9, 0) });
const fighting = { ...returning, departsAt: t0 + 1 };
const moving: March = { ...returning, kind: 'move' };

describe('move', () => {
  it('departs immediately and arrives at the pace of the army', () => {
    const empire = leaderOf(1);
    move(empire, at(4, 0));
    expect(armyOf(empire).march).toEqual(marchTo(at(4, 0), { arrivesAt: t0 + 6 * minuteMs }));
  });

  it('is faster in a faster world', () => {
    const empire = leaderOf(1);
    move(empire, at(4, 0), t0, 7);
    expect(armyOf(empire).march?.arrivesAt).toBe(t0 + 51_429);
  });

  it('of a marching army starts on its current tile', () => {
    const empire = leaderOf(1);
    move(empire, at(4, 0));
    // 2 min 59 s of 6 min: 1.98 tiles, truncated to 1; from there to 1/3 are 3 tiles
    const departsAt = t0 + 179_000;
    move(empire, at(1, 3), departsAt);
    const arrivesAt = departsAt + 270_000;
    expect(armyOf(empire).march).toEqual(marchTo(at(1, 3), { from: at(1, 0), departsAt, arrivesAt }));
  });

  it('of a marching army to its current tile ends there', () => {
    const empire = leaderOf(1);
    move(empire, at(4, 0));
    move(empire, at(2, 0), t0 + 3 * minuteMs);
    expect(armyOf(empire)).toMatchObject({ x: 2, y: 0, march: null, standingSince: t0 + 3 * minuteMs });
  });

  it('keeps its arrival time if the world changes afterwards', () => {
    const empire = leaderOf(1);
    armyOf(empire).units = { soldiers: 0, archers: 0, knights: 5, catapults: 1 };
    move(empire, at(4, 0));
    armyOf(empire).units.catapults = 0;
    advance(makeWorld([empire]), t0 + 12 * minuteMs - 1, flatRolls);
    expect(armyOf(empire).march?.arrivesAt).toBe(t0 + 12 * minuteMs);
  });

  it.each<[string, number, March | null, Tile, string | null]>([
    ['that fights is refused', 1, fighting, at(4, 4), 'ARMY_BUSY'],
    ['that returns is refused', 1, returning, at(4, 4), 'ARMY_BUSY'],
    ['on a plain march is allowed at more than 20 armies', 21, moving, at(4, 4), null],
    ['to its own tile is invalid', 1, null, at(0, 0), 'VALIDATION_ERROR'],
    ['to its own tile is invalid even at more than 20 armies', 21, null, at(0, 0), 'VALIDATION_ERROR'],
    ['that stands is allowed at 20 armies', 20, null, at(4, 4), null],
    ['that stands is refused at more than 20 armies', 21, null, at(4, 4), 'ARMY_LIMIT'],
  ])('of an army %s', (_claim, armies, march, destination, code) => {
    const empire = leaderOf(armies);
    armyOf(empire).march = march;
    expect(moveRefused(empire, destination)).toBe(code);
  });
});

describe('recall', () => {
  const recall = (empire: Empire, now = t0) =>
    recallArmy(makeWorld([empire]), empire, armyOf(empire), now, ignoreEvents);

  it('sends the army home from its current tile', () => {
    const empire = leaderOf(1);
    move(empire, at(4, 0));
    recall(empire, t0 + 3 * minuteMs);
    expect(armyOf(empire).march).toMatchObject({
      kind: 'return',
      from: at(2, 0),
      to: at(0, 0),
      departsAt: t0 + 3 * minuteMs,
      arrivesAt: t0 + 6 * minuteMs,
    });
    expect(statusOfArmy(empire, armyOf(empire), t0 + 3 * minuteMs)).toBe('returning');
  });

  it.each([
    ['the city where the army last arrived by a move', [{}, { at: at(4, 0) }], at(4, 0)],
    ['its home after a stop outside a city', [{}], at(0, 0)],
  ])('leads to %s', (_claim, cities, home) => {
    const empire = makeEmpire({ cities, armies: [soldiers] });
    move(empire, at(4, 0));
    advance(makeWorld([empire]), t0 + 6 * minuteMs, flatRolls);
    move(empire, at(4, 9), t0 + 6 * minuteMs);
    recall(empire, t0 + 10 * minuteMs);
    expect(armyOf(empire).march?.to).toEqual(home);
  });

  it('calls off an attack, reports that, and prevents its contact', () => {
    const empire = leaderOf(1);
    const foe = makeEmpire({ id: 'foe', cities: [{ at: at(4, 0) }] });
    const world = makeWorld([empire, foe]);
    const battle = attack(world, { by: empire, on: foe, target: cityOf(foe) });
    const decided: string[] = [];
    const recalledAt = t0 + minuteMs;
    recallArmy(world, empire, armyOf(empire), recalledAt, (event) => {
      if (event.kind === 'battle_decided') decided.push(event.battleId);
    });
    expect(decided).toEqual([battle.id]);
    const outcome = { result: 'called_off', reason: 'recalled', at: recalledAt, endsAt: recalledAt };
    expect(battle.outcome).toMatchObject(outcome);
    advance(world, t0 + hourMs, flatRolls);
    expect(armyOf(empire)).toMatchObject({ x: 0, y: 0, march: null, units: { soldiers: 1 } });
  });

  it.each<[string, March | null, string | null, number]>([
    ['refused for a stationary army', null, 'INVALID_TARGET', 1],
    ['refused to a fighting army', fighting, 'ARMY_BUSY', 1],
    ['refused to a returning army', returning, 'ARMY_BUSY', 1],
    ['allowed at more than 20 armies', moving, null, 21],
  ])('is %s', (_claim, march, code, armies) => {
    const empire = leaderOf(armies);
    armyOf(empire).march = march;
    expect(refusal(() => recall(empire), empire)).toBe(code);
  });
});

describe('split', () => {
  const empireWith = (armies: number): Empire =>
    makeEmpire({
      armies: Array.from({ length: armies }, () => ({ at: at(3, 3), units: { soldiers: 5, knights: 2 } })),
    });
  const split = (empire: Empire, units: Partial<Units>, name?: string) =>
    splitArmy(
      makeWorld([empire]),
      empire,
      armyOf(empire),
      { ...noUnits(), ...units },
      { id: 'new', name, ...order },
    );

  it('moves the units to a new army on the same tile, with the same home, stationary from now on', () => {
    const empire = empireWith(1);
    split(empire, { soldiers: 2, knights: 2 });
    expect(armyOf(empire)).toMatchObject({ units: { ...noUnits(), soldiers: 3 }, standingSince: t0 - dayMs });
    const units = { ...noUnits(), soldiers: 2, knights: 2 };
    const standing = { homeCityId: 'e-c1', standingSince: t0, march: null };
    expect(armyOf(empire, 'new')).toMatchObject({ ...at(3, 3), units, ...standing });
  });

  it('uses the requested name, by default the number of the army', () => {
    expect(split(empireWith(1), { soldiers: 1 }, 'Vanguard').name).toBe('Vanguard');
    expect(split(empireWith(4), { soldiers: 1 }).name).toBe('Army 5');
  });

  it.each<[string, Partial<Units>, number, boolean, string | null]>([
    ['of more than it has is no request', { soldiers: 6 }, 1, false, 'VALIDATION_ERROR'],
    ['of a type that it lacks is no request', { archers: 1 }, 1, false, 'VALIDATION_ERROR'],
    ['of nothing is no request in any state of the army', {}, 20, true, 'VALIDATION_ERROR'],
    ['of everything is no request', { soldiers: 5, knights: 2 }, 1, false, 'VALIDATION_ERROR'],
    ['is refused during a march', { soldiers: 1 }, 1, true, 'ARMY_BUSY'],
    ['is allowed at 19 armies', { soldiers: 1 }, 19, false, null],
    ['is refused at 20 armies', { soldiers: 1 }, 20, false, 'ARMY_LIMIT'],
  ])('%s', (_claim, units, armies, isMarching, code) => {
    const empire = empireWith(armies);
    if (isMarching) armyOf(empire).march = moving;
    expect(refusal(() => split(empire, units), empire)).toBe(code);
  });
});

describe('merge', () => {
  const pair = (second: Tile = at(3, 3)): Empire =>
    makeEmpire({
      armies: [
        { at: at(3, 3), units: { soldiers: 5 }, name: 'First' },
        { at: second, units: { soldiers: 1, knights: 2 }, standingSince: t0 - 2 * dayMs },
      ],
    });
  const merge = (empire: Empire, second = 'e-a2') =>
    mergeArmies(makeWorld([empire]), empire, armyOf(empire), armyOf(empire, second), order);

  it('keeps the army of the path, and adds all units', () => {
    const empire = pair();
    merge(empire);
    expect(empire.armies).toMatchObject([{ id: 'e-a1', name: 'First', standingSince: t0 - dayMs }]);
    expect(unitsOf(empire)).toEqual({ ...noUnits(), soldiers: 6, knights: 2 });
  });

  it('with itself is refused as invalid', () => {
    const empire = pair();
    expect(refusal(() => merge(empire, 'e-a1'), empire)).toBe('VALIDATION_ERROR');
  });

  it.each(['e-a1', 'e-a2'])('is refused while %s marches', (id) => {
    const empire = pair();
    armyOf(empire, id).march = moving;
    expect(refusal(() => merge(empire), empire)).toBe('ARMY_BUSY');
  });

  it('is refused on different tiles', () => {
    const empire = pair(at(3, 4));
    expect(refusal(() => merge(empire), empire)).toBe('INVALID_TARGET');
  });
});

describe('dismiss', () => {
  const empireWith = (army: { at?: Tile; march?: March } = {}): Empire =>
    makeEmpire({ armies: [{ units: { soldiers: 5, knights: 2 }, ...army }], postings: [] });
  const dismiss = (empire: Empire, units: Partial<Units>): void =>
    dismissUnits(empire, armyOf(empire), { ...noUnits(), ...units });

  it('removes the units, frees their people, posts the loss, and returns nothing to the stock', () => {
    const empire = empireWith();
    const { used } = peopleOf(empire);
    const before = { ...empire.stock };
    dismiss(empire, { soldiers: 2, knights: 1 });
    const unitsAfter = { ...noUnits(), soldiers: 3, knights: 1 };
    expect(armyOf(empire).units).toEqual(unitsAfter);
    expect(peopleOf(empire).used).toBe(used - 5);
    expect(empire.stock).toEqual(before);
    const units = { ...noUnits(), soldiers: -2, knights: -1 };
    const change = { stock: amounts(0, 0, 0), units, unitsAfter };
    expect(empire.postings).toMatchObject([{ cause: 'dismissed', cityId: 'e-c1', ...change }]);
  });

  it('removes an army without units', () => {
    const empire = empireWith();
    dismiss(empire, { soldiers: 5, knights: 2 });
    expect(empire.armies).toEqual([]);
  });

  it.each([
    ['VALIDATION_ERROR', 'more units than the army has', {}, { soldiers: 6 }],
    ['VALIDATION_ERROR', 'a type that it has none of', {}, { archers: 1 }],
    ['ARMY_BUSY', 'an army on the march', { march: moving }, { soldiers: 1 }],
    ['INVALID_TARGET', 'an army outside the cities of its empire', { at: at(3, 3) }, { soldiers: 1 }],
  ])('refuses with %s: %s', (code, _what, army, units) => {
    const empire = empireWith(army);
    expect(refusal(() => dismiss(empire, units), empire)).toBe(code);
  });

  it('lets an empire build that has no people left', () => {
    const empire = makeEmpire({ armies: [{ units: { soldiers: 98 } }] });
    const build = () =>
      orderLevels(empire, cityOf(empire), 'town_hall', 1, { now: t0, speed: 1, newId: idMaker() });
    expect(refusal(build)).toBe('INSUFFICIENT_POPULATION');
    dismiss(empire, { soldiers: 2 });
    expect(refusal(build)).toBeNull();
  });
});
