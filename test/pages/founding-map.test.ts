/** Choosing a tile on a map: for the first city, for further ones, and on the map of the whole world. */
import { beforeAll, describe, expect, it } from 'vitest';
import { selectCitySquares } from '../../src/city/map-queries.ts';
import { enrich } from '../support/set-state.ts';
import { useTestGame, type Player, useOne } from '../support/game.ts';
import { createPlayer, createEmpire } from '../support/players.ts';
import { Browser, wordsOf, type Page } from './browser.ts';

const game = useTestGame();
let newcomer: Player;
const ann = useOne(() => createEmpire(game, { x: 100, y: 100 }));
beforeAll(async () => {
  await enrich(game, ann.empireId);
  newcomer = await createPlayer(game);
});

const open = (player: { cookie: string }, path: string): Promise<Page> =>
  new Browser(game, player.cookie).open(path);
const chosenIn = ({ html }: Page): string =>
  /<b>([^<]*)<\/b> is (?:not )?free/.exec(html)?.[1]?.replace(/[\s\u2060]+/g, '') ?? '';

describe('the founding of an empire', () => {
  it('has a link for every legal tile of its map, and none for another one', async () => {
    const { html } = await open(newcomer, '/dashboard?around=100,100');
    const tiles = [...html.matchAll(/href="\/dashboard\?at=(-?\d+),(-?\d+)&amp;around=100,100#sketch"/g)];
    const isNear = ([, x, y]: RegExpMatchArray): boolean =>
      Math.max(Math.abs(Number(x) - 100), Math.abs(Number(y) - 100)) < 3;
    // 25 x 17 tiles without the 5 x 5 around the only city.
    expect(tiles).toHaveLength(25 * 17 - 25);
    expect(tiles.filter(isNear)).toEqual([]);
  });

  it('takes the tile of the link into the form, and the map stays where it was', async () => {
    const page = await open(newcomer, '/dashboard?at=104,98&around=100,100');
    expect(page.html).toMatch(/name="x"[^>]*value="104"[^]*name="y"[^>]*value="98"/);
    expect(chosenIn(page)).toBe('104|98');
    expect(page.html).toContain('at=105,98&amp;around=100,100#sketch');
  });

  it('says that a tile is not free', async () => {
    expect(wordsOf((await open(newcomer, '/dashboard?at=101,100')).html)).toContain('101 | 100 is not free');
  });

  it('keeps the tile of a refused form chosen', async () => {
    const fields = { name: 'ab', x: '104', y: '98' };
    const page = await new Browser(game, newcomer.cookie).submit('/dashboard/empire', fields);
    expect([page.status, chosenIn(page)]).toEqual([400, '104|98']);
    expect(page.html).toContain('around=104,98#sketch');
  });

  it('moves by links, inside the world', async () => {
    const { html } = await open(newcomer, '/dashboard?around=995,0');
    expect(html).toContain('href="/dashboard?around=1000,0#sketch">East');
  });

  const wrong = ['at=1001,0', 'at=x', 'around=5', 'at=1e3,0'];
  it.each(wrong)('suggests a tile if the address is wrong: %s', async (query) => {
    const page = await open(newcomer, `/dashboard?${query}`);
    expect([page.status, chosenIn(page)]).toEqual([200, expect.stringMatching(/^−?\d+\|−?\d+$/)]);
  });
});

describe('the founding of a further city', () => {
  it('opens with a legal tile chosen, the legal ones shaded, and the form first', async () => {
    const page = await open(ann, '/map?found=1');
    const [, x = '', y = ''] = /data-at="(-?\d+),(-?\d+)"/.exec(page.html) ?? [];
    expect(Math.max(Math.abs(Number(x) - 100), Math.abs(Number(y) - 100))).toBe(3);
    expect(page.html).toMatch(/id="map-legal"[^>]* d="M/);
    expect(page.html.indexOf('id="map-found"')).toBeLessThan(page.html.indexOf('id="map-send"'));
    const answer = await new Browser(game, ann.cookie).submit('/map/found', { at: `${x},${y}` });
    expect(wordsOf(answer.html)).toMatch(/[A-Z][a-z]+ is founded at/);
  });

  it('keeps the shading in every link of the map', async () => {
    const { html } = await open(ann, '/map?found=1&x=100&y=100');
    expect(html).toMatch(/href="\/map\?x=100&amp;y=\d+&amp;at=[^"]*&amp;found=1" data-pan="0,1"/);
  });

  it('shades nothing otherwise', async () => {
    expect((await open(ann, '/map')).html).not.toContain('map-legal');
  });
});

describe('the whole world', () => {
  it('counts the cities of players, not villages, and follows foundings and deletions', async () => {
    const { pool } = game.instance;
    const counted = async () => (await selectCitySquares(pool, 20)).sort((a, b) => a.x - b.x || a.y - b.y);
    const before = await counted();
    const bob = await createEmpire(game, { x: -41, y: -1 });
    const square = { x: -3, y: -1, cities: 1, leader_id: bob.empireId, city_x: -41, city_y: -1 };
    expect(await counted()).toEqual([square, ...before]);
    await pool.query('UPDATE users SET empire_id = NULL WHERE empire_id = $1', [bob.empireId]);
    await pool.query('DELETE FROM empires WHERE id = $1', [bob.empireId]);
    expect(await counted()).toEqual(before);
  });

  it('leads to the map, to the founding, or nowhere', async () => {
    expect((await open(ann, '/world')).html).toMatch(/href="\/map\?x=\d+&amp;y=\d+&amp;zoom=1"/);
    expect((await open(newcomer, '/world')).html).toMatch(/href="\/dashboard\?around=\d+,\d+"/);
    const { html } = await new Browser(game).open('/world');
    expect(html).toMatch(/\d+ cities around|1 city around/);
    expect(html).not.toMatch(/zoom=1|around=/);
  });

  it('shows the own cities', async () => {
    expect((await open(ann, '/world')).html).toContain('<circle class="own" cx="100" cy="-100"');
  });
});
