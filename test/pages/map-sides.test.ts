/** Both maps tell what is own, an ally's or a stranger's by shapes and words, not by colour alone. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { enlist, foundAlliance, readAlliance } from '../support/alliances.ts';
import { plantSeat } from '../support/set-state.ts';
import { registerEmpire, useTestGame, useOne, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { Browser, partOf, wordsOf } from './browser.ts';

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

/** A sign of the map: its text for screen readers, and the id of the mark's shape. */
async function signOf(id: string): Promise<{ text: string; mark: string | null }> {
  const { html } = await browser.open('/map?x=20&y=0&zoom=2');
  const sign = new RegExp(`<a [^>]*id="${id}"[^]*?</a>`).exec(html)?.[0] ?? '';
  return {
    text: / aria-label="([^"]*)"/.exec(sign)?.[1] ?? '',
    mark: /href="#(mark-\w+)"/.exec(sign)?.[1] ?? null,
  };
}

describe('the map', () => {
  it('marks an own city, army and seat with one shape', async () => {
    expect(await signOf(`city-${own.tile.x},${own.tile.y}`)).toEqual({
      text: 'Capital, yours',
      mark: 'mark-own',
    });
    expect(await signOf(`army-${own.armyId}`)).toEqual({
      text: 'Army 1, yours, 30 units',
      mark: 'mark-own',
    });
    const { text, mark } = await signOf(`seat-${seatIds.get(1)}`);
    expect([text, mark]).toEqual([expect.stringMatching(/^Seat of [^,]+, yours, truce until /), 'mark-own']);
  });

  it('marks the city, army and seat of an ally with another one', async () => {
    const owner = `${nameOf(ally)} [${tag}]`;
    expect(await signOf(`city-${ally.tile.x},${ally.tile.y}`)).toEqual({
      text: `${owner}, your ally`,
      mark: 'mark-ally',
    });
    expect(await signOf(`army-${ally.armyId}`)).toEqual({
      text: `Army 1, ${owner}, your ally, 30 units`,
      mark: 'mark-ally',
    });
    const { text, mark } = await signOf(`seat-${seatIds.get(2)}`);
    expect(text).toMatch(/^Seat of [^,]+, Empire of \w+ \[\w+\], your ally, truce until /);
    expect(mark).toBe('mark-ally');
  });

  it('marks nothing of a stranger, of a village and of a keeper', async () => {
    const { html } = await browser.open('/map?x=20&y=0&zoom=2');
    const village = /class="city village[^"]*" id="([^"]+)"/.exec(html)?.[1] ?? 'no village in view';
    const seats = [seatIds.get(3), seatIds.get(0)].map((id) => `seat-${id}`);
    for (const id of [
      `city-${stranger.tile.x},${stranger.tile.y}`,
      `army-${stranger.armyId}`,
      village,
      ...seats,
    ]) {
      const { text, mark } = await signOf(id);
      expect([text.length > 0, text.includes(' your'), mark]).toEqual([true, false, null]);
    }
  });

  it('explains the shapes', async () => {
    const legend = partOf(await browser.open('/map'), 'map-legend');
    expect(legend).toMatch(/href="#mark-own"\/><\/svg>yours/);
    expect(legend).toMatch(/href="#mark-ally"\/><\/svg>your ally/);
  });

  it('lists them in words, seats included', async () => {
    const words = wordsOf(partOf(await browser.open('/map?x=20&y=0&zoom=2&list=all'), 'map-list'));
    expect(words).toContain('Capital yours');
    expect(words).toContain(`Army 1 ${nameOf(ally)} [${tag}], your ally`);
    expect(words).toContain(`Seat of Kallipe ${nameOf(ally)} [${tag}], your ally 49 | 0`);
    expect(words).toContain('Seat of Megaresos its keeper 0 | 0 –');
  });

  it('shows which places an ally guards', async () => {
    const { pool } = game.instance;
    const isMarked = async (id: string): Promise<boolean> => {
      const { html } = await browser.open('/map?x=20&y=0&zoom=2');
      return (new RegExp(`<a [^>]*id="${id}"[^]*?</a>`).exec(html)?.[0] ?? '').includes('#sign-guard');
    };
    const places = [
      { type: 'city', id: own.capitalId, sign: `city-${own.tile.x},${own.tile.y}` },
      { type: 'seat', id: seatIds.get(1) ?? '', sign: `seat-${seatIds.get(1)}` },
    ];
    const { rows } = await pool.query<{ x: number }>('SELECT x FROM armies WHERE id = $1', [ally.armyId]);
    for (const { sign, ...place } of places) {
      expect([(await signOf(sign)).text.includes('guarded'), await isMarked(sign)]).toEqual([false, false]);
      await pool.query('UPDATE armies SET guards = $2 WHERE id = $1', [ally.armyId, place]);
      expect([(await signOf(sign)).text.includes(', guarded'), await isMarked(sign)]).toEqual([true, true]);
    }
    await pool.query('UPDATE armies SET guards = NULL, x = $2 WHERE id = $1', [ally.armyId, rows[0]?.x]);
  });

  it('names allies on a tile and among the nearest', async () => {
    const { x, y } = ally.tile;
    const tile = wordsOf((await browser.open(`/map?at=${x},${y}`)).html);
    expect(tile).toContain(`${nameOf(ally)} [${tag}], your ally, capital`);
    expect(wordsOf((await browser.open('/map?x=9&y=0&zoom=5')).html)).toMatch(
      /score [\d,]+ [\d.]+ tiles your ally/,
    );
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
  const seat = { army_id: ally.armyId, target_type: 'seat', target_id: seatIds.get(3) };
  const marches = async () =>
    wordsOf(partOf(await browser.open('/map?x=20&y=0&zoom=2&list=all'), 'map-list'));
  const { body } = await ally.send<{ battle: { id: string } }>('POST', '/api/battle', seat);
  expect(await marches()).toContain(`${nameOf(ally)} [${tag}] your ally, attacks a seat on the way`);
  const { html } = await new Browser(game, stranger.cookie).open('/map?x=20&y=0&zoom=2');
  expect(html).toContain(`attacks you`);
  await ally.send('POST', `/api/army/${ally.armyId}/recall`);
  expect([body.battle.id.length, await marches()]).toEqual([
    36,
    expect.not.stringContaining('your ally, attacks'),
  ]);
});

it('after the ally has left, its signs have no mark', async () => {
  await ally.send('DELETE', `/api/alliance/${allianceId}/member/${ally.empireId}`);
  expect(await signOf(`city-${ally.tile.x},${ally.tile.y}`)).toEqual({ text: nameOf(ally), mark: null });
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
