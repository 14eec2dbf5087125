/** A sack over HTTP: its end is shown in the city, on the map, in the report, in the events and on the pages. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { BattleView } from '../../src/contract/battle.ts';
import type { map } from '../../src/contract/map.ts';
import { isoOf } from '../../src/kernel/time.ts';
import { setLevels, setStock, setUnits } from '../support/set-state.ts';
import { useTestGame, useOne, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { entriesOf, orderAttack, readBattle, readCities, readLog, recallArmy } from '../support/requests.ts';
import { Browser } from '../pages/browser.ts';
import { dayMs, hourMs } from '../support/worlds.ts';

const game = useTestGame();
let report: BattleView;
let contactAt: number;

const cityOf = async (reader: Ruler) => (await readCities(reader, bob.empireId))[0];
const onMap = async () => {
  const { x, y } = bob.tile;
  const { cities } = await ann.read<z.infer<typeof map>>(`/api/map?x=${x}&y=${y}&radius=2`);
  return cities.find(({ id }) => id === bob.capitalId)?.sacked_until;
};
const pageOf = async (reader: Ruler, path: string): Promise<string> =>
  (await new Browser(game, reader.cookie).open(path)).html;

const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 0, y: 6 }));

beforeAll(async () => {
  await game.pass(dayMs);
  await setLevels(game, bob.capitalId, { town_hall: 5, farm: 6, quarry: 4, market: 5, barracks: 3 });
  await bob.send('PUT', `/api/empire/${bob.empireId}`, { description: 'Rich' });
  await setStock(game, bob.empireId, { gold: 400, food: 400, materials: 400 });
  await setUnits(game, bob.armyId, { soldiers: 1 });
  await setUnits(game, ann.armyId, { soldiers: 80 });
  const { body } = await orderAttack(ann, bob.capitalId);
  contactAt = Date.parse(body.battle.contact_at);
  await game.pass(contactAt - game.clock.now());
  await game.pass(60_000);
  report = await readBattle(ann, body.battle.id);
});

const endsAt = (): string => isoOf(contactAt + 2 * hourMs);

describe('a sacked city', () => {
  it('shows until when, to its owner and to others', async () => {
    for (const reader of [bob, ann]) expect((await cityOf(reader))?.sacked_until).toBe(endsAt());
  });

  it('is marked on the map', async () => {
    expect(await onMap()).toBe(endsAt());
    expect(await pageOf(ann, `/map?x=${bob.tile.x}&y=${bob.tile.y}`)).toMatch(/aria-label="[^"]*, sacked"/);
  });

  it('says so on its page and on the overview', async () => {
    expect(await pageOf(bob, `/city/${bob.capitalId}`)).toContain('halved by a sack');
    const overview = await pageOf(bob, '/dashboard');
    expect(overview).toContain('sacked: half output');
    expect(overview).toContain('Full output again');
  });

  it('says so on its tile', async () => {
    const { x, y } = bob.tile;
    expect(await pageOf(ann, `/map?x=${x}&y=${y}&at=${x},${y}`)).toContain('plunder from stock only');
  });
});

describe('the report', () => {
  it('has the end of the sack and its part of the loot', () => {
    expect(report).toMatchObject({
      result: 'attacker_won',
      sack: { until: endsAt(), loot: { gold: 424, food: 668, materials: 322 } },
    });
  });

  it('shows both parts on its page', async () => {
    const html = await pageOf(bob, `/battle/${report.id}`);
    for (const text of ['From stock', 'By the sack', 'Your city was sacked']) expect(html).toContain(text);
  });

  it('is summed up for both sides', async () => {
    expect(await pageOf(bob, '/reports')).toContain('It makes half its output for another');
    expect(await pageOf(ann, '/reports')).toContain('You sacked it.');
  });
});

describe('the end of the sack', () => {
  beforeAll(() => game.pass(2 * hourMs));

  it('is an event', async () => {
    const { events } = await readLog(bob);
    expect(events.at(-1)).toMatchObject({
      type: 'sack_ended',
      at: endsAt(),
      data: { city_id: bob.capitalId, city_name: 'Capital' },
    });
    expect(await pageOf(bob, '/reports')).toContain('recovered from its sack');
  });

  it('restores the output', async () => {
    expect(await cityOf(bob)).toMatchObject({
      sacked_until: null,
      production: { gold: 424, food: 668, materials: 323 },
    });
    expect(await onMap()).toBeNull();
  });
});

describe('after a recall', () => {
  const attack = () => orderAttack(ann, bob.capitalId);
  beforeAll(async () => {
    await game.pass(hourMs);
    await attack();
    await recallArmy(ann);
  });

  it('the page says so before the order', async () => {
    const { x, y } = bob.tile;
    expect(await pageOf(ann, `/map?x=${x}&y=${y}&at=${x},${y}`)).toContain(
      'You recalled an attack on this target a short time ago: you may attack it again at',
    );
  });

  it('the next called-off attack counts the ones before, and the page shows one entry', async () => {
    await game.pass(2 * hourMs);
    expect((await attack()).status).toBe(201);
    await recallArmy(ann);
    expect(await entriesOf(bob, 'battle_called_off')).toMatchObject([
      { data: { count: 1 } },
      { data: { count: 2 } },
    ]);
    const page = await pageOf(bob, '/reports');
    const html = page.slice(page.indexOf('id="chronicle"'));
    expect(html).toContain('2 attacks by');
    expect(html.match(/called off/g)).toHaveLength(1);
    expect(html.match(/sent an army against/g)).toHaveLength(2);
  });

  it('the entries of the attacker have no count', async () => {
    const called = await entriesOf(ann, 'battle_called_off');
    expect(called.map(({ data }) => 'count' in data)).toEqual([false, false]);
  });
});
