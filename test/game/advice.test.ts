/** The next order of the dashboard: which goal it holds, what it proposes while that waits, fights by gain, full stores. */
import { describe, expect, it } from 'vitest';
import { amounts, levelCost } from '../../src/game/balance.ts';
import { setWishes, wishesOf } from '../../src/game/economy/wishes.ts';
import { orderLevels } from '../../src/game/economy/construction.ts';
import { advise } from '../../src/pages/dashboard/advice/advice.ts';
import { nextPayable, planNight } from '../../src/pages/dashboard/advice/evening.ts';
import { adviseGrowth } from '../../src/pages/dashboard/advice/growth.ts';
import { adviseProduction } from '../../src/pages/dashboard/advice/orders.ts';
import {
  at,
  cityOf,
  hourMs,
  idMaker,
  makeEmpire,
  setStock,
  t0,
  the,
  type EmpirePlan,
} from '../support/worlds.ts';
import { goalOf, nextOf, settled, situationOf } from '../support/advice.ts';

describe('the goal of the card', () => {
  it('stays while its order has to wait, though another could be ordered now', async () => {
    const empire = settled(['hall', 'wall'], {
      cities: [{ levels: { town_hall: 2, barracks: 1, house: 3, quarry: 3 } }],
    });
    for (const each of [0, 100, 240, 260, 400]) {
      setStock(empire, amounts(each, each, each));
      expect(goalOf(await nextOf(empire)), String(each)).toBe('hall');
    }
  });

  it('is the following one once what is ordered reaches it', async () => {
    const empire = settled(['hall', 'stores']);
    orderLevels(empire, cityOf(empire), 'town_hall', 1, { now: t0, speed: 1, newId: idMaker() });
    expect(goalOf(await nextOf(empire))).toBe('stores');
  });

  it('begins with what it needs first', async () => {
    const next = the(await nextOf(settled(['riders'])));
    expect(next).toMatchObject({ form: { fields: { type: 'town_hall' } } });
    const people = settled(['muster'], {
      armies: [{ units: { soldiers: 20 } }],
      cities: [{ levels: { town_hall: 5, farm: 10, quarry: 10, market: 10, barracks: 1 } }],
    });
    expect(await nextOf(people)).toMatchObject({ form: { fields: { type: 'house' } } });
  });

  it('names what holds it up, with the level that pays back before it is there', async () => {
    const cities = [{ levels: { quarry: 1, farm: 2, market: 2, house: 3 } }];
    const empire = settled(['second_city'], { cities, stock: amounts(800, 800, 150) });
    const next = the(await nextOf(empire));
    expect(next).toMatchObject({
      goal: { name: 'second_city' },
      refusal: expect.stringMatching(/materials missing; there in/) as string,
      meanwhile: {
        title: 'Raise the quarry to 2',
        reason: expect.stringMatching(/^Materials hold you up: quarry 2 pays back in \d/) as string,
        refusal: null,
      },
    });
    expect(levelCost('quarry', 2).materials).toBeLessThanOrEqual(150);
  });

  it('proposes nothing meanwhile that does not pay back before, unless the wait is long', async () => {
    const next = the(await nextOf(settled(['second_city'], { stock: amounts(800, 800, 950) })));
    expect(next).toMatchObject({ goal: { name: 'second_city' }, meanwhile: undefined });
    const long = the(await nextOf(settled(['second_city'], { stock: amounts(200, 800, 320) })));
    expect(long.meanwhile?.reason).toMatch(/^You need materials more than food: /);
    expect(long.meanwhile?.paybackMs).toBeLessThan(24 * hourMs);
  });

  it('makes room for a price above the cap, after production that pays back within a day', async () => {
    const levels = { town_hall: 12, farm: 16, quarry: 16, market: 16, house: 20, warehouse: 1, wall: 8 };
    const empire = (first: object) => {
      const many = [0, 9, 18, 27].map((x) => ({ at: at(x, 0), levels }));
      const cities = [{ at: at(0, 9), levels: { ...levels, ...first } }, ...many];
      return settled(['ten_cities'], { cities, stock: amounts(3000, 3000, 3000) });
    };
    expect((await nextOf(empire({ warehouse: 0 })))?.meanwhile).toMatchObject({
      form: { path: '/dashboard/city/own-c1/build', fields: { type: 'warehouse' } },
      reason: expect.stringMatching(/^Your stores hold [\d,]+ of each resource, and this costs/) as string,
    });
    expect(await nextOf(empire({ warehouse: 0, farm: 3 }))).toMatchObject({ icon: 'farm' });
  });

  it('comes after production while it costs more than the output of an hour', async () => {
    const small = { town_hall: 5, farm: 6, quarry: 6, market: 6, house: 8, warehouse: 6 };
    const large = { ...small, farm: 14, quarry: 14, market: 14, house: 16, wall: 7, town_hall: 9 };
    const empire = (levels: object) =>
      settled(['palace'], { cities: [{ levels }], stock: amounts(6000, 6000, 6000) });
    const growing = await nextOf(empire(small));
    expect([growing?.icon === 'town_hall', goalOf(growing)]).toEqual([false, null]);
    expect(goalOf(await nextOf(empire(large)))).toBe('palace');
  });

  it('holds nothing up if it is no order', async () => {
    const empire = settled(['seat']);
    const next = the(await nextOf(empire));
    expect(next).toMatchObject({
      goal: { name: 'seat' },
      meanwhile: { refusal: null, form: expect.any(Object) as object },
    });
    setStock(empire, amounts(0, 0, 0));
    const situation = situationOf(empire);
    const waiting = the((await advise(situation)).goals.next);
    expect(waiting).toMatchObject({ goal: { name: 'seat' }, meanwhile: undefined });
    expect(nextPayable({ ...situation, empireState: { ...situation.empireState } }, waiting)).not.toBeNull();
  });

  it('proposes every exchange that pays it at once', async () => {
    const next = the(await nextOf(settled(['second_city'], { stock: amounts(700, 1990, 950) })));
    expect(next.meanwhile).toMatchObject({
      title: expect.stringMatching(/^Exchange 186 food for 100 gold$/) as string,
      reason: expect.stringMatching(/^Then exchange \d+ food for \d+ materials\. The order above/) as string,
    });
    const one = the(await nextOf(settled(['second_city'], { stock: amounts(700, 1990, 1000) })));
    expect(one.meanwhile?.reason).toBe('The order above can be paid then.');
  });

  it('proposes what production needs first', async () => {
    const levels = { town_hall: 2, farm: 7, quarry: 7, market: 7, house: 12, wall: 4, warehouse: 3 };
    const cities = [{ levels }, { at: at(9, 0), levels }];
    const empire = settled(['third_city'], { cities, stock: amounts(260, 130, 320) });
    expect((await nextOf(empire))?.meanwhile).toMatchObject({
      form: { fields: { type: 'town_hall' } },
      reason: expect.stringMatching(/^Raise the \w+ to 8: It needs town hall 3 first/) as string,
    });
  });
});

