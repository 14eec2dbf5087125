/** Both maps tell what is own, an ally's or a stranger's by shapes and words, not by colour alone. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { enlist, foundAlliance, readAlliance } from '../support/alliances.ts';
import { plantSeat } from '../support/set-state.ts';
import { registerEmpire, useTestGame, useOne, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { the } from '../support/worlds.ts';
import { Browser, partOf } from './browser.ts';

const game = useTestGame();
let allianceId: string;
let tag: string;
let browser: Browser;
/** Ids of seats by number. */
const seatIds = new Map<number, string>();

const own = useOne(() => createEmpire(game, { x: 0, y: -6 }));
const ally = useOne(() => createEmpire(game, { x: 9, y: 0 }));
const stranger = useOne(() => registerEmpire(game.url, { x: -9, y: 0 }));

beforeAll(async () => {
  allianceId = await foundAlliance(own);
  ({ tag } = await readAlliance(own, allianceId));
  await enlist(own, allianceId, ally);
  // A member of another alliance is no ally.
  await foundAlliance(stranger);
  const { pool } = game.instance;
  for (const [index, { armyId, empireId, tile }] of [own, ally, stranger].entries()) {
    const place = { number: index + 1, tile: { x: tile.x + 40, y: tile.y } };
    await plantSeat(game, { ...place, holderId: empireId, heldSince: game.clock.now() });
    await pool.query('UPDATE armies SET x = x + 2 WHERE id = $1', [armyId]);
  }
  const { rows } = await pool.query<{ id: string; number: number }>('SELECT id, number FROM seats');
  for (const { id, number } of rows) seatIds.set(number, id);
  browser = new Browser(game, own.cookie);
});

const nameOf = ({ username }: Ruler): string => `Empire of ${username}`;

const seen = '/map?x=20&y=0&zoom=2';

/** A sign of the map: its text for screen readers, the id of the mark's shape, and whether it has that of a guard. */
async function signOf(id: string): Promise<{ text: string; mark: string | null; isGuarded: boolean }> {
  const { html } = await browser.open(seen);
  const sign = new RegExp(`<a [^>]*id="${id}"[^]*?</a>`).exec(html)?.[0] ?? '';
  return {
    text: / aria-label="([^"]*)"/.exec(sign)?.[1] ?? '',
    mark: /href="#(mark-\w+)"/.exec(sign)?.[1] ?? null,
    isGuarded: sign.includes('#sign-guard'),
  };
}

const cityOf = ({ tile }: Ruler): string => `city-${tile.x}_${tile.y}`;
const seat = (number: number): string => `seat-${seatIds.get(number)}`;

