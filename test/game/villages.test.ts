/** Villages: their places, growth, militia, and the rules of attacks on them. */
import { describe, expect, it } from 'vitest';
import { villageDraftsOf } from '../../src/empire/operations.ts';
import { advance, decideContact, nextDueAt } from '../../src/game/advance.ts';
import { militiaOf, sumOf } from '../../src/game/balance.ts';
import { advanceStock, capOf, populationOf, wholeStock } from '../../src/game/economy/stock.ts';
import { axisDistance, nearestFreeTile, tileTowards } from '../../src/game/march/map.ts';
import { plunder } from '../../src/game/contact/plunder.ts';
import { scoresOf } from '../../src/game/diplomacy/scoring.ts';
import type { Empire } from '../../src/game/types.ts';
import {
  growthMs,
  newVillage,
  placeVillages,
  strengthOf,
  villageRules,
  type OccupiedTile,
} from '../../src/game/founding/villages.ts';
import {
  at,
  attack,
  battleRandomOf,
  cityOf,
  dayMs,
  flatRolls,
  hourMs,
  idMaker,
  makeEmpire,
  makeWorld,
  refusal,
  t0,
  the,
  ignoreEvents,
  type EmpirePlan,
} from '../support/worlds.ts';

const empireId = '00000000-0000-4000-8000-000000000001';
const drafts = villageDraftsOf(empireId);
const capital = at(0, 0);

function village(strength: number, speed = 1): Empire {
  const draft = the(drafts[0]);
  return newVillage({ ...draft, tile: at(3, 1), strength }, 'nobody', {
    now: t0,
    speed,
    newId: idMaker(),
  });
}

const strengthAt = (empire: Empire): number => strengthOf(cityOf(empire));

describe('the hash of a village', () => {
  it('gives the directions of the vector', () => {
    const wishes = villageRules.map(({ distance }, number) =>
      tileTowards(capital, the(drafts[number]).turns, distance),
    );
    expect(wishes).toEqual([at(3, 1), at(3, 3), at(2, -6), at(-3, -8)]);
  });

  it('gives ids and names that are the same every time and differ by number', () => {
    expect(villageDraftsOf(empireId)).toEqual(drafts);
    expect(new Set(drafts.map(({ id }) => id)).size).toBe(4);
    for (const { id, name } of drafts) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(name).toMatch(/^[A-Z][a-z]+$/);
    }
  });
});

describe('the places of villages', () => {
  const place = (cities: readonly OccupiedTile[], radius = 100) =>
    placeVillages(capital, drafts, cities, radius);
  const tilesOf = (cities: readonly OccupiedTile[]) => place(cities).map(({ tile }) => tile);
  const other = (x: number, y: number): OccupiedTile => ({ x, y, isVillage: true });
  const cityAt = (x: number, y: number): OccupiedTile => ({ x, y, isVillage: false });

  it('are the legal tiles nearest to the wishes, with the strengths 0, 1, 3 and 5', () => {
    expect(place([]).map(({ strength }) => strength)).toEqual([0, 1, 3, 5]);
    const [first, ...rest] = tilesOf([]);
    expect(first).toEqual(at(3, 1));
    // 3/3 is too close to 3/1.
    expect(rest).toEqual([nearestFreeTile(at(3, 3), [capital, at(3, 1)], 100), at(2, -6), at(-3, -8)]);
  });

  it('keep 3 tiles from each other and from all cities', () => {
    const cities = [other(3, 1), other(-4, 2), cityAt(4, -5)];
    const all = [capital, ...cities, ...tilesOf(cities)];
    all.forEach((tile, index) => {
      for (const later of all.slice(index + 1)) expect(axisDistance(tile, later)).toBeGreaterThanOrEqual(3);
    });
  });

  it.each([
    ['no village', [], 4],
    ['one village', [other(-9, 9)], 3],
    ['two villages', [other(-9, 9), other(9, 9)], 2],
    ['five villages', [other(-9, 9), other(9, 9), other(9, -9), other(-9, 5), other(-9, 1)], 2],
    ['three villages 10 tiles away', [other(-10, 9), other(9, 10), other(10, -9)], 4],
    ['three cities', [cityAt(-9, 9), cityAt(9, 9), cityAt(9, -9)], 4],
  ])('beside %s are %3$i', (_what, cities, count) => {
    expect(place(cities)).toHaveLength(count);
  });

  it('are inside the world', () => {
    expect(place([], 2)).toEqual([]);
    for (const { tile } of place([], 4)) expect(axisDistance(tile, capital)).toBeLessThanOrEqual(4);
  });

  it('are none where all tiles are taken', () => {
    const cities: OccupiedTile[] = [];
    for (let x = -24; x <= 24; x += 3)
      for (let y = -24; y <= 24; y += 3) if (x !== 0 || y !== 0) cities.push(cityAt(x, y));
    expect(place(cities)).toEqual([]);
  });
});