describe('a proposed fight', () => {
  const village = (id: string, x: number, each: number) =>
    makeEmpire({ id, kind: 'village', cities: [{ at: at(x, 0) }], stock: amounts(each, each, each) });

  it('is the one that gains most for an hour of march, with loot and losses', async () => {
    const next = await nextOf(settled(['veteran']), [village('poor', 3, 260), village('rich', 6, 1900)]);
    expect(next).toMatchObject({
      link: { href: expect.stringContaining('at=6,0') as string },
      reason: expect.stringMatching(
        /you bring home about [\d,]+, and lose units worth about [\d,]+\./,
      ) as string,
    });
  });

  it('is that of the army which gains most, beyond cities that hold nothing', async () => {
    const armies = [{ units: { catapults: 12 } }, { units: { knights: 10 } }];
    const poor = Array.from({ length: 9 }, (_, index) => village(`poor-${index}`, 3 + index / 10, 0));
    const next = await nextOf(settled(['veteran'], { armies }), [...poor, village('rich', 6, 900)]);
    expect(next?.reason).toMatch(/Army 2 would beat rich/);
  });

  it('is none that ends the protection of a newcomer', async () => {
    const rich = makeEmpire({
      ...{ id: 'other', cities: [{ at: at(3, 0) }], stock: amounts(1900, 1900, 1900) },
      ...{ createdAt: t0 - 4 * 24 * hourMs },
    });
    const fight = {
      link: { text: 'Attack from the map', href: expect.stringContaining('at=3,0') as string },
    };
    expect(await nextOf(settled(['veteran'], { protectionEnded: true }), [rich])).toMatchObject(fight);
    expect((await nextOf(settled(['veteran']), [rich]))?.link?.text).not.toBe('Attack from the map');
  });

  it('counts what a sack brings', async () => {
    const sacked = { cities: [{ at: at(3, 0), levels: { farm: 12 } }], stock: amounts(0, 0, 0) };
    const other = makeEmpire({ id: 'other', ...sacked, createdAt: t0 - 4 * 24 * hourMs });
    const fight = { link: { text: 'Attack from the map' } };
    expect(await nextOf(settled(['veteran'], { protectionEnded: true }), [other])).toMatchObject(fight);
  });

  it('leaves the army that holds a seat where it is', async () => {
    const armies = [{ at: at(5, 5), units: { soldiers: 90 } }, { units: { soldiers: 60 } }];
    const empire = settled(['veteran'], { armies });
    const seat = { id: 'seat', number: 0, x: 5, y: 5, heldSince: t0 - hourMs };
    const others = [village('rich', 6, 1900)];
    expect((await nextOf(empire, others))?.link?.href).toContain(`army=${empire.armies[0]?.id}`);
    empire.seats = [seat];
    expect((await nextOf(empire, others))?.link?.href).toContain(`army=${empire.armies[1]?.id}`);
    empire.armies = empire.armies.slice(0, 1);
    expect((await nextOf(empire, others))?.link?.text).not.toBe('Attack from the map');
  });

  it('is none without loot, and none that costs more than it brings', async () => {
    for (const each of [0, 200, 210]) {
      const next = await nextOf(settled(['veteran']), [village('poor', 3, each)]);
      expect(next, String(each)).toMatchObject({
        isIdle: true,
        reason: expect.stringContaining('Nobody near you') as string,
      });
      expect(goalOf(await nextOf(settled(['veteran', 'seat']), [village('poor', 3, each)]))).toBe('seat');
    }
  });
});

