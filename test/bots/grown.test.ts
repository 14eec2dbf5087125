/** Orders of empires past their opening: a bounded army, sufficient storage, walls and garrisons, careful raids. */
import { describe, expect, it } from 'vitest';
import { levelCost, maxCities } from '../../src/game/balance.ts';
import type { Sight } from '../../src/bots/mind/sight.ts';
import { liveStyles, type Style, type Temperament } from '../../src/bots/mind/temperament.ts';
import type { Empire } from '../../src/game/types.ts';
import { dayMs, hourMs, makeEmpire, minuteMs, t0, the } from '../support/worlds.ts';
import {
  attacksIn,
  builder,
  kindsOf,
  makeGrown,
  makeNeighbour,
  makeVillage,
  ordersOf,
  raider,
  sightOf,
} from './sights.ts';

const enough = { gold: 50_000, food: 50_000, materials: 50_000 };
const temperaments = liveStyles.map((style): Temperament => ({ ...builder, style }));

function builtBy(temperament: Temperament, own: Empire): string[] {
  const orders = ordersOf(temperament, sightOf(own));
  return orders.flatMap((order) => (order.kind === 'build' ? [order.building] : []));
}

/** With the army that a full empire wants, it trains no more. */
const armed = (garrison: number) => ({
  armies: Array.from({ length: maxCities }, (_, index) => ({
    ...{ units: { soldiers: index === 0 ? 12 * garrison : garrison }, at: { x: 4 * index, y: 0 } },
    homeCityId: `e-c${index + 1}`,
  })),
});

/** An empire with as many cities as possible, whose producers have this level. */
function makeFull(producer: number, plan: Parameters<typeof makeEmpire>[0] = {}, other = {}): Empire {
  const levels = { farm: producer, quarry: producer, market: producer, town_hall: Math.max(2, producer - 4) };
  const rest = { house: 12, warehouse: 8, barracks: 5, stable: 4, ...other };
  const cities = Array.from({ length: maxCities }, (_, index) => ({
    levels: { ...levels, ...rest },
    at: { x: 4 * index, y: 0 },
  }));
  return makeEmpire({ cities, stock: enough, ...plan });
}

describe.each(temperaments)('the army of a $style', (temperament) => {
  it.each([
    [4_000, true],
    [4_200, false],
  ])('grows while it has less than 40 %% of the people (%i soldiers): %s', (soldiers, isGrowing) => {
    const own = makeFull(10, { armies: [{ units: { soldiers } }], foundingPaid: 90_000_000 });
    expect(kindsOf(ordersOf(temperament, sightOf(own))).includes('train')).toBe(isGrowing);
  });
});

describe('storage', () => {
  /** Nine small cities that are busy, and a capital whose next level costs 118,155 materials. */
  const full = makeFull(5, { stock: enough }, { warehouse: 5, house: 8 });
  const [capital, ...others] = full.cities;
  for (const building of the(capital).buildings) {
    if (['farm', 'quarry', 'market', 'town_hall', 'house'].includes(building.type)) building.level = 20;
    if (building.type === 'wall') building.level = 12;
  }
  for (const { construction } of others) {
    for (let level = 6; level <= 10; level += 1) {
      const times =
        level === 6 ? { startsAt: t0, completesAt: t0 + dayMs } : { startsAt: null, completesAt: null };
      construction.push({ orderId: 'o', type: 'farm', level, cost: levelCost('farm', level), ...times });
    }
  }

  it('is raised when the next level costs more than the cap', () => {
    expect(new Set(builtBy({ ...builder, style: 'bare' }, full))).toEqual(new Set(['warehouse']));
  });
});

describe.each(temperaments)('a $style', (temperament) => {
  it.each([
    [9, false],
    [10, true],
  ])('with producers at %i has walls, and distributes its army: %s', (producer, isDefending) => {
    const isWalled = builtBy(temperament, makeFull(producer, armed(200))).includes('wall');
    const own = makeFull(producer, { armies: [{ units: { soldiers: 2_000 } }] });
    const isDistributed = kindsOf(ordersOf(temperament, sightOf(own))).includes('move');
    expect([isWalled, isDistributed]).toEqual([isDefending, isDefending]);
  });
});

describe('a raid', () => {
  const own = makeGrown({ armies: [{ units: { soldiers: 300 } }] });
  const attacks = (rest: Partial<Sight>): boolean =>
    attacksIn(ordersOf(raider, sightOf(own, { neighbours: [makeNeighbour()], ...rest }))).length > 0;
  const stock = { gold: 20_000, food: 20_000, materials: 20_000 };

  it.each([
    ['much stronger than the defender', 20, true],
    ['less strong', 80, false],
  ])('is sent if it is %s', (_, soldiers, isSent) => {
    expect(attacks({ neighbours: [makeNeighbour({ stock, garrison: { soldiers } })] })).toBe(isSent);
  });

  it.each([
    [10, true],
    [14, false],
  ])('is sent against a wall of level %i, of which each level takes 1 %% of the army: %s', (wall, isSent) => {
    const rich = makeNeighbour({ stock });
    const cities = rich.cities.map((city) => ({ ...city, wall }));
    expect(attacks({ neighbours: [{ ...rich, cities }] })).toBe(isSent);
  });

  it('leaves turns to the cities, however many there are', () => {
    const armies = Array.from({ length: 8 }, () => ({ units: { soldiers: 60 } }));
    const villages = Array.from({ length: 16 }, (_, index) => {
      const village = makeVillage({ id: `village-${index}`, tile: { x: 4, y: index - 8 } });
      return { ...village, id: `village-${index}`, stock: enough };
    });
    const sight = sightOf(makeGrown({ armies, stock: enough }), { neighbours: villages });
    const kinds = ordersOf(raider, sight).map(({ kind }) => kind);
    const countOf = (kind: string): number => kinds.filter((each) => each === kind).length;
    expect(countOf('attack')).toBeGreaterThan(5);
    expect(countOf('build') + countOf('found')).toBeGreaterThan(0);
  });

  it('is not sent for less than twice the losses', () => {
    const poor = { gold: 900, food: 900, materials: 900 };
    expect(attacks({ neighbours: [makeNeighbour({ stock: poor, garrison: { soldiers: 40 } })] })).toBe(false);
  });

  it.each([
    [-hourMs, false],
    [-3 * hourMs, true],
  ])('after a recall %i ms ago: %s', (ago, isSent) => {
    const recalled = { attackerId: 'e', defenderId: 'stranger', tile: { x: 8, y: 0 }, at: t0 + ago };
    expect(attacks({ battles: [{ ...recalled, result: 'called_off' }] })).toBe(isSent);
  });
});

describe('a human', () => {
  const human: Temperament = { ...raider, style: 'human' satisfies Style };
  const own = makeGrown({ armies: [{ units: { soldiers: 300 } }], stock: enough });
  const kindsAt = (now: number): string[] => {
    const sight = sightOf({ ...own, advancedAt: now }, { now, neighbours: [makeNeighbour()] });
    return ordersOf(human, sight).map(({ kind }) => kind);
  };

  it('looks at armies four times a day', () => {
    const minutes = Array.from({ length: 72 }, (_, look) => 20 * look);
    const looks = minutes.filter((minute) => kindsAt(t0 + minute * minuteMs).includes('attack'));
    expect(looks).toHaveLength(4);
  });

  it('develops its cities in every turn, as wishes would', () => {
    expect(kindsAt(t0 + hourMs)).toEqual(['found']);
  });
});