describe('a new village', () => {
  it.each([
    [0, 1, 100, 12, 400, 2000],
    [1, 1, 128, 16, 600, 2600],
    [3, 3, 200, 25, 1000, 4400],
    [5, 5, 301, 37, 1400, 7450],
    [8, 8, 529, 66, 2000, 16300],
  ])(
    'of strength %i has producers at %i, %i people, %i militia, %i of each, cap %i',
    (strength, producers, people, militia, stock, cap) => {
      const empire = village(strength);
      const { buildings, ...city } = cityOf(empire);
      expect(Object.fromEntries(buildings.map(({ type, level }) => [type, level]))).toEqual({
        ...{ town_hall: producers, farm: producers, quarry: producers, market: producers },
        ...{ house: strength, warehouse: strength },
      });
      expect(populationOf({ ...city, buildings })).toBe(people);
      expect(militiaOf(people, 'village')).toBe(militia);
      expect(wholeStock(empire)).toEqual({ gold: stock, food: stock, materials: stock });
      expect(capOf(empire)).toBe(cap);
    },
  );

  it('has one city with its id, no army, and an opening entry of its stock', () => {
    const empire = village(3);
    expect([empire.kind, cityOf(empire).id, empire.armies]).toEqual(['village', empire.id, []]);
    expect(empire.postings).toMatchObject([{ cause: 'founding', stock: empire.stock }]);
  });
});

describe('growth', () => {
  it.each([
    [1, 345_600_000 - 1, 1, 1],
    [1, 345_600_000, 1, 2],
    [1, 10 * dayMs, 1, 3],
    [0, 96 * hourMs, 1, 1],
    [1, Math.ceil(growthMs / 7) - 1, 7, 1],
    [1, Math.ceil(growthMs / 7), 7, 2],
    [5, 12 * dayMs, 1, 8],
    [5, 400 * dayMs, 1, 8],
  ])('from strength %i after %i ms at speed %i gives %i', (strength, ms, speed, expected) => {
    const empire = village(strength, speed);
    advance(makeWorld([empire], speed), t0 + ms, flatRolls);
    expect(strengthAt(empire)).toBe(expected);
  });

  it('ends at full strength, after which nothing is due', () => {
    const empire = village(7);
    expect(nextDueAt(empire, 1)).toBe(t0 + growthMs);
    advance(makeWorld([empire]), t0 + growthMs, flatRolls);
    expect([strengthAt(empire), nextDueAt(empire, 1)]).toEqual([8, null]);
  });

  it('comes before a contact of the same millisecond', () => {
    const empire = village(1);
    const raider = makeEmpire({ armies: [{ units: { soldiers: 60 } }], advancedAt: t0 });
    const world = makeWorld([empire, raider]);
    const now = t0 + growthMs - 60_000 * 6;
    advance(world, now, flatRolls);
    const battle = attack(world, { by: raider, on: empire, target: cityOf(empire), now });
    battle.contactAt = t0 + growthMs;
    the(raider.armies[0]?.march).arrivesAt = battle.contactAt;
    decideContact(world, battle, battleRandomOf, ignoreEvents);
    expect(battle.outcome?.defenderStart.militia).toBe(militiaOf(populationOf(cityOf(empire)), 'village'));
    expect(strengthAt(empire)).toBe(2);
  });
});