describe('the map', () => {
  it.each([
    ['the own city', () => cityOf(own), 'mark-own', /^Capital, yours$/],
    ['the own army', () => `army-${own.armyId}`, 'mark-own', /^Army 1, yours, 30 units$/],
    ['the own seat', () => seat(1), 'mark-own', /^Seat of [^,]+, yours, truce for 8 h/],
    ['an ally’s city', () => cityOf(ally), 'mark-ally', /^OWNER, your ally$/],
    ['an ally’s army', () => `army-${ally.armyId}`, 'mark-ally', /^Army 1, OWNER, your ally, 30 units$/],
    ['an ally’s seat', () => seat(2), 'mark-ally', /^Seat of [^,]+, OWNER, your ally, truce for 8 h/],
    ['a stranger’s city', () => cityOf(stranger), null, /^(?!.* your).+/],
    ['a stranger’s army', () => `army-${stranger.armyId}`, null, /^(?!.* your).+/],
    ['a stranger’s seat', () => seat(3), null, /^(?!.* your).+/],
    ['the seat of a keeper', () => seat(0), null, /^(?!.* your).+/],
  ])('marks %s with the shape of its side, and says whose it is', async (_sign, idOf, mark, words) => {
    const sign = await signOf(idOf());
    expect(sign.text.replace(`${nameOf(ally)} [${tag}]`, 'OWNER')).toMatch(words);
    expect(sign.mark).toBe(mark);
  });

  it('marks no village', async () => {
    const { html } = await browser.open(seen);
    const { text, mark } = await signOf(the(/class="city village[^"]*" id="([^"]+)"/.exec(html)?.[1]));
    expect([text, mark]).toEqual([expect.stringMatching(/^(?!.* your).+/), null]);
  });

  it('explains the shapes', async () => {
    const legend = partOf(await browser.open('/map'), 'map-legend');
    expect(legend).toMatch(/href="#mark-own"\/><\/svg>yours/);
    expect(legend).toMatch(/href="#mark-ally"\/><\/svg>your ally/);
  });

  it('lists them in words, seats included', async () => {
    const words = await browser.words(`${seen}&list=all`, 'map-list');
    expect(words).toContain('Capital yours');
    expect(words).toContain(`Army 1 ${nameOf(ally)} [${tag}], your ally`);
    expect(words).toContain(`Seat of Kallipe ${nameOf(ally)} [${tag}], your ally 49 | 0`);
    expect(words).toContain('Seat of Megaresos its keeper 0 | 0 –');
  });

  it('shows which places an ally guards', async () => {
    const { pool } = game.instance;
    const places = [
      { type: 'city', id: own.capitalId, sign: cityOf(own) },
      { type: 'seat', id: seatIds.get(1), sign: seat(1) },
    ];
    const { rows } = await pool.query<{ x: number }>('SELECT x FROM armies WHERE id = $1', [ally.armyId]);
    for (const { sign, ...place } of places) {
      const before = await signOf(sign);
      expect([before.text.includes('guarded'), before.isGuarded]).toEqual([false, false]);
      await pool.query('UPDATE armies SET guards = $2 WHERE id = $1', [ally.armyId, place]);
      const guarded = await signOf(sign);
      expect([guarded.text.includes(', guarded'), guarded.isGuarded]).toEqual([true, true]);
    }
    await pool.query('UPDATE armies SET guards = NULL, x = $2 WHERE id = $1', [ally.armyId, rows[0]?.x]);
  });

  it('names allies on a tile and among the nearest', async () => {
    const { x, y } = ally.tile;
    expect(await browser.words(`/map?at=${x},${y}`)).toContain(
      `${nameOf(ally)} [${tag}], your ally, capital`,
    );
    expect(await browser.words('/map?x=9&y=0&zoom=5')).toMatch(/score [\d,]+ [\d.]+ tiles your ally/);
  });
});

it('the map of the overview marks the same', async () => {
  const sketch = partOf(await browser.open('/dashboard'), 'sketch');
  expect([...sketch.matchAll(/href="#(mark-\w+)"/g)].map(([, mark]) => mark).sort()).toEqual([
    'mark-ally',
    'mark-ally',
    'mark-own',
    'mark-own',
  ]);
});

it('shows the attack of an ally on a seat, and no other march of allies', async () => {
  const order = { army_id: ally.armyId, target_type: 'seat', target_id: seatIds.get(3) };
  const marches = () => browser.words(`${seen}&list=all`, 'map-list');
  expect((await ally.send('POST', '/api/battle', order)).status).toBe(201);
  expect(await marches()).toContain(`${nameOf(ally)} [${tag}] your ally, attacks a seat on the way`);
  expect((await new Browser(game, stranger.cookie).open(seen)).html).toContain('attacks you');
  await ally.send('POST', `/api/army/${ally.armyId}/recall`);
  expect(await marches()).not.toContain('your ally, attacks');
});

it('after the ally has left, its signs have no mark', async () => {
  await ally.send('DELETE', `/api/alliance/${allianceId}/member/${ally.empireId}`);
  expect(await signOf(cityOf(ally))).toEqual({ text: nameOf(ally), mark: null, isGuarded: false });
});

/** WCAG 2: the relative luminance of a colour. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each(['tokens', 'dark'])('the marks stand off every ground of the map by 3:1: %s', (sheet) => {
  const css = readFileSync(new URL(`../../public/css/${sheet}.css`, import.meta.url), 'utf8');
  const colourOf = (name: string): string => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1] ?? '';
  for (const mark of ['own', 'gain', 'ink']) {
    for (const ground of ['map-sea', 'map-land', 'map-wood', 'map-h1', 'map-h2', 'map-halo', 'sheet']) {
      const [dark = 0, light = 0] = [mark, ground]
        .map((name) => luminanceOf(colourOf(name)))
        .toSorted((a, b) => a - b);
      expect((light + 0.05) / (dark + 0.05), `${mark} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  }
});
