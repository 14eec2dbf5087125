/** Orders of each temperament in given situations. */
import { describe, expect, it } from 'vitest';
import { noMemory, rememberRefusal } from '../../src/bots/mind/orders.ts';
import type { Sight, Threat } from '../../src/bots/mind/sight.ts';
import { everyTemperament, mixes, openings, styles } from '../../src/bots/mind/temperament.ts';
import { noUnits } from '../../src/game/counts.ts';
import { newEmpire } from '../../src/game/founding/founding.ts';
import type { Units } from '../../src/game/types.ts';
import { dayMs, hourMs, idMaker, makeEmpire, minuteMs, t0, the } from '../support/worlds.ts';
import {
  attacksIn,
  builder,
  grown,
  kindsOf,
  makeGrown,
  makeNeighbour,
  makeSeat,
  ordersOf,
  raider,
  sightOf,
  turtle,
} from './sights.ts';

function freshEmpire() {
  return newEmpire({ id: 'e', name: 'e', ownerId: 'o', tile: { x: 0, y: 0 } }, t0, idMaker());
}

const largeArmy: Partial<Units> = { soldiers: 200, archers: 100 };

function threat(units: Partial<Units>, contactInMs = 10 * minuteMs): Threat {
  return {
    attackerId: 'stranger',
    tile: { x: 0, y: 0 },
    contactAt: t0 + contactInMs,
    units: { ...noUnits(), ...units },
    isGuarded: false,
  };
}

describe('an opening', () => {
  it.each([
    ['farms', 'farm'],
    ['market', 'market'],
    ['quarry', 'quarry'],
    ['barracks', 'barracks'],
  ] as const)('of %s begins with a %s', (opening, building) => {
    const [first] = ordersOf({ ...builder, opening }, sightOf(freshEmpire()));
    expect(first).toMatchObject({ kind: 'build', building });
  });

  it('of an outpost founds a city at once', () => {
    const orders = ordersOf({ ...builder, opening: 'outpost' }, sightOf(freshEmpire()));
    expect(kindsOf(orders)).toEqual(['found']);
  });
});

describe('the same sight', () => {
  const sight = sightOf(makeGrown({ armies: [{ units: largeArmy }] }), { neighbours: [makeNeighbour()] });

  it('leads to the same orders with the same chance', () => {
    expect(ordersOf(raider, sight)).toEqual(ordersOf(raider, sight));
  });

  it('is not modified by a decision', () => {
    const before = JSON.stringify(sight);
    ordersOf(raider, sight);
    expect(JSON.stringify(sight)).toBe(before);
  });
});

describe('a rich neighbour with a small garrison', () => {
  const own = makeGrown({ armies: [{ units: largeArmy }] });
  const neighbours = [makeNeighbour({ garrison: { soldiers: 5 } })];

  it('is attacked by a raider', () => {
    expect(ordersOf(raider, sightOf(own, { neighbours }))).toContainEqual({
      kind: 'attack',
      armyId: 'e-a1',
      target: { type: 'city', id: 'target' },
    });
  });

  it.each([builder, turtle])('is left in peace by a $style', (temperament) => {
    expect(kindsOf(ordersOf(temperament, sightOf(own, { neighbours })))).not.toContain('attack');
  });

  it('is struck by a turtle that it attacked', () => {
    const battles = [
      {
        attackerId: 'stranger',
        defenderId: 'e',
        tile: { x: 0, y: 0 },
        at: t0 - hourMs,
        result: 'attacker_won' as const,
      },
    ];
    expect(attacksIn(ordersOf(turtle, sightOf(own, { neighbours, battles })))).not.toEqual([]);
  });
});

describe('a raider', () => {
  const own = makeGrown({ armies: [{ units: largeArmy }] });
  const attacks = (sight: Sight): boolean => attacksIn(ordersOf(raider, sight)).length > 0;
  const march = {
    ...{ kind: 'attack' as const, from: { x: 0, y: 0 }, to: { x: 8, y: 0 }, battleId: 'b' },
    ...{ departsAt: t0, arrivesAt: t0 + hourMs },
  };

  it('leaves a city alone whose empire has sent help', () => {
    const neighbours = [makeNeighbour({ units: { ...noUnits(), knights: 300 } })];
    const lost = {
      ...{ attackerId: 'e', defenderId: 'stranger', tile: { x: 8, y: 0 }, at: t0 - 3 * hourMs },
      result: 'defender_won' as const,
    };
    expect(attacks(sightOf(own, { neighbours }))).toBe(true);
    expect(attacks(sightOf(own, { neighbours, battles: [lost, lost] }))).toBe(false);
  });

  const poor = makeNeighbour({ stock: { gold: 0, food: 0, materials: 0 } });
  it.each([
    ['a strong garrison', makeNeighbour({ garrison: { knights: 300 } })],
    [
      'a sacked city without stock',
      { ...poor, cities: poor.cities.map((city) => ({ ...city, isSacked: true })) },
    ],
    ['a newcomer under protection', makeNeighbour({ score: 50, createdAt: t0 - 2 * dayMs })],
  ])('leaves %s alone', (_, neighbour) => {
    expect(attacks(sightOf(own, { neighbours: [neighbour] }))).toBe(false);
  });

  it('does not attack the same target twice at once', () => {
    const two = makeGrown({ armies: [{ units: largeArmy }, { units: largeArmy, march }] });
    expect(attacks(sightOf(two, { neighbours: [makeNeighbour()] }))).toBe(false);
  });

  it('recalls an attack on a target that has become too strong', () => {
    const marching = makeGrown({ armies: [{ units: largeArmy, march }] });
    const neighbours = [makeNeighbour({ garrison: { knights: 300 } })];
    expect(ordersOf(raider, sightOf(marching, { neighbours }))).toContainEqual({
      kind: 'recall',
      armyId: 'e-a1',
    });
  });

  it.each([
    ['seat', [makeSeat({ tile: march.to })], []],
    ['city', [], [makeNeighbour()]],
  ])('does not recall an attack on a %s for the army of an empire that takes no part', (_, seats, others) => {
    const marching = makeGrown({ armies: [{ units: largeArmy, march }] });
    const armies = [{ tile: march.to, units: { ...noUnits(), knights: 300 } }];
    const bystander = { ...makeNeighbour({ id: 'bystander' }), cities: [], armies };
    const sight = sightOf(marching, { seats, neighbours: [bystander, ...others] });
    expect(kindsOf(ordersOf(raider, sight))).not.toContain('recall');
  });
});