describe('with full stores', () => {
  const full = { stock: amounts(2000, 2000, 2000) };

  it('says to spend, on the goal if it can be paid', async () => {
    expect(await nextOf(settled(['hall'], full))).toMatchObject({
      title: 'Spend: raise a town hall to level 3',
      reason: expect.stringMatching(
        /^Your stores of gold, food and materials are full: more is lost\./,
      ) as string,
      refusal: null,
    });
  });

  it('says to spend on something else if the goal cannot be paid, and after the last goal', async () => {
    const waiting = settled(['riders'], {
      ...full,
      cities: [{ levels: { town_hall: 3, barracks: 3, stable: 1 } }],
    });
    for (const empire of [waiting, settled([], full)]) {
      const next = the(await nextOf(empire));
      expect(next.title).toMatch(/^Spend: /);
      expect([next.refusal, next.form === undefined]).toEqual([null, false]);
    }
  });

  it('raises no production of what is almost full', () => {
    const levels = { farm: 3, market: 4, quarry: 4 };
    const producerFor = (food: number) => {
      const empire = settled([], { cities: [{ levels }], stock: amounts(900, food, 900) });
      const { empireState, cities } = situationOf(empire);
      return adviseProduction(the(cities[0]), empireState)?.icon;
    };
    expect([producerFor(900), producerFor(1900)]).toEqual(['farm', 'quarry']);
  });

  it('keeps an aim that can be paid though it needs a page of its own', async () => {
    const next = await nextOf(settled(['second_city'], { stock: amounts(1900, 2000, 1900) }));
    expect(next).toMatchObject({ title: 'Spend: found a second city', link: { href: '/map?found=1' } });
  });

  it('says nothing while there is room, or nothing can be ordered', async () => {
    expect((await nextOf(settled(['hall'])))?.title).not.toMatch(/^Spend/);
    const busy = settled(['hall'], full);
    setStock(busy, amounts(9000, 9000, 9000));
    orderLevels(busy, cityOf(busy), 'farm', 3, { now: t0, speed: 1, newId: idMaker() });
    orderLevels(busy, cityOf(busy), 'market', 2, { now: t0, speed: 1, newId: idMaker() });
    setStock(busy, amounts(2000, 2000, 2000));
    const next = the(await nextOf(busy));
    expect(next).toMatchObject({ refusal: expect.stringContaining('queue') as string });
    expect(next.title).not.toMatch(/^Spend/);
  });
});

