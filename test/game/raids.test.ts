/** The list of raids, played: who sends what it has ticked gains; and what it never sends. */
import { describe, expect, it } from 'vitest';
import { listRaids } from '../../src/battle/raids.ts';
import { unitTypes } from '../../src/contract/vocabulary.ts';
import { villageDraftsOf } from '../../src/empire/operations.ts';
import { advance } from '../../src/game/advance.ts';
import { sumOf } from '../../src/game/balance.ts';
import { unitsOf } from '../../src/game/economy/stock.ts';
import { newEmpire } from '../../src/game/founding/founding.ts';
import { standsAt } from '../../src/game/march/marching.ts';
import { scoresOf, valueOf } from '../../src/game/diplomacy/scoring.ts';
import type { Empire, Units, WorldSlice } from '../../src/game/types.ts';
import { countUnits } from '../../src/game/counts.ts';
import { newVillage, placeVillages, villageRules } from '../../src/game/founding/villages.ts';
import { toRaidView } from '../../src/pages/reports/raids.ts';
import { orderOfField } from '../../src/pages/reports/raid-orders.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import {
  armyOf,
  at,
  attack,
  battleRandomOf,
  cityOf,
  dayMs,
  hourMs,
  makeEmpire,
  makeWorld,
  t0,
  the,
} from '../support/worlds.ts';

/** A line of the page for each of these empires, as after an attack on their first city. */
function linesOf(world: WorldSlice, empire: Empire, owners: readonly Empire[], now: number) {
  const { speed } = world;
  const targets = owners.map((owner) => {
    const city = cityOf(owner);
    const latest = [...world.battles.values()].filter(({ target }) => target.id === city.id).at(-1);
    const row = {
      ...{ type: 'city' as const, id: city.id, name: city.name, x: city.x, y: city.y },
      ...{ empire_id: owner.id, empire_name: owner.name, empire_kind: owner.kind },
      ...{ score: scoresOf(owner).total, created_at: owner.createdAt },
      ...{ protection_ended: owner.protectionEnded, last_active_at: owner.lastActiveAt },
      ...{ alliance_id: null, alliance_tag: null, dissolved_at: null },
      ...{ former_alliance_id: null, alliance_left_at: null, former_dissolved_at: null, leave: null },
      ...{ held_since: null, guard: null, battle_id: latest?.id ?? 'none', loot: null },
      ends_at: latest === undefined ? 0 : (latest.outcome?.endsAt ?? null),
      result: latest?.outcome?.result ?? null,
    };
    return { row, owner: { empire: owner, world, now } };
  });
  const state = { empire, world: { ...world, speed }, now };
  return listRaids(state, targets as unknown as Parameters<typeof listRaids>[1]).map(toRaidView);
}

/** A fresh empire with its villages. */
function freshWorld(seed: number) {
  const random = createSeededRandom(seed);
  const newId = random.uuid;
  const identity = { id: newId(), name: 'Fresh', ownerId: 'somebody', tile: at(0, 0) };
  const empire = newEmpire(identity, t0, newId);
  const villages = placeVillages(at(0, 0), villageDraftsOf(identity.id), [], 100).map((place) =>
    newVillage(place, 'nobody', { now: t0, speed: 1, newId }),
  );
  expect(villages.length).toBe(villageRules.length);
  return { world: makeWorld([empire, ...villages]), empire, villages, newId };
}

type Fresh = ReturnType<typeof freshWorld>;

/** Sends what the page has ticked, through the fields of its form. Returns how many raids. */
function sendTicked({ world, empire, villages, newId }: Fresh, now: number): number {
  const ticked = linesOf(world, empire, villages, now).filter(({ isTicked }) => isTicked);
  for (const { order } of ticked) {
    const { army_id, target_id, ...part } = orderOfField(the(order));
    const on = the(villages.find((village) => cityOf(village).id === target_id));
    const army = armyOf(empire, army_id);
    const sent = 'units' in part ? { units: part.units as Units, id: newId() } : null;
    attack(world, { by: empire, army, on, target: cityOf(on), now, seed: newId(), part: sent });
  }
  return ticked.length;
}

/** Follows the list for two days with a look every two hours. */
function follow(seed: number) {
  const fresh = freshWorld(seed);
  const { world, empire } = fresh;
  const valueAtFirst = valueOf(unitsOf(empire));
  let [loot, raids, bareLooks] = [0, 0, 0];
  for (let now = t0; now <= t0 + 2 * dayMs; now += 2 * hourMs) {
    for (const event of advance(world, now, battleRandomOf))
      if (event.kind === 'army_arrived' && event.empireId === empire.id) loot += sumOf(event.loot);
    raids += sendTicked(fresh, now);
    if (!empire.armies.some((army) => standsAt(army, cityOf(empire)))) bareLooks += 1;
  }
  return { raids, bareLooks, gain: loot - (valueAtFirst - valueOf(unitsOf(empire))) };
}