describe('an attack on a village', () => {
  /** A new empire attacks a new village with its garrison. */
  function raid(soldiers = 20, plan: EmpirePlan = {}) {
    const target = village(0);
    const raider = makeEmpire({ createdAt: t0, armies: [{ units: { soldiers, archers: 10 } }], ...plan });
    const world = makeWorld([target, raider]);
    const battle = attack(world, { by: raider, on: target, target: cityOf(target) });
    decideContact(world, battle, battleRandomOf, ignoreEvents);
    return { target, raider, battle };
  }

  it('is won by the first garrison, with loot in the first minutes, and does not delay its growth', () => {
    const { target, battle } = raid();
    expect(battle.outcome).toMatchObject({ result: 'attacker_won', defenderStart: { militia: 12 } });
    // (400 - 200) / 2 of each, and half of the 6 that it produced until the contact
    expect(battle.outcome?.loot).toEqual({ gold: 103, food: 103, materials: 103 });
    expect(nextDueAt(target, 1)).toBe(t0 + growthMs);
  });

  it('is never refused for protection', () => {
    const strong = { destroyedValue: 400 * 100_000 };
    expect(refusal(() => raid(20, strong))).toBeNull();
    expect(raid(20, strong).battle.outcome?.reason).toBeNull();
  });

  it('ends no protection, leaves no right to strike back, and adds to no score but its loss', () => {
    const { raider, target } = raid();
    expect([raider.protectionEnded, raider.destroyedValue, target.attackedBy]).toEqual([false, 0, {}]);
    expect(scoresOf(raider).total).toBeGreaterThan(0);
  });

  it('halves the plunder of the next one, which finds the militia whole again', () => {
    const { target, raider } = raid(200);
    const world = makeWorld([target, raider]);
    const now = the(raider.armies[0]?.march).arrivesAt;
    advance(world, now, battleRandomOf);
    const before = wholeStock(target);
    const battle = attack(world, { by: raider, on: target, target: cityOf(target), now, seed: 'second' });
    decideContact(world, battle, battleRandomOf, ignoreEvents);
    expect(battle.outcome?.defenderStart.militia).toBe(12);
    expect(battle.outcome?.loot.gold).toBeLessThanOrEqual(Math.floor((before.gold + 7 - 200) / 4));
    expect(battle.outcome?.loot.gold).toBeGreaterThan(0);
  });
});

describe('the bites of a village', () => {
  /** The plunder of each victory, all resources added, with so many hours between them. */
  const bitesOf = (strength: number, speed: number, hours: number): number[] => {
    const empire = { ...village(strength, speed), growsAt: null };
    return [0, 1, 2].map((bite) => {
      const now = t0 + (bite * hours * hourMs) / speed;
      advanceStock(empire, now, speed);
      return sumOf(plunder(empire, cityOf(empire), { carry: 10_000, battleId: `b${bite}`, at: now, speed }));
    });
  };

  it.each([0, 1, 2].flatMap((strength) => [1, 60].map((speed) => [strength, speed] as const)))(
    'are as large after six hours / speed: the second and third of strength %i at speed %i',
    (strength, speed) => {
      const [first = 0, second, third] = bitesOf(strength, speed, 6);
      expect(second).toBeGreaterThanOrEqual(first);
      expect(third).toBeGreaterThanOrEqual(0.8 * first);
      expect(bitesOf(strength, speed, 1)[1]).toBeLessThan(first / 2);
    },
  );
});
