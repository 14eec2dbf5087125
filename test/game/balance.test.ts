/** The balance tables, compared with the rules: bases and rates by hand, formulas with exact fractions. */
import { describe, expect, it } from 'vitest';
import { buildingTypes, unitTypes, type BuildingType } from '../../src/contract/vocabulary.ts';
import {
  amounts,
  buildingRules,
  housePopulation,
  levelCost,
  listPrice,
  nextCityCost,
  outputPerHour,
  stackRules,
  storageCap,
  sumOf,
  unitRules,
  vaultOf,
} from '../../src/game/balance.ts';

/** Gold, food, materials of level 1, and the total cost of levels 1 to 25. */
const costs: Record<BuildingType, [gold: number, food: number, materials: number, together: number]> = {
  town_hall: [120, 60, 150, 7_933_420],
  farm: [40, 20, 70, 3_125_285],
  quarry: [60, 40, 40, 3_365_695],
  market: [40, 50, 80, 4_086_925],
  house: [50, 40, 80, 4_086_925],
  warehouse: [60, 20, 120, 4_808_120],
  barracks: [120, 60, 120, 7_212_195],
  stable: [200, 120, 200, 12_501_160],
  workshop: [260, 120, 320, 16_828_480],
  wall: [20, 10, 80, 2_644_485],
};
const levels = Array.from({ length: 25 }, (_, index) => index + 1);

/** factor x (numerator / denominator)^power, rounded half up to a multiple of `step`, in big integers. */
function grown(factor: number, [numerator, denominator]: [bigint, bigint], power: number, step = 1): number {
  const [over, under] = [BigInt(factor) * numerator ** BigInt(power), denominator ** BigInt(power)];
  return step * Number((2n * over + BigInt(step) * under) / (2n * BigInt(step) * under));
}

describe('levels of buildings', () => {
  it.each(buildingTypes)('of a %s cost base x 1.45^(level - 1), rounded half up to 5', (type) => {
    const [gold, food, materials] = costs[type];
    const costOf = (base: number, level: number) => grown(base, [145n, 100n], level - 1, 5);
    for (const level of levels)
      expect(levelCost(type, level)).toEqual(
        amounts(costOf(gold, level), costOf(food, level), costOf(materials, level)),
      );
  });

  it.each([
    // 150 x 1.45 = 217.5 materials
    ['town_hall', 2, 175, 85, 220],
    // 50 x 1.45 = 72.5 gold
    ['house', 2, 75, 60, 115],
    ['wall', 5, 90, 45, 355],
    ['workshop', 10, 7365, 3400, 9065],
    ['stable', 20, 232_820, 139_695, 232_820],
    ['farm', 21, 67_520, 33_760, 118_155],
    ['market', 25, 298_465, 373_080, 596_930],
  ] as const)('%s %i costs %i gold, %i food, %i materials', (type, level, gold, food, materials) => {
    expect(levelCost(type, level)).toEqual({ gold, food, materials });
  });

  it.each(buildingTypes)('the list prices of a %s are the sums of its costs', (type) => {
    let sum = 0;
    expect(listPrice(type, 0)).toBe(0);
    for (const level of levels) expect(listPrice(type, level)).toBe((sum += sumOf(levelCost(type, level))));
    expect(sum).toBe(costs[type][3]);
  });

  it.each([
    [1, ['stable 25', 'workshop 24', 'workshop 25']],
    [2, []],
  ])('with the storage of %i cities, all but %j can be paid', (cities, tooDear) => {
    const cap = cities * storageCap(25);
    const dear = buildingTypes.flatMap((type) =>
      levels
        .filter((level) => Math.max(...Object.values(levelCost(type, level))) > cap)
        .map((level) => `${type} ${level}`),
    );
    expect(dear).toEqual(tooDear);
  });

  it.each([
    ['town_hall', 2, 0, {}],
    ['farm', 2, 0, {}],
    ['quarry', 2, 0, {}],
    ['market', 2, 0, {}],
    ['house', 0, 0, {}],
    ['warehouse', 0, 0, {}],
    ['barracks', 3, 3, {}],
    ['stable', 4, 5, { town_hall: 3, barracks: 3 }],
    ['workshop', 4, 5, { town_hall: 5, barracks: 5 }],
    ['wall', 1, 1, {}],
  ] as const)(
    'a level of %s takes %i workers and %i gold an hour',
    (type, workersPerLevel, upkeep, needs) => {
      expect(buildingRules[type]).toMatchObject({ workersPerLevel, upkeepPerLevel: upkeep });
      expect(buildingRules[type].needs).toEqual(needs);
    },
  );
});

