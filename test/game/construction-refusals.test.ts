/** Refusals of construction orders, and their order. */
import { describe, expect, it } from 'vitest';
import type { BuildingType } from '../../src/contract/vocabulary.ts';
import { amounts } from '../../src/game/balance.ts';
import { orderLevels } from '../../src/game/construction.ts';
import type { Empire, QueuedLevel } from '../../src/game/types.ts';
import { cityOf, dump, idMaker, makeEmpire, makeWorld, refusal, t0 } from '../support/worlds.ts';

type Levels = Partial<Record<BuildingType, number>>;

const waiting = (type: BuildingType, count: number): QueuedLevel[] =>
  Array.from({ length: count }, (_, index) => ({
    orderId: `o${index}`,
    type,
    level: index + 1,
    cost: amounts(0, 0, 0),
    startsAt: index === 0 ? t0 : null,
    completesAt: index === 0 ? t0 + 1_000_000 : null,
  }));

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
    cities: [{ levels, construction: waiting('house', queued) }],
    armies: [{ units: { soldiers } }],
    stock: amounts(plenty, plenty, plenty),
  });
}

function orderIn(empire: Empire, type: BuildingType, quantity = 1): string | null {
  return refusal(() =>
    orderLevels(empire, cityOf(empire), type, quantity, { now: t0, speed: 1, newId: idMaker() }),
  );
}

const orderWith = (plan: Plan, type: BuildingType, quantity = 1) => orderIn(empireOf(plan), type, quantity);

describe('requirements', () => {
  it.each([
    ['stable', { town_hall: 2, barracks: 3 }],
    ['stable', { town_hall: 3, barracks: 2 }],
    ['workshop', { town_hall: 4, barracks: 5 }],
    ['workshop', { town_hall: 5, barracks: 4 }],
    ['workshop', { town_hall: 5 }],
  ] as const)('a %s is refused with %j', (type, levels) => {
    expect(orderWith({ levels: { house: 10, ...levels } }, type)).toBe('REQUIREMENT_MISSING');
  });

  it.each([
    ['stable', { town_hall: 3, barracks: 3 }],
    ['workshop', { town_hall: 5, barracks: 5 }],
    ['barracks', {}],
    ['wall', {}],
  ] as const)('a %s is built with %j', (type, levels) => {
    expect(orderWith({ levels: { house: 10, ...levels } }, type)).toBeNull();
  });

  it('count completed levels only', () => {
    const empire = empireOf({ levels: { town_hall: 3, barracks: 2 } });
    orderIn(empire, 'barracks');
    expect(orderIn(empire, 'stable')).toBe('REQUIREMENT_MISSING');
  });
});

describe('levels', () => {
  it('allow five levels above the town hall', () => {
    expect(orderWith({ levels: { farm: 1 } }, 'farm', 5)).toBeNull();
  });

  it('refuse six levels above the town hall', () => {
    expect(orderWith({ levels: { farm: 5 } }, 'farm', 2)).toBe('REQUIREMENT_MISSING');
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

  it('allow level 25', () => {
    expect(orderWith({ levels: { town_hall: 20, farm: 24, house: 25 } }, 'farm')).toBeNull();
  });

  it('refuse level 26', () => {
    expect(orderWith({ levels: { town_hall: 25, farm: 25, house: 25 } }, 'farm')).toBe('MAX_LEVEL');
  });

  it('refuse an order if one of its levels is too high', () => {
    expect(orderWith({ levels: { town_hall: 25, farm: 24, house: 25 } }, 'farm', 2)).toBe('MAX_LEVEL');
  });
});

describe('the queue', () => {
  it('holds five levels', () => {
    expect(orderWith({ levels: { farm: 1 }, queued: 4 }, 'farm')).toBeNull();
  });

  it('refuses a sixth level', () => {
    expect(orderWith({ levels: { farm: 1 }, queued: 5 }, 'farm')).toBe('QUEUE_FULL');
  });

  it('never accepts part of an order', () => {
    expect(orderWith({ levels: { farm: 1 }, queued: 4 }, 'farm', 2)).toBe('QUEUE_FULL');
  });

  it('refuses twenty levels at once', () => {
    expect(orderWith({ levels: { town_hall: 20, house: 20 } }, 'farm', 20)).toBe('QUEUE_FULL');
  });
});

describe('people', () => {
  // A city without houses has 100 people; its town hall has 2 workers, a farm level needs 2.
  it('may all be in use', () => {
    expect(orderWith({ soldiers: 96 }, 'farm')).toBeNull();
  });

  it('must not be one too few', () => {
    expect(orderWith({ soldiers: 97 }, 'farm')).toBe('INSUFFICIENT_POPULATION');
  });

  it('are needed for every level of the order', () => {
    expect(orderWith({ soldiers: 94 }, 'farm', 3)).toBe('INSUFFICIENT_POPULATION');
  });

  it('are not needed for a house', () => {
    expect(orderWith({ soldiers: 98 }, 'house')).toBeNull();
  });

  it('may exceed the limit already when a house is ordered', () => {
    expect(orderWith({ soldiers: 200 }, 'house')).toBeNull();
  });
});

describe('resources', () => {
  it('are needed', () => {
    expect(orderWith({ rich: false }, 'farm')).toBe('INSUFFICIENT_RESOURCES');
  });

  it('are needed for every level of the order', () => {
    const empire = empireOf({ rich: false });
    // farm 1 and 2 cost 100/50/170
    empire.stock = makeEmpire({ stock: amounts(100, 50, 169) }).stock;
    expect(orderIn(empire, 'farm', 2)).toBe('INSUFFICIENT_RESOURCES');
  });

  it('may be spent completely', () => {
    const empire = empireOf({ rich: false });
    empire.stock = makeEmpire({ stock: amounts(100, 50, 170) }).stock;
    expect(orderIn(empire, 'farm', 2)).toBeNull();
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

  it.each<[string, Plan, BuildingType]>([
    ['REQUIREMENT_MISSING', {}, 'stable'],
    ['MAX_LEVEL', { levels: { town_hall: 25, farm: 25 } }, 'farm'],
    ['QUEUE_FULL', { queued: 5 }, 'farm'],
    ['INSUFFICIENT_POPULATION', { soldiers: 200 }, 'farm'],
    ['INSUFFICIENT_RESOURCES', { rich: false }, 'farm'],
  ])('%s changes nothing', (_code, plan, type) => {
    const empire = empireOf(plan);
    const before = dump(makeWorld([empire]));
    orderIn(empire, type);
    expect(dump(makeWorld([empire]))).toBe(before);
  });
});
