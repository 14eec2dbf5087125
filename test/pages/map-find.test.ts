/** The search of the map: tiles as people write them, empires, own cities. */
import { describe, expect, it } from 'vitest';
import { registerEmpire, useTestGame, useOne } from '../support/game.ts';
import { seatName, tileText } from '../../src/pages/shared/formatters.ts';
import { plantSeat } from '../support/set-state.ts';
import { the } from '../support/worlds.ts';
import { Browser, wordsOf, type Page } from './browser.ts';

const game = useTestGame({ unsound: 'a seat is stored' });
const ann = useOne(() => registerEmpire(game.url, { x: 0, y: 0 }));
const bob = useOne(() => registerEmpire(game.url, { x: 8, y: 6 }));

const browser = useOne(() => new Browser(game, ann.cookie));

describe('a search on the map', () => {
  const find = (wish: string): Promise<Page> => browser.open(`/map?find=${encodeURIComponent(wish)}`);
  const centreOf = ({ html }: Page): string =>
    /data-x="(-?\d+)" data-y="(-?\d+)"/.exec(html)?.slice(1).join() ?? '';

  it.each([
    ...['12 | −34', '12|-34', '12,-34', ' 12  -34 '].map((wish) => [wish, '12,-34'] as const),
    // As the pages show them.
    ['12\u00a0|\u2060\u00a0−34', '12,-34'],
    ['−996\u00a0|\u2060\u00a0437', '-996,437'],
    ['1,000\u00a0|\u2060\u00a0−1,000', '1000,-1000'],
  ] as const)('finds the tile %s', async (wish, tile) => {
    expect(centreOf(await find(wish))).toBe(tile);
  });

  it.each(['a%00b', '%00', '%ED%A0%80', '%7F', '%E2%80%8Bx', 'x'.repeat(101), `1${'%20'.repeat(5000)}`])(
    'refuses the impossible name %s',
    async (wish) => {
      const { status, html } = await browser.open(`/map?find=${wish}`);
      expect(status).toBe(404);
      expect(html).toContain('No place, empire or player has a name that begins so');
    },
  );

  it('finds an empire, ignoring case', async () => {
    const page = await find(`EMPIRE OF ${bob.username.toUpperCase()}`);
    expect(centreOf(page)).toBe(`${bob.tile.x},${bob.tile.y}`);
  });

  it.each([
    ['a city of another empire, by the beginning of its name', () => 'farthest h'],
    ['a player', () => bob.username],
  ])('finds %s, as the page of the search does', async (_, words) => {
    await game.query(
      `UPDATE cities SET name = 'Farthest Haven', name_key = 'farthest haven' WHERE id = $1`,
      bob.capitalId,
    );
    expect(centreOf(await find(words()))).toBe(`${bob.tile.x},${bob.tile.y}`);
  });

  it('finds a village near the capital, as the page of the search does', async () => {
    const [village] = await game.query<{ name: string; x: number; y: number }>(
      'SELECT name, x, y FROM cities WHERE id = empire_id ORDER BY x ^ 2 + y ^ 2 LIMIT 1',
    );
    const { name, ...tile } = the(village);
    expect(centreOf(await find(name.toUpperCase()))).toBe(`${tile.x},${tile.y}`);
    const results = await browser.words(`/search?name=${name.slice(0, -1)}`, 'results');
    expect(results).toContain(`${name} village near you ${wordsOf(tileText(tile))}`);
  });

  it('finds a seat near the capital, also by what follows "Seat of"', async () => {
    const tile = { x: 40, y: -30 };
    await plantSeat(game, { number: 70, holderId: ann.empireId, heldSince: game.clock.now(), tile });
    const name = seatName(tile);
    for (const words of [name, name.slice('Seat of '.length)])
      expect(centreOf(await find(words))).toBe('40,-30');
    const results = await browser.words(`/search?name=${encodeURIComponent(name)}`, 'results');
    expect(results).toContain(`${name} seat near you ${wordsOf(tileText(tile))}`);
  });

  it('prefers an own city', async () => {
    expect(centreOf(await find('capital'))).toBe(`${ann.tile.x},${ann.tile.y}`);
  });

  it('keeps the typed text, escaped', async () => {
    expect((await find('<b>Atlantis')).html).toContain('value="&lt;b&gt;Atlantis"');
  });

  it('refuses a tile outside the world', async () => {
    expect((await find('1001 | 0')).status).toBe(400);
  });
});