describe('outputs', () => {
  it.each([
    ['farm', 'food', 60],
    ['quarry', 'materials', 50],
    ['market', 'gold', 50],
  ] as const)('a %s makes %s: %i x level x 1.1^level an hour, rounded half up', (type, resource, rate) => {
    expect(buildingRules[type].output?.resource).toBe(resource);
    for (const level of [0, ...levels])
      expect(outputPerHour(type, level)).toBe(grown(rate * level, [11n, 10n], level));
  });

  it.each([
    ['farm', 1, 66],
    ['farm', 21, 9324],
    ['farm', 25, 16_252],
    ['quarry', 20, 6727],
    ['market', 5, 403],
  ] as const)('a %s of level %i makes %i an hour', (type, level, output) => {
    expect(outputPerHour(type, level)).toBe(output);
  });

  it.each(['town_hall', 'house', 'warehouse', 'barracks', 'stable', 'workshop', 'wall'] as const)(
    'a %s makes nothing',
    (type) => {
      expect(outputPerHour(type, 20)).toBe(0);
    },
  );

  it('throw for a level above 25', () => {
    expect(() => outputPerHour('farm', 26)).toThrow(RangeError);
  });
});

describe('houses and warehouses', () => {
  it('a house makes room for 100 + 25 x level x 1.1^level people, rounded half up', () => {
    for (const level of [0, ...levels])
      expect(housePopulation(level)).toBe(100 + grown(25 * level, [11n, 10n], level));
    expect([0, 1, 3, 25].map(housePopulation)).toEqual([100, 128, 200, 6872]);
  });

  it('a warehouse holds 2000 x 1.3^level, rounded half up to 50', () => {
    for (const level of [0, ...levels]) expect(storageCap(level)).toBe(grown(2000, [13n, 10n], level, 50));
    expect([0, 3, 20, 25].map(storageCap)).toEqual([2000, 4400, 380_100, 1_411_300]);
  });

  it.each([
    [0, 200],
    [1, 300],
    [20, 2200],
    [25, 2700],
  ])('a warehouse of level %i keeps %i of each resource from plunder', (level, vault) => {
    expect(vaultOf(level)).toBe(vault);
  });
});

describe('units', () => {
  it.each([
    ['soldiers', amounts(40, 30, 30), 100, 10, 72, 1, 1, 60, 40, 25, 'knights', 'barracks'],
    ['archers', amounts(45, 25, 50), 120, 17, 58, 1, 1, 75, 40, 20, 'soldiers', 'barracks'],
    ['knights', amounts(150, 100, 110), 360, 36, 240, 3, 3, 200, 80, 90, 'archers', 'stable'],
    ['catapults', amounts(120, 40, 240), 400, 20, 120, 4, 4, 400, 20, 0, null, 'workshop'],
  ] as const)('%s are as the rules have them', (type, cost, value, attack, hp, people, food, ...rest) => {
    const [trainSeconds, tilesPerHour, carry, strongAgainst, trainedIn] = rest;
    const fight = { attack, hp, strongAgainst };
    expect(unitRules[type]).toEqual({
      ...{ cost, value, ...fight, people, foodPerHour: food },
      ...{ trainSeconds, tilesPerHour, carry, trainedIn },
    });
    expect(stackRules[type]).toMatchObject(fight);
  });

  it.each(unitTypes)('the value of %s is the sum of their cost', (type) => {
    expect(unitRules[type].value).toBe(sumOf(unitRules[type].cost));
  });

  it('militia has attack 6 and 50 hp', () => {
    expect(stackRules.militia).toEqual({ attack: 6, hp: 50, strongAgainst: null });
  });
});

it.each([
  [1, 800, 800, 1000],
  [2, 1600, 1600, 2000],
  [3, 3200, 3200, 4000],
  [9, 204_800, 204_800, 256_000],
])('an empire of %i cities pays %i gold, %i food, %i materials for the next', (cities, ...cost) => {
  expect(nextCityCost(cities)).toEqual(amounts(...cost));
});
