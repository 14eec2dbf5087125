/** Ordering an attack: immediate effects, the time of contact, and refusals. */
import { beforeEach, describe, expect, it } from 'vitest';
import { mergeArmies, moveArmy, recallArmy, splitArmy } from '../../src/game/armies.ts';
import { noUnits } from '../../src/game/units.ts';
import type { GameEvent } from '../../src/game/events.ts';
import type { Empire, Tile, WorldSlice } from '../../src/game/types.ts';
import {
  armyOf,
  attack,
  cityOf,
  hourMs,
  makeEmpire,
  makeWorld,
  minuteMs,
  refusal,
  t0,
  ignoreEvents,
} from '../support/worlds.ts';

const at = (x: number, y: number): Tile => ({ x, y });
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
const orderRefused = () => refusal(() => order(), world);

describe('an ordered attack', () => {
  it('creates a battle without an outcome', () => {
    const battle = order();
    expect(world.battles.get(battle.id)).toBe(battle);
    expect(battle).toMatchObject({
      attackerId: 'e',
      defenderId: 'foe',
      armyId: 'e-a1',
      target: { type: 'city', id: 'foe-c1' },
      x: 4,
      y: 0,
      orderedAt: t0,
      value: 0,
      outcome: null,
    });
  });

  it('emits one event for both sides', () => {
    const told: GameEvent[] = [];
    const { id } = attack(world, {
      by: empire,
      on: foe,
      target: cityOf(foe),
      emit: (gameEvent) => told.push(gameEvent),
    });
    expect(told).toMatchObject([
      { kind: 'battle_ordered', at: t0, battleId: id, attackerId: 'e', defenderId: 'foe', tile: at(4, 0) },
    ]);
  });

  it('sends the army to the target, with its contact at the end of the march', () => {
    const { id, contactAt } = order();
    expect(contactAt).toBe(t0 + 6 * minuteMs);
    expect(armyOf(empire).march).toEqual({
      kind: 'attack',
      from: at(0, 0),
      to: at(4, 0),
      departsAt: t0,
      arrivesAt: contactAt,
      battleId: id,
    });
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
    moveArmy(world, empire, armyOf(empire), at(-4, 0), { now: t0, emit: ignoreEvents });
    // After three of six minutes it is at -2/0, six tiles from the target.
    expect(order(t0 + 3 * minuteMs)).toMatchObject({ contactAt: t0 + 12 * minuteMs });
  });
});

describe('an army on its way to an attack', () => {
  const orders: [string, () => void][] = [
    [
      'move',
      () => {
        moveArmy(world, empire, armyOf(empire), at(9, 9), { now: t0, emit: ignoreEvents });
      },
    ],
    [
      'split',
      () => {
        splitArmy(
          world,
          empire,
          armyOf(empire),
          { ...noUnits(), soldiers: 1 },
          { id: 'n', name: 'N', now: t0, emit: ignoreEvents },
        );
      },
    ],
    [
      'merge',
      () => {
        mergeArmies(world, empire, armyOf(empire), armyOf(empire, 'e-a2'), { now: t0, emit: ignoreEvents });
      },
    ],
    [
      'being merged',
      () => {
        mergeArmies(world, empire, armyOf(empire, 'e-a2'), armyOf(empire), { now: t0, emit: ignoreEvents });
      },
    ],
    [
      'a second attack',
      () => {
        order();
      },
    ],
  ];
  it.each(orders)('refuses %s', (_name, give) => {
    order();
    expect(refusal(give)).toBe('ARMY_BUSY');
  });

  it('accepts a recall', () => {
    order();
    expect(
      refusal(() => {
        recallArmy(world, empire, armyOf(empire), t0, ignoreEvents);
      }),
    ).toBeNull();
  });
});

describe('refused attacks', () => {
  const protect = () => {
    foe.createdAt = t0 - hourMs;
    empire.destroyedValue = 400_000;
  };
  const setMarching = (of: Empire) => {
    const march = { from: at(0, 0), to: at(9, 9), departsAt: t0, arrivesAt: t0 + hourMs, battleId: null };
    armyOf(of).march = { kind: 'return', ...march };
  };
  const raiseMany = () => {
    for (let n = 3; n <= 21; n++) empire.armies.push({ ...armyOf(empire), id: `e-a${n}` });
  };
  const onArmy = () => refusal(() => attack(world, { by: empire, on: foe, target: armyOf(foe) }), world);

  it('on a protected empire', () => {
    protect();
    expect(orderRefused()).toBe('PROTECTED');
  });

  it('but not on a weak one that attacked you', () => {
    empire.destroyedValue = 40_000_000;
    empire.attackedBy = { foe: t0 - hourMs };
    expect(orderRefused()).toBeNull();
  });

  it('on a weak one that you attacked', () => {
    empire.destroyedValue = 40_000_000;
    foe.attackedBy = { e: t0 - hourMs };
    expect(orderRefused()).toBe('PROTECTED');
  });

  it('on a marching army', () => {
    setMarching(foe);
    expect(onArmy()).toBe('INVALID_TARGET');
  });

  it('with an army that is on its way home', () => {
    setMarching(empire);
    expect(orderRefused()).toBe('ARMY_BUSY');
  });

  it('with a stationary army at more than 20 armies', () => {
    raiseMany();
    expect(orderRefused()).toBe('ARMY_LIMIT');
  });

  it('check protection before everything else', () => {
    protect();
    setMarching(empire);
    setMarching(foe);
    expect(onArmy()).toBe('PROTECTED');
  });
});

describe('the protection of the attacker', () => {
  it('ends when an attack on an unprotected empire is ordered', () => {
    order();
    expect(empire.protectionEnded).toBe(true);
  });

  it('continues when the target is another newcomer', () => {
    foe.createdAt = t0 - hourMs;
    order();
    expect(empire.protectionEnded).toBe(false);
  });

  it('is not restored when the attack is recalled', () => {
    order();
    recallArmy(world, empire, armyOf(empire), t0 + 1, ignoreEvents);
    expect(empire.protectionEnded).toBe(true);
  });
});
