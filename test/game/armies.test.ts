/** Orders to armies: move and recall. */
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { moveArmy, recallArmy } from '../../src/game/armies.ts';
import { statusOfArmy } from '../../src/game/marching.ts';
import type { Empire, March, Tile } from '../../src/game/types.ts';
import {
  armyOf,
  at,
  attack,
  cityOf,
  flatRolls,
  hourMs,
  ignoreEvents,
  makeEmpire,
  makeWorld,
  marchTo,
  minuteMs,
  refusal,
  t0,
} from '../support/worlds.ts';

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
