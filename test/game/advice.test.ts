/** The next order of the dashboard: which goal it holds, what it proposes while that waits, fights by gain, full stores. */
import { describe, expect, it } from 'vitest';
import { goalNames, type GoalName } from '../../src/contract/vocabulary.ts';
import { amounts, levelCost } from '../../src/game/balance.ts';
import { orderLevels } from '../../src/game/economy/construction.ts';
import type { Empire } from '../../src/game/types.ts';
import { advise } from '../../src/pages/dashboard/advice/advice.ts';
import { toCityDetails } from '../../src/pages/shared/city-details.ts';
import {
  at,
  cityOf,
  hourMs,
  idMaker,
  makeEmpire,
  makeWorld,
  setStock,
  t0,
  the,
  type EmpirePlan,
} from '../support/worlds.ts';

/** An empire that has taken its first steps, with these goals open. */
function settled(open: readonly GoalName[], plan: EmpirePlan = {}): Empire {
  const goals = Object.fromEntries(
    goalNames.filter((name) => !open.includes(name)).map((name) => [name, t0 - hourMs]),
  );
  const levels = { town_hall: 2, farm: 4, quarry: 3, market: 4, house: 3, barracks: 1, wall: 3 };
  return makeEmpire({
    ...{ id: 'own', cities: [{ levels }], armies: [{ units: { soldiers: 60 } }], createdAt: t0 - hourMs },
    ...plan,
    goals,
  });
}

/** What the card proposes. @param others whom an attack may meet, in the order of their distance */
async function nextOf(empire: Empire, others: readonly Empire[] = []) {
  const world = makeWorld([empire, ...others]);
  const empireState = { empire, world, now: t0 };
  const neighbours = others.map((other) => {
    const { id, name, x, y } = cityOf(other);
    return {
      ...{ id, name, x, y, kind: 'city', empire_id: other.id, empire_kind: other.kind },
      ...{ owner: other.name, distance: Math.hypot(x, y), protection: null },
    };
  });
  const { goals } = await advise({
    empireState,
    cities: empire.cities.map((city) => toCityDetails(empireState, city)),
    neighbours: neighbours as unknown as Parameters<typeof advise>[0]['neighbours'],
    readEmpire: (_key, id) => Promise.resolve({ ...empireState, empire: the(world.empires.get(id)) }),
    hasAttacked: true,
  });
  return goals.next;
}

const goalOf = (next: Awaited<ReturnType<typeof nextOf>>) =>
  (next as { goal?: { name: GoalName } } | null)?.goal?.name ?? null;

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

  it('proposes nothing meanwhile that does not pay back before', async () => {
    const next = the(await nextOf(settled(['second_city'], { stock: amounts(800, 800, 950) })));
    expect(next).toMatchObject({ goal: { name: 'second_city' }, meanwhile: undefined });
  });
});

describe('a proposed fight', () => {
  const village = (id: string, x: number, each: number) =>
    makeEmpire({ id, kind: 'village', cities: [{ at: at(x, 0) }], stock: amounts(each, each, each) });

  it('is the one that gains most for an hour of march, with loot and losses', async () => {
    const next = await nextOf(settled(['veteran']), [village('poor', 3, 260), village('rich', 6, 1900)]);
    expect(next).toMatchObject({
      link: { href: expect.stringContaining('at=6,0') as string },
      reason: expect.stringMatching(/you bring home about [\d,]+, and lose about [\d,]+ in units/) as string,
    });
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
