/** Orders to armies: move and recall. */
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { moveArmy, recallArmy } from '../../src/game/armies.ts';
import { statusOfArmy } from '../../src/game/marching.ts';
import type { Empire, March, Tile } from '../../src/game/types.ts';
import {
  armyOf,
  attack,
  cityOf,
  flatRolls,
  hourMs,
  makeEmpire,
  makeWorld,
  minuteMs,
  refusal,
  t0,
  ignoreEvents,
} from '../support/worlds.ts';

const at = (x: number, y: number): Tile => ({ x, y });
const soldiers = { units: { soldiers: 1 } };
/** One army at 0/0 and additional armies elsewhere. */
const leaderOf = (armies: number): Empire =>
  makeEmpire({
    armies: [soldiers, ...Array.from({ length: armies - 1 }, () => ({ ...soldiers, at: at(9, 9) }))],
  });

const move = (empire: Empire, destination: Tile, now = t0, speed = 1) => {
  moveArmy(makeWorld([empire], speed), empire, armyOf(empire), destination, { now, emit: ignoreEvents });
};

const moveRefused = (...order: Parameters<typeof move>) =>
  refusal(() => {
    move(...order);
  }, order[0]);

const returning: March = {
  kind: 'return',
  from: at(9, 0),
  to: at(0, 0),
  departsAt: t0,
  arrivesAt: t0 + hourMs,
  battleId: null,
};

/** All states of the first army that forbid a plain march or a second attack. */
const busy: [string, (empire: Empire) => void][] = [
  [
    'on its way to an attack',
    (empire) => {
      const foe = makeEmpire({ id: 'foe', cities: [{ at: at(20, 0) }] });
      attack(makeWorld([empire, foe]), { by: empire, on: foe, target: cityOf(foe) });
    },
  ],
  [
    'fighting',
    (empire) => {
      armyOf(empire).march = { ...returning, departsAt: t0 + 1 };
    },
  ],
  [
    'returning',
    (empire) => {
      armyOf(empire).march = returning;
    },
  ],
];

describe('move', () => {
  it('departs immediately and arrives at the pace of the army', () => {
    const empire = leaderOf(1);
    move(empire, at(4, 0));
    expect(armyOf(empire).march).toMatchObject({
      kind: 'move',
      from: at(0, 0),
      to: at(4, 0),
      departsAt: t0,
      arrivesAt: t0 + 6 * minuteMs,
    });
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
    move(empire, at(1, 3), t0 + 179_000);
    expect(armyOf(empire).march).toMatchObject({
      from: at(1, 0),
      to: at(1, 3),
      departsAt: t0 + 179_000,
      arrivesAt: t0 + 179_000 + 270_000,
    });
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

  it.each(busy)('is refused for an army %s', (_state, make) => {
    const empire = leaderOf(1);
    make(empire);
    expect(moveRefused(empire, at(4, 4))).toBe('ARMY_BUSY');
  });

  it.each([
    ['to the current tile is invalid', leaderOf(1), at(0, 0), 'VALIDATION_ERROR'],
    [
      'to the current tile is invalid even at more than 20 armies',
      leaderOf(21),
      at(0, 0),
      'VALIDATION_ERROR',
    ],
    ['is allowed at 20 armies', leaderOf(20), at(4, 4), null],
    ['is refused at more than 20 armies', leaderOf(21), at(4, 4), 'ARMY_LIMIT'],
  ])('of a stationary army %s', (_claim, empire, destination, code) => {
    expect(moveRefused(empire, destination)).toBe(code);
  });

  it('of a marching army is allowed at more than 20 armies', () => {
    const empire = leaderOf(21);
    armyOf(empire).march = { ...returning, kind: 'move' };
    expect(moveRefused(empire, at(4, 4))).toBeNull();
  });
});

describe('recall', () => {
  const recall = (empire: Empire, now = t0) => {
    recallArmy(makeWorld([empire]), empire, armyOf(empire), now, ignoreEvents);
  };
  const recallRefused = (empire: Empire) =>
    refusal(() => {
      recall(empire);
    }, empire);
  /** An army after three minutes of a march of six. */
  const marcher = () => {
    const empire = leaderOf(1);
    move(empire, at(4, 0));
    return empire;
  };

  it('sends the army home from its current tile', () => {
    const empire = marcher();
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

  it('leads to the city where the army last arrived by a move', () => {
    const empire = makeEmpire({ cities: [{}, { at: at(4, 0) }], armies: [soldiers] });
    const world = makeWorld([empire]);
    move(empire, at(4, 0));
    advance(world, t0 + 6 * minuteMs, flatRolls);
    move(empire, at(4, 9), t0 + 6 * minuteMs);
    recall(empire, t0 + 10 * minuteMs);
    expect(armyOf(empire).march?.to).toEqual(at(4, 0));
  });

  it('does not treat a stop outside a city as home', () => {
    const empire = marcher();
    const world = makeWorld([empire]);
    advance(world, t0 + 6 * minuteMs, flatRolls);
    move(empire, at(4, 9), t0 + 6 * minuteMs);
    recall(empire, t0 + 10 * minuteMs);
    expect(armyOf(empire).march?.to).toEqual(at(0, 0));
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
    expect(battle.outcome).toMatchObject({
      result: 'called_off',
      reason: 'recalled',
      at: recalledAt,
      endsAt: recalledAt,
    });
    advance(world, t0 + hourMs, flatRolls);
    expect(armyOf(empire)).toMatchObject({ x: 0, y: 0, march: null, units: { soldiers: 1 } });
  });

  it.each<[string, March | null, string | null, number]>([
    ['refused for a stationary army', null, 'INVALID_TARGET', 1],
    ['refused to a fighting army', { ...returning, departsAt: t0 + 1 }, 'ARMY_BUSY', 1],
    ['refused to a returning army', returning, 'ARMY_BUSY', 1],
    ['allowed at more than 20 armies', { ...returning, kind: 'move' }, null, 21],
  ])('is %s', (_claim, march, code, armies) => {
    const empire = leaderOf(armies);
    armyOf(empire).march = march;
    expect(recallRefused(empire)).toBe(code);
  });
});