describe('an attack on its way', () => {
  const neighbours = [makeNeighbour()];

  it.each([builder, raider, turtle])(
    'that would win makes the garrison of a $style leave the city',
    (temperament) => {
      const own = makeGrown({ armies: [{ units: { soldiers: 10 } }] });
      const orders = ordersOf(temperament, sightOf(own, { neighbours, threats: [threat({ knights: 300 })] }));
      expect(orders[0]).toMatchObject({ kind: 'move', armyId: 'e-a1' });
    },
  );

  it.each([builder, raider, turtle])('that would lose makes a $style stay', (temperament) => {
    const own = makeGrown({ armies: [{ units: largeArmy }] });
    const orders = ordersOf(temperament, sightOf(own, { neighbours, threats: [threat({ soldiers: 10 })] }));
    expect(kindsOf(orders)).not.toContain('move');
  });

  it('brings help from another city', () => {
    const own = makeEmpire({
      cities: [{ levels: grown }, { at: { x: 3, y: 0 } }],
      armies: [{ units: { knights: 100 }, at: { x: 3, y: 0 }, homeCityId: 'e-c2' }],
    });
    const orders = ordersOf(builder, sightOf(own, { neighbours, threats: [threat({ soldiers: 50 })] }));
    expect(orders[0]).toEqual({ kind: 'move', armyId: 'e-a1', to: { x: 0, y: 0 } });
  });
});

describe('an idle army', () => {
  it('returns home from outside', () => {
    const own = makeGrown({ armies: [{ units: { soldiers: 10 }, at: { x: 1, y: 0 } }] });
    expect(ordersOf(builder, sightOf(own)).at(-1)).toMatchObject({ kind: 'move', to: { x: 0, y: 0 } });
  });

  it('is merged with another on the same tile', () => {
    const own = makeGrown({ armies: [{ units: { soldiers: 10 } }, { units: { archers: 10 } }] });
    expect(ordersOf(builder, sightOf(own)).at(-1)).toEqual({
      kind: 'merge',
      armyId: 'e-a1',
      otherId: 'e-a2',
    });
  });
});

describe('every temperament', () => {
  const temperaments = everyTemperament({ styles, openings, mixes, level: 'hard' });

  it('gives orders for a new empire', () => {
    for (const temperament of temperaments)
      expect(ordersOf(temperament, sightOf(freshEmpire())).length, temperament.opening).toBeGreaterThan(0);
  });

  it('does not throw without any stock', () => {
    const ruined = makeEmpire({ stock: { gold: 0, food: 0, materials: 0 } });
    for (const temperament of temperaments)
      expect(() => ordersOf(temperament, sightOf(ruined))).not.toThrow();
  });

  it('trains no units without food for them', () => {
    const hungry = makeGrown({ armies: [{ units: { soldiers: 4000 } }], stock: { food: 100 } });
    for (const temperament of temperaments)
      expect(kindsOf(ordersOf(temperament, sightOf(hungry)))).not.toContain('train');
  });

  it('does not repeat a refused order at once', () => {
    const sight = sightOf(makeGrown({ armies: [{ units: largeArmy }] }), { neighbours: [makeNeighbour()] });
    for (const temperament of temperaments) {
      const refused = the(ordersOf(temperament, sight)[0]);
      const memory = rememberRefusal(noMemory, refused, sight.now, sight.nextTurnMs);
      expect(ordersOf(temperament, sight, memory)).not.toContainEqual(refused);
    }
  });

  it('repeats a refused order after two turns', () => {
    const sight = sightOf(freshEmpire());
    const refused = the(ordersOf(builder, sight)[0]);
    const memory = rememberRefusal(noMemory, refused, sight.now - 2 * sight.nextTurnMs, sight.nextTurnMs);
    expect(ordersOf(builder, sight, memory)[0]).toEqual(refused);
  });
});
