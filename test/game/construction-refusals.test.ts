/** Refusals of construction orders, which change nothing, and their order. */
import { describe, expect, it } from 'vitest';
import type { BuildingType } from '../../src/contract/vocabulary.ts';
import { amounts } from '../../src/game/balance.ts';
import { orderLevels } from '../../src/game/economy/construction.ts';
import type { Empire, QueuedLevel } from '../../src/game/types.ts';
import { cityOf, idMaker, levelInQueue, makeEmpire, refusal, t0 } from '../support/worlds.ts';

type Levels = Partial<Record<BuildingType, number>>;

const houses = (count: number): QueuedLevel[] =>
  Array.from({ length: count }, (_, index) =>
    levelInQueue('house', index + 1, index === 0 ? t0 + 1_000_000 : null),
  );

interface Plan {
  levels?: Levels;
  /** House levels in the queue. */
  queued?: number;
  /** Units that take one person each. */
  soldiers?: number;
  rich?: boolean;
}

function empireOf({ levels = {}, queued = 0, soldiers = 0, rich = true }: Plan): Empire {
  const plenty = rich ? 1_000_000 : 0;
  return makeEmpire({
    cities: [{ levels, construction: houses(queued) }],
    armies: [{ units: { soldiers } }],
    stock: amounts(plenty, plenty, plenty),
  });
}

function orderIn(empire: Empire, type: BuildingType, quantity = 1): string | null {
  return refusal(
    () => orderLevels(empire, cityOf(empire), type, quantity, { now: t0, speed: 1, newId: idMaker() }),
    empire,
  );
}

const orderWith = (plan: Plan, type: BuildingType, quantity = 1) => orderIn(empireOf(plan), type, quantity);

describe('requirements', () => {
  const missing = 'REQUIREMENT_MISSING';
  it.each([
    ['stable', { town_hall: 2, barracks: 3 }, missing],
    ['stable', { town_hall: 3, barracks: 2 }, missing],
    ['stable', { town_hall: 3, barracks: 3 }, null],
    ['workshop', { town_hall: 4, barracks: 5 }, missing],
    ['workshop', { town_hall: 5, barracks: 4 }, missing],
    ['workshop', { town_hall: 5 }, missing],
    ['workshop', { town_hall: 5, barracks: 5 }, null],
    ['barracks', {}, null],
    ['wall', {}, null],
  ] as const)('of a %s with %j: %s', (type, levels, code) => {
    expect(orderWith({ levels: { house: 10, ...levels } }, type)).toBe(code);
  });

  it('count completed levels only', () => {
    const empire = empireOf({ levels: { town_hall: 3, barracks: 2 } });
    orderIn(empire, 'barracks');
    expect(orderIn(empire, 'stable')).toBe('REQUIREMENT_MISSING');
  });
});

describe('levels', () => {
  it.each<[string, Levels, number, string | null]>([
    ['five above the town hall are allowed', { farm: 1 }, 5, null],
    ['six above the town hall are refused', { farm: 5 }, 2, 'REQUIREMENT_MISSING'],
    ['level 25 is allowed', { town_hall: 20, farm: 24, house: 25 }, 1, null],
    ['level 26 is refused', { town_hall: 25, farm: 25, house: 25 }, 1, 'MAX_LEVEL'],
    ['an order is refused for one of them', { town_hall: 25, farm: 24, house: 25 }, 2, 'MAX_LEVEL'],
  ])('%s', (_claim, levels, quantity, code) => {
    expect(orderWith({ levels }, 'farm', quantity)).toBe(code);
  });

  it('do not count a town hall that is only ordered', () => {
    const empire = empireOf({ levels: { farm: 6 } });
    orderIn(empire, 'town_hall');
    expect(orderIn(empire, 'farm')).toBe('REQUIREMENT_MISSING');
  });

  it('count levels that are already ordered', () => {
    const empire = empireOf({ levels: { farm: 4 } });
    orderIn(empire, 'farm', 2);
    expect(orderIn(empire, 'farm')).toBe('REQUIREMENT_MISSING');
  });
});

describe('the queue', () => {
  it.each<[string, Plan, number, string | null]>([
    ['holds five levels', { levels: { farm: 1 }, queued: 4 }, 1, null],
    ['refuses a sixth level', { levels: { farm: 1 }, queued: 5 }, 1, 'QUEUE_FULL'],
    ['never accepts part of an order', { levels: { farm: 1 }, queued: 4 }, 2, 'QUEUE_FULL'],
    ['refuses twenty levels at once', { levels: { town_hall: 20, house: 20 } }, 20, 'QUEUE_FULL'],
  ])('%s', (_claim, plan, quantity, code) => {
    expect(orderWith(plan, 'farm', quantity)).toBe(code);
  });
});

describe('people', () => {
  // A city without houses has 100 people; its town hall has 2 workers, a farm level needs 2.
  it.each([
    ['may all be in use', 96, 'farm', 1, null],
    ['must not be one too few', 97, 'farm', 1, 'INSUFFICIENT_POPULATION'],
    ['are needed for every level of the order', 94, 'farm', 3, 'INSUFFICIENT_POPULATION'],
    ['are not needed for a house', 98, 'house', 1, null],
    ['may exceed the limit already when a house is ordered', 200, 'house', 1, null],
  ] as const)('%s', (_claim, soldiers, type, quantity, code) => {
    expect(orderWith({ soldiers }, type, quantity)).toBe(code);
  });
});

describe('resources', () => {
  it.each([
    ['are needed', amounts(0, 0, 0), 1, 'INSUFFICIENT_RESOURCES'],
    // farm 1 and 2 cost 100/50/170
    ['are needed for every level of the order', amounts(100, 50, 169), 2, 'INSUFFICIENT_RESOURCES'],
    ['may be spent completely', amounts(100, 50, 170), 2, null],
  ])('%s', (_claim, stock, quantity, code) => {
    expect(orderIn(makeEmpire({ stock }), 'farm', quantity)).toBe(code);
  });
});

describe('which refusal comes first', () => {
  const wrong = { queued: 5, soldiers: 200, rich: false };
  it.each<[string, Plan, BuildingType, number, string]>([
    ['requirements first', { ...wrong, levels: {} }, 'stable', 26, 'REQUIREMENT_MISSING'],
    ['the town hall level first', { ...wrong, levels: { farm: 6 } }, 'farm', 1, 'REQUIREMENT_MISSING'],
    [
      'the town hall before level 25',
      { ...wrong, levels: { town_hall: 20 } },
      'farm',
      26,
      'REQUIREMENT_MISSING',
    ],
    ['level 25 before the queue', { ...wrong, levels: { town_hall: 25, farm: 25 } }, 'farm', 1, 'MAX_LEVEL'],
    ['the queue before people', { ...wrong, levels: {} }, 'farm', 1, 'QUEUE_FULL'],
    ['people before resources', { ...wrong, queued: 4 }, 'farm', 1, 'INSUFFICIENT_POPULATION'],
    ['resources last', { rich: false }, 'farm', 1, 'INSUFFICIENT_RESOURCES'],
  ])('%s', (_claim, plan, type, quantity, code) => {
    expect(orderWith(plan, type, quantity)).toBe(code);
  });
});