describe('production', () => {
  const levels = { town_hall: 5, farm: 6, quarry: 6, market: 6, house: 8, warehouse: 6 };
  const growthOf = (plan: object, stock = amounts(900, 900, 900)) => {
    const situation = situationOf(settled([], { cities: [{ levels: { ...levels, ...plan } }], stock }));
    return adviseGrowth(situation, the(situation.cities[0]))?.icon;
  };

  it('is of what an empire makes too little of', () => {
    expect([{ quarry: 4 }, { market: 4 }, { farm: 2 }].map((plan) => growthOf(plan))).toEqual([
      'quarry',
      'market',
      'farm',
    ]);
  });

  it('is no farm while much food is in store', () => {
    expect(growthOf({ farm: 2 }, amounts(900, 6000, 900))).not.toBe('farm');
  });

  it('comes after a house while few people are free', () => {
    expect([1, 9].map((house) => growthOf({ house, quarry: 5, farm: 12 }))).toEqual(['house', 'quarry']);
  });
});

describe('the defence', () => {
  const day = 24 * hourMs;
  const levels = {
    town_hall: 7,
    farm: 12,
    quarry: 12,
    market: 12,
    house: 14,
    warehouse: 9,
    wall: 5,
    barracks: 2,
  };
  const empireOf = (rest: object = {}) =>
    settled(['ten_cities'], {
      cities: [{ levels }],
      stock: amounts(9000, 9000, 9000),
      createdAt: t0 - 2 * day,
      ...rest,
    });

  it('is the wall that pays, from the end of the first day on, if it can be paid', async () => {
    expect(await nextOf(empireOf())).toMatchObject({
      form: { path: '/dashboard/city/own-c1/build', fields: { type: 'wall' } },
      reason: expect.stringContaining('here level 6') as string,
    });
    const others = [
      { createdAt: t0 - day + 1 },
      { stock: amounts(100, 100, 100) },
      { cities: [{ levels: { ...levels, wall: 6 } }] },
    ];
    for (const rest of others) expect((await nextOf(empireOf(rest)))?.title).not.toMatch(/wall/);
  });
});

describe('the plan of the night', () => {
  it('is offered while people are missing though the price is there', () => {
    const empire = settled([], {
      cities: [{ levels: { town_hall: 3, farm: 7, quarry: 7, market: 7, house: 0, warehouse: 6 } }],
      stock: amounts(7000, 7000, 7000),
      createdAt: t0 - 48 * hourMs,
    });
    orderLevels(empire, cityOf(empire), 'house', 1, { now: t0, speed: 1, newId: idMaker() });
    const situation = situationOf(empire);
    const [city] = situation.cities;
    expect(the(adviseProduction(the(city), situation.empireState)).refusal).toMatch(/people/);
    expect(nextPayable(situation, null)?.at).toBe(the(the(city).queue[0]).completesAt);
  });

  it('leaves a city no more orders than its list has room for, and fills several cities', async () => {
    const levels = { town_hall: 8, farm: 8, quarry: 8, market: 8, house: 12, warehouse: 6, wall: 4 };
    const planOf = async (cities: NonNullable<EmpirePlan['cities']>) => {
      const empire = settled(['palace'], { cities, stock: amounts(9000, 9000, 9000) });
      const listed = Array.from({ length: 7 }, () => ({ cityId: 'own-c1', type: 'workshop' }) as const);
      setWishes(empire, listed, null, idMaker());
      const { wanted } = await planNight(situationOf(empire));
      expect(wishesOf(empire).list).toHaveLength(7);
      return wanted.map(({ cityId }) => cityId);
    };
    expect(await planOf([{ levels }])).toEqual(['own-c1', 'own-c1', 'own-c1']);
    const both = await planOf([{ levels }, { at: at(9, 0), levels }]);
    expect(both.filter((id) => id === 'own-c1').length).toBeLessThanOrEqual(3);
    expect(both.filter((id) => id === 'own-c2').length).toBeGreaterThan(3);
  });
});
