/** The balance tables, compared with numbers computed from the rules with exact fractions. */
import { describe, expect, it } from 'vitest';
import { buildingTypes, unitTypes, type BuildingType, type UnitType } from '../../src/contract/vocabulary.ts';
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
  type UnitRule,
} from '../../src/game/balance.ts';

/**
 * Gold, food, materials of levels 1, 2, 3, 5, 10, 20, 25, and the total cost of levels 1 to 25. Halves are rounded up:
 * 150 x 1.45 = 217.5 materials of a town hall are 220, 50 x 1.45 = 72.5 gold of a house 75.
 */
const costs: Record<BuildingType, { levels: [number, number, number][]; together: number }> = {
  town_hall: {
    levels: [
      [120, 60, 150],
      [175, 85, 220],
      [250, 125, 315],
      [530, 265, 665],
      [3400, 1700, 4250],
      [139_695, 69_845, 174_615],
      [895_390, 447_695, 1_119_240],
    ],
    together: 7_933_420,
  },
  farm: {
    levels: [
      [40, 20, 70],
      [60, 30, 100],
      [85, 40, 145],
      [175, 90, 310],
      [1135, 565, 1985],
      [46_565, 23_280, 81_485],
      [298_465, 149_230, 522_310],
    ],
    together: 3_125_285,
  },
  quarry: {
    levels: [
      [60, 40, 40],
      [85, 60, 60],
      [125, 85, 85],
      [265, 175, 175],
      [1700, 1135, 1135],
      [69_845, 46_565, 46_565],
      [447_695, 298_465, 298_465],
    ],
    together: 3_365_695,
  },
  market: {
    levels: [
      [40, 50, 80],
      [60, 75, 115],
      [85, 105, 170],
      [175, 220, 355],
      [1135, 1415, 2265],
      [46_565, 58_205, 93_130],
      [298_465, 373_080, 596_930],
    ],
    together: 4_086_925,
  },
  house: {
    levels: [
      [50, 40, 80],
      [75, 60, 115],
      [105, 85, 170],
      [220, 175, 355],
      [1415, 1135, 2265],
      [58_205, 46_565, 93_130],
      [373_080, 298_465, 596_930],
    ],
    together: 4_086_925,
  },
  warehouse: {
    levels: [
      [60, 20, 120],
      [85, 30, 175],
      [125, 40, 250],
      [265, 90, 530],
      [1700, 565, 3400],
      [69_845, 23_280, 139_695],
      [447_695, 149_230, 895_390],
    ],
    together: 4_808_120,
  },
  barracks: {
    levels: [
      [120, 60, 120],
      [175, 85, 175],
      [250, 125, 250],
      [530, 265, 530],
      [3400, 1700, 3400],
      [139_695, 69_845, 139_695],
      [895_390, 447_695, 895_390],
    ],
    together: 7_212_195,
  },
  stable: {
    levels: [
      [200, 120, 200],
      [290, 175, 290],
      [420, 250, 420],
      [885, 530, 885],
      [5665, 3400, 5665],
      [232_820, 139_695, 232_820],
      [1_492_320, 895_390, 1_492_320],
    ],
    together: 12_501_160,
  },
  workshop: {
    levels: [
      [260, 120, 320],
      [375, 175, 465],
      [545, 250, 675],
      [1150, 530, 1415],
      [7365, 3400, 9065],
      [302_665, 139_695, 372_515],
      [1_940_015, 895_390, 2_387_710],
    ],
    together: 16_828_480,
  },
  wall: {
    levels: [
      [20, 10, 80],
      [30, 15, 115],
      [40, 20, 170],
      [90, 45, 355],
      [565, 285, 2265],
      [23_280, 11_640, 93_130],
      [149_230, 74_615, 596_930],
    ],
    together: 2_644_485,
  },
};
const shownLevels = [1, 2, 3, 5, 10, 20, 25];

describe('levels of buildings', () => {
  const rows = buildingTypes.flatMap((type) =>
    costs[type].levels.map((cost, index) => [type, shownLevels[index] ?? 0, ...cost] as const),
  );
  it.each(rows)('%s level %i costs %i gold, %i food, %i materials', (type, level, ...cost) => {
    expect(levelCost(type, level)).toEqual(amounts(...cost));
  });

  it.each(buildingTypes)('the list price of a %s of level 25 is the cost of all its levels', (type) => {
    expect(listPrice(type, 25)).toBe(costs[type].together);
  });

  it.each(buildingTypes)('the list prices of a %s are the sums of its costs', (type) => {
    let sum = 0;
    for (let level = 1; level <= 25; level++) {
      sum += sumOf(levelCost(type, level));
      expect(listPrice(type, level)).toBe(sum);
    }
  });

  it('farm 21 costs 67,520, 33,760, 118,155', () => {
    expect(levelCost('farm', 21)).toEqual(amounts(67_520, 33_760, 118_155));
  });

  it.each([
    [1, ['stable 25', 'workshop 24', 'workshop 25']],
    [2, []],
  ])('with the storage of %i cities, all but %j can be paid', (cities, tooDear) => {
    const cap = cities * storageCap(25);
    const dear = buildingTypes.flatMap((type) =>
      Array.from({ length: 25 }, (_, index) => index + 1)
        .filter((level) => Math.max(...Object.values(levelCost(type, level))) > cap)
        .map((level) => `${type} ${level}`),
    );
    expect(dear).toEqual(tooDear);
  });

  it('the list price of level 0 is 0', () => {
    expect(listPrice('farm', 0)).toBe(0);
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
  ] as const)('a level of %s takes %i workers and %i gold an hour', (type, workers, upkeep, needs) => {
    const { workersPerLevel, upkeepPerLevel, needs: needed } = buildingRules[type];
    expect({ workersPerLevel, upkeepPerLevel, needed }).toEqual({
      workersPerLevel: workers,
      upkeepPerLevel: upkeep,
      needed: needs,
    });
  });
});