it('who follows the list for two days from a fresh empire gains, in 20 of 20 worlds, and leaves no city bare', () => {
  const games = Array.from({ length: 20 }, (_, seed) => follow(seed));
  expect(games.filter(({ gain }) => gain <= 0)).toEqual([]);
  expect(games.filter(({ bareLooks }) => bareLooks > 0)).toEqual([]);
  // Each has something to send.
  expect(Math.min(...games.map(({ raids }) => raids))).toBeGreaterThanOrEqual(4);
});

describe('a list', () => {
  const village = (id: string, x: number, stock: number, more: Parameters<typeof makeEmpire>[0] = {}) =>
    makeEmpire({
      ...{ id, kind: 'village', cities: [{ at: at(x, 0), levels: { warehouse: 0 } }] },
      ...{ stock: { gold: stock, food: stock, materials: stock }, ...more },
    });
  const linesAgainst = (armies: Parameters<typeof makeEmpire>[0], owners: readonly Empire[]) => {
    const own = makeEmpire({ id: 'own', ...armies });
    const world = makeWorld([own, ...owners]);
    return { own, world, lines: linesOf(world, own, owners, t0) };
  };
  const strong = { soldiers: 60 };

  it('begins with what brings most for an hour of march, not with the nearest', () => {
    const owners = [village('poor', 4, 300), village('rich', 8, 1900)];
    const { lines } = linesAgainst({ armies: [{ units: strong, at: at(0, 1) }] }, owners);
    expect(lines.map(({ row, raid }) => [row.empire_id, raid !== null])).toEqual([
      ['rich', true],
      ['poor', false],
    ]);
  });

  it('shows loot, losses and time, and ticks no raid that costs more than it brings', () => {
    const { lines } = linesAgainst({ armies: [{ units: strong, at: at(0, 1) }] }, [village('bare', 4, 200)]);
    const [line] = lines;
    expect(line).toMatchObject({
      isTicked: false,
      balance: { text: expect.stringMatching(/^brings nothing, costs about \d+$/) as string, isGain: false },
      raid: { won: 40, loot: 0, marchMs: expect.any(Number) as number },
    });
    expect(line?.order).not.toBeNull();
  });

  it('sends a part of the last army of a city, all of an army in the field, no guard and nobody from a seat', () => {
    const rich = [village('rich', 4, 1900)];
    const sentFrom = (army: NonNullable<Parameters<typeof makeEmpire>[0]>['armies']) =>
      linesAgainst({ armies: the(army) }, rich).lines[0]?.raid?.units ?? null;
    expect(sentFrom([{ units: strong }])).toMatchObject({ soldiers: 45 });
    expect(sentFrom([{ units: strong, at: at(0, 1) }])).toMatchObject({ soldiers: 60 });
    expect(sentFrom([{ units: strong, at: at(9, 0), guards: { type: 'city', id: 'x' } }])).toBeNull();
    expect(sentFrom([{ units: { soldiers: 1 } }])).toBeNull();
    const seats = [{ id: 'seat', number: 0, x: 9, y: 0, heldSince: t0 }];
    const { lines } = linesAgainst({ armies: [{ units: strong, at: at(9, 0) }], seats }, rich);
    expect(lines[0]?.raid).toBeNull();
  });

  it('sends nobody who would lose, also if a better army goes elsewhere', () => {
    const owners = [village('rich', 4, 1900), village('richer', -4, 3900)];
    const { lines } = linesAgainst(
      { armies: [{ units: strong }, { units: { soldiers: 1 }, at: at(0, 1) }] },
      owners,
    );
    expect(
      lines.map(({ row, raid, order, why }) => [row.empire_id, raid !== null, order !== null, why]),
    ).toEqual([
      ['rich', true, true, null],
      ['richer', false, false, 'No free army would win. Those at your seats stay.'],
    ]);
  });

  it('keeps a part of the second of two armies of a city, if the first goes as a whole', () => {
    const owners = [village('one', 4, 1900), village('two', -4, 1900)];
    const { lines } = linesAgainst({ armies: [{ units: strong }, { units: strong }] }, owners);
    const sent = lines.map(({ raid }) => countUnits(the(raid).units)).sort();
    expect(sent).toEqual([45, 60]);
  });

  it('ticks no second raid while one is under way', () => {
    const owners = [village('rich', 4, 1900)];
    const armies = [{ units: strong }, { units: strong, at: at(0, 1) }];
    const { own, world, lines } = linesAgainst({ armies }, owners);
    expect(lines[0]).toMatchObject({ isTicked: true });
    const on = the(owners[0]);
    attack(world, { by: own, on, target: cityOf(on) });
    const [line] = linesOf(world, own, owners, t0);
    expect(line).toMatchObject({ isTicked: false, why: 'A raid is under way.' });
  });

  it('writes the units of a part into its field, and reads them', () => {
    const { lines } = linesAgainst({ armies: [{ units: { soldiers: 60, archers: 8 } }] }, [
      village('rich', 4, 1900),
    ]);
    const field = the(lines[0]?.order);
    expect(field).toBe('own-a1:city:rich-c1:45,6,0,0');
    const order = orderOfField(field);
    expect(order).toMatchObject({ army_id: 'own-a1', target_type: 'city', target_id: 'rich-c1' });
    expect('units' in order && Object.keys(order.units)).toEqual([...unitTypes]);
  });
});
