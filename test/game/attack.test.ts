/** Ordering an attack: immediate effects, the time of contact, and refusals. */
import { beforeEach, describe, expect, it } from 'vitest';
import { mergeArmies, moveArmy, recallArmy, splitArmy } from '../../src/game/orders/armies.ts';
import { noUnits } from '../../src/game/counts.ts';
import type { GameEvent } from '../../src/game/events.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import {
  armyOf,
  at,
  attack,
  cityOf,
  hourMs,
  ignoreEvents,
  makeEmpire,
  makeWorld,
  marchTo,
  minuteMs,
  refusal,
  t0,
} from '../support/worlds.ts';

let empire: Empire;
let foe: Empire;
let world: WorldSlice;

beforeEach(() => {
  empire = makeEmpire({ armies: [{ units: { soldiers: 4 } }, { units: { soldiers: 4 } }] });
  foe = makeEmpire({
    id: 'foe',
    destroyedValue: 40_000,
    cities: [{ at: at(4, 0) }],
    armies: [{ at: at(0, -8), units: { archers: 4 } }],
  });
  world = makeWorld([empire, foe]);
});

const order = (now = t0) => attack(world, { by: empire, on: foe, target: cityOf(foe), now });
const orderedNow = { now: t0, emit: ignoreEvents };

describe('an ordered attack', () => {
  it('creates a battle without an outcome, and sends the army to its contact at the end of the march', () => {
    const battle = order();
    const contactAt = t0 + 6 * minuteMs;
    expect(world.battles.get(battle.id)).toBe(battle);
    expect(battle).toMatchObject({
      ...{ attackerId: 'e', defenderId: 'foe', armyId: 'e-a1', target: { type: 'city', id: 'foe-c1' } },
      ...{ x: 4, y: 0, orderedAt: t0, contactAt, value: 0, outcome: null },
    });
    const march = marchTo(at(4, 0), { kind: 'attack', arrivesAt: contactAt, battleId: battle.id });
    expect(armyOf(empire).march).toEqual(march);
  });

  it('emits one event for both sides', () => {
    const told: GameEvent[] = [];
    const emit = (gameEvent: GameEvent) => told.push(gameEvent);
    const { id } = attack(world, { by: empire, on: foe, target: cityOf(foe), emit });
    expect(told).toMatchObject([
      { kind: 'battle_ordered', at: t0, battleId: id, attackerId: 'e', defenderId: 'foe', tile: at(4, 0) },
    ]);
  });

  it('sends the army to the tile of the target army', () => {
    // 8 tiles at 40 per hour
    const battle = attack(world, { by: empire, on: foe, target: armyOf(foe) });
    expect(battle).toMatchObject({ x: 0, y: -8, contactAt: t0 + 12 * minuteMs });
  });

  it.each([
    [1, 30_000],
    [7, 4_286],
    [3600, 9],
  ])('comes to contact no sooner than 30 s / S after the order: speed %i, %i ms', (speed, ms) => {
    world.speed = speed;
    cityOf(foe).x = 0;
    expect(order().contactAt).toBe(t0 + ms);
  });

  it('turns an army on a plain march at its current tile', () => {
    moveArmy(world, empire, armyOf(empire), at(-4, 0), orderedNow);
    // After three of six minutes it is at -2/0, six tiles from the target.
    expect(order(t0 + 3 * minuteMs)).toMatchObject({ contactAt: t0 + 12 * minuteMs });
  });
});

describe('an army on its way to an attack', () => {
  it.each<[string, string | null, () => unknown]>([
    ['refuses to move', 'ARMY_BUSY', () => moveArmy(world, empire, armyOf(empire), at(9, 9), orderedNow)],
    [
      'refuses a split',
      'ARMY_BUSY',
      () =>
        splitArmy(
          world,
          empire,
          armyOf(empire),
          { ...noUnits(), soldiers: 1 },
          { id: 'n', name: 'N', ...orderedNow },
        ),
    ],
    [
      'refuses a merge',
      'ARMY_BUSY',
      () => mergeArmies(world, empire, armyOf(empire), armyOf(empire, 'e-a2'), orderedNow),
    ],
    [
      'refuses to be merged',
      'ARMY_BUSY',
      () => mergeArmies(world, empire, armyOf(empire, 'e-a2'), armyOf(empire), orderedNow),
    ],
    ['refuses a second attack', 'ARMY_BUSY', () => order()],
    ['accepts a recall', null, () => recallArmy(world, empire, armyOf(empire), t0, ignoreEvents)],
  ])('%s', (_claim, code, give) => {
    order();
    expect(refusal(give)).toBe(code);
  });
});

describe('an attack', () => {
  const returning = marchTo(at(9, 9), { kind: 'return' });
  const young = { createdAt: t0 - hourMs };
  const strong = { destroyedValue: 400_000 };
  const strongest = { destroyedValue: 40_000_000 };
  const attackedBy = (id: string) => ({ attackedBy: { [id]: t0 - hourMs } });
  const orderOn = (target: 'city' | 'army') => () =>
    attack(world, { by: empire, on: foe, target: target === 'city' ? cityOf(foe) : armyOf(foe) });

  it.each<[string, string | null, Partial<Empire>, Partial<Empire>]>([
    ['on a protected empire is refused', 'PROTECTED', strong, young],
    ['on a weak one that attacked you is accepted', null, { ...strongest, ...attackedBy('foe') }, {}],
    ['on a weak one that you attacked is refused', 'PROTECTED', strongest, attackedBy('e')],
  ])('%s', (_claim, code, by, on) => {
    Object.assign(empire, by);
    Object.assign(foe, on);
    expect(refusal(orderOn('city'), world)).toBe(code);
  });

  it('on a marching army is refused', () => {
    armyOf(foe).march = returning;
    expect(refusal(orderOn('army'), world)).toBe('INVALID_TARGET');
  });

  it('with an army that is on its way home is refused', () => {
    armyOf(empire).march = returning;
    expect(refusal(orderOn('city'), world)).toBe('ARMY_BUSY');
  });

  it('with a stationary army at more than 20 armies is refused', () => {
    for (let n = 3; n <= 21; n++) empire.armies.push({ ...armyOf(empire), id: `e-a${n}` });
    expect(refusal(orderOn('city'), world)).toBe('ARMY_LIMIT');
  });

  it('is refused for protection before everything else', () => {
    Object.assign(empire, strong);
    Object.assign(foe, young);
    for (const { armies } of [empire, foe]) for (const army of armies) army.march = returning;
    expect(refusal(orderOn('army'), world)).toBe('PROTECTED');
  });
});

describe('the protection of the attacker', () => {
  it('ends when an attack on an unprotected empire is ordered, also if it is recalled', () => {
    order();
    expect(empire.protectionEnded).toBe(true);
    recallArmy(world, empire, armyOf(empire), t0 + 1, ignoreEvents);
    expect(empire.protectionEnded).toBe(true);
  });

  it('continues when the target is another newcomer', () => {
    foe.createdAt = t0 - hourMs;
    order();
    expect(empire.protectionEnded).toBe(false);
  });
});