describe('outputs', () => {
  it.each([
    [0, 0],
    [1, 66],
    [2, 145],
    [3, 240],
    [4, 351],
    [5, 483],
    [10, 1556],
    [15, 3760],
    [20, 8073],
    [21, 9324],
    [25, 16_252],
  ])('a farm of level %i grows %i food an hour', (level, food) => {
    expect(outputPerHour('farm', level)).toBe(food);
  });

  it.each([
    [1, 55],
    [2, 121],
    [3, 200],
    [5, 403],
    [10, 1297],
    [20, 6727],
    [25, 13_543],
  ])('quarry and market of level %i give %i an hour', (level, output) => {
    expect([outputPerHour('quarry', level), outputPerHour('market', level)]).toEqual([output, output]);
  });

  it.each([
    ['farm', 'food'],
    ['quarry', 'materials'],
    ['market', 'gold'],
  ] as const)('a %s makes %s', (type, resource) => {
    expect(buildingRules[type].output?.resource).toBe(resource);
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
  it.each([
    [0, 100],
    [1, 128],
    [2, 161],
    [3, 200],
    [5, 301],
    [10, 748],
    [20, 3464],
    [25, 6872],
  ])('a house of level %i makes room for %i people', (level, people) => {
    expect(housePopulation(level)).toBe(people);
  });

  it.each([
    [0, 2000],
    [1, 2600],
    [2, 3400],
    [3, 4400],
    [4, 5700],
    [5, 7450],
    [10, 27_550],
    [20, 380_100],
    [25, 1_411_300],
  ])('a warehouse of level %i holds %i', (level, cap) => {
    expect(storageCap(level)).toBe(cap);
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
  it.each<[UnitType, UnitRule]>([
    [
      'soldiers',
      {
        cost: amounts(40, 30, 30),
        value: 100,
        attack: 10,
        hp: 72,
        people: 1,
        foodPerHour: 1,
        trainSeconds: 60,
        tilesPerHour: 40,
        carry: 25,
        strongAgainst: 'knights',
        trainedIn: 'barracks',
      },
    ],
    [
      'archers',
      {
        cost: amounts(45, 25, 50),
        value: 120,
        attack: 17,
        hp: 58,
        people: 1,
        foodPerHour: 1,
        trainSeconds: 75,
        tilesPerHour: 40,
        carry: 20,
        strongAgainst: 'soldiers',
        trainedIn: 'barracks',
      },
    ],
    [
      'knights',
      {
        cost: amounts(150, 100, 110),
        value: 360,
        attack: 36,
        hp: 240,
        people: 3,
        foodPerHour: 3,
        trainSeconds: 200,
        tilesPerHour: 80,
        carry: 90,
        strongAgainst: 'archers',
        trainedIn: 'stable',
      },
    ],
    [
      'catapults',
      {
        cost: amounts(120, 40, 240),
        value: 400,
        attack: 20,
        hp: 120,
        people: 4,
        foodPerHour: 4,
        trainSeconds: 400,
        tilesPerHour: 20,
        carry: 0,
        strongAgainst: null,
        trainedIn: 'workshop',
      },
    ],
  ])('%s are as the rules have them', (type, rule) => {
    expect(unitRules[type]).toEqual(rule);
  });

  it.each(unitTypes)('the value of %s is the sum of their cost', (type) => {
    expect(unitRules[type].value).toBe(sumOf(unitRules[type].cost));
  });

  it('militia has attack 6 and 50 hp', () => {
    expect(stackRules.militia).toEqual({ attack: 6, hp: 50, strongAgainst: null });
  });

  it.each(unitTypes)('%s fight with the attack, hp and bonus of their row', (type) => {
    const { attack, hp, strongAgainst } = unitRules[type];
    expect(stackRules[type]).toMatchObject({ attack, hp, strongAgainst });
  });
});

describe('further cities', () => {
  it.each([
    [1, 800, 800, 1000],
    [2, 1600, 1600, 2000],
    [3, 3200, 3200, 4000],
    [9, 204_800, 204_800, 256_000],
  ])('an empire of %i cities pays %i gold, %i food, %i materials for the next', (cities, ...cost) => {
    expect(nextCityCost(cities)).toEqual(amounts(...cost));
  });
});
