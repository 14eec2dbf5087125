/** Standing orders: when each will be ordered, and what it needs first. */
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { amounts } from '../../src/game/balance.ts';
import { orderLevels } from '../../src/game/economy/construction.ts';
import { firstLevelAhead, levelAhead, levelsAheadOfWish } from '../../src/game/economy/prerequisites.ts';
import { forecastMs, forecastWishes } from '../../src/game/wish-forecast.ts';
import { setWishes, type WantedWish } from '../../src/game/economy/wishes.ts';
import {
  battleRandomOf,
  cityOf,
  dump,
  idMaker,
  makeEmpire,
  makeWorld,
  setStock,
  t0,
  the,
  type EmpirePlan,
} from '../support/worlds.ts';

const cityId = 'own-c1';
const level = (type: 'farm' | 'house' | 'stable' | 'town_hall' | 'workshop'): WantedWish => ({
  cityId,
  type,
});

function wishing(wanted: readonly WantedWish[], plan: EmpirePlan = {}) {
  const levels = { town_hall: 1, farm: 2, quarry: 2, market: 2, barracks: 1 };
  const empire = makeEmpire({ id: 'own', cities: [{ levels }], stock: amounts(0, 0, 0), ...plan });
  setWishes(empire, wanted, null, idMaker());
  return empire;
}

describe('the forecast', () => {
  it('is what happens, wish by wish, and changes nothing', () => {
    const empire = wishing([
      level('farm'),
      level('house'),
      { cityId, unit: 'soldiers', quantity: 3 },
      level('farm'),
    ]);
    const world = makeWorld([empire]);
    const before = dump(world);
    const moments = forecastWishes(empire, world);
    expect(dump(world)).toBe(before);
    const ids = the(empire.wishes).list.map(({ id }) => id);
    expect([...moments.keys()].sort()).toEqual([...ids].sort());
    const played = advance(world, t0 + forecastMs, battleRandomOf).flatMap((event) =>
      event.kind === 'wish_ordered' ? [[event.wish.id, event.at] as const] : [],
    );
    expect([...moments]).toEqual(played);
  });

  it('leaves out what is never possible, and knows nothing on leave', () => {
    const empire = wishing([level('stable'), level('farm')]);
    const moments = forecastWishes(empire, makeWorld([empire]));
    expect(moments.size).toBe(1);
    const leave = { orderedAt: t0, days: 2, noticeEndsAt: t0, beganAt: t0, endsAt: null };
    const away = { ...empire, leave } as unknown as typeof empire;
    expect(forecastWishes(away, makeWorld([away])).size).toBe(0);
  });
});

describe('what an order needs first', () => {
  const rich = { stock: amounts(2000, 2000, 2000) };
  const empireWith = (levels: NonNullable<EmpirePlan['cities']>[number]['levels'] & object) =>
    makeEmpire({ id: 'own', cities: [{ levels }], ...rich });

  it.each([
    ['nothing', { town_hall: 3, barracks: 3 }, { type: 'stable' as const }, null, null],
    [
      'a building of its own',
      { town_hall: 3, barracks: 2 },
      { type: 'stable' as const },
      ['barracks', 3],
      ['barracks', 3],
    ],
    [
      'the town hall',
      { town_hall: 1, farm: 6 },
      { type: 'farm' as const },
      ['town_hall', 2],
      ['town_hall', 2],
    ],
    [
      'a training building, which needs others',
      { town_hall: 1 },
      { unit: 'knights' as const, quantity: 1 },
      ['stable', 1],
      ['town_hall', 2],
    ],
    [
      'a house for its people',
      { town_hall: 5, barracks: 1 },
      { unit: 'soldiers' as const, quantity: 200 },
      ['house', 1],
      ['house', 1],
    ],
    [
      'a warehouse for its price',
      { town_hall: 5, house: 5, barracks: 1 },
      { unit: 'soldiers' as const, quantity: 60 },
      ['warehouse', 1],
      ['warehouse', 1],
    ],
  ])('is %s', (_what, levels, order, missing, first) => {
    const empire = empireWith(levels);
    const pairOf = (ahead: ReturnType<typeof levelAhead>) =>
      ahead === null ? null : [ahead.type, ahead.level];
    expect(pairOf(levelAhead(empire, cityOf(empire), order))).toEqual(missing);
    expect(pairOf(firstLevelAhead(empire, cityOf(empire), order))).toEqual(first);
  });

  it('counts what is ordered', () => {
    const empire = empireWith({ town_hall: 2, barracks: 3 });
    expect(firstLevelAhead(empire, cityOf(empire), { type: 'stable' })).not.toBeNull();
    setStock(empire, amounts(9000, 9000, 9000));
    orderLevels(empire, cityOf(empire), 'town_hall', 1, { now: t0, speed: 1, newId: idMaker() });
    expect(firstLevelAhead(empire, cityOf(empire), { type: 'stable' })).toBeNull();
  });

  it('of a wish are all levels, without those that are earlier on the list', () => {
    const cities = [{ levels: { town_hall: 1, house: 4, barracks: 1 } }];
    const aheadOf = (wanted: readonly WantedWish[]) => {
      const empire = wishing(wanted, { cities });
      const ahead = levelsAheadOfWish(empire, the(the(empire.wishes).list.at(-1)));
      return ahead.map(({ type, level: number }) => `${type} ${number}`).sort();
    };
    expect(aheadOf([level('stable')])).toEqual(['barracks 2', 'barracks 3', 'town_hall 2', 'town_hall 3']);
    expect(aheadOf([level('town_hall'), level('stable')])).toEqual([
      'barracks 2',
      'barracks 3',
      'town_hall 3',
    ]);
    expect(aheadOf([level('stable'), level('farm')])).toEqual([]);
  });
});
