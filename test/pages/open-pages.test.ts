/** Public pages: rankings, landing page, account forms, errors, robots.txt. */
import { beforeAll, describe, expect, it } from 'vitest';
import { bannerOf } from '../../src/pages/shared/sides.ts';
import { expose, setUnits } from '../support/set-state.ts';
import { registerEmpire, startTestGame, useTestGame, type Ruler } from '../support/game.ts';
import { attackCity } from '../support/players.ts';
import { refreshRankings } from '../support/rankings.ts';
import { Browser, partOf } from './browser.ts';
import { rowsAfter } from './tables.ts';

const game = useTestGame({ unsound: 'battles get another end' });
let ann: Ruler;
let bob: Ruler;
let emptyWorld: { landing: string; world: string };

beforeAll(async () => {
  emptyWorld = { landing: await read('/'), world: await read('/world') };
  ann = await registerEmpire(game.url, { x: 0, y: 0 });
  bob = await registerEmpire(game.url, { x: 9, y: 0 });
  const sql = 'UPDATE empires SET military_score = $2, economic_score = $3 WHERE id = $1';
  await game.query(sql, ann.empireId, 500, 10);
  await game.query(sql, bob.empireId, 20, 400);
  await refreshRankings(game);
});

async function read(path: string, ruler?: { cookie: string }): Promise<string> {
  return (await new Browser(game, ruler?.cookie).open(path)).html;
}

const nameOf = (ruler: Ruler): string => `Empire of ${ruler.username}`;

describe('the rankings', () => {
  it.each([
    ['', 'ann'],
    ['?type=score', 'ann'],
    ['?type=military', 'ann'],
    ['?type=economic', 'bob'],
  ] as const)('%s begin with the best of their type', async (query, best) => {
    const [first] = rowsAfter(await read(`/world${query}`), 'id="rankings"');
    expect(first?.slice(0, 2)).toEqual(['1', nameOf({ ann, bob }[best])]);
  });

  it('show the number of empires, their banners, and links to their pages', async () => {
    const html = await read('/world');
    expect(html).toContain('<b>2</b> rulers');
    expect(html).toContain(`<a href="/empire/${ann.empireId}">${nameOf(ann)}</a>`);
    expect(html).toContain(`class="banner pigment-${bannerOf(ann.empireId).pigment}"`);
    expect(html).not.toContain('class="me"');
  });

  it('mark the viewer’s row, and link each other player to the form for a message', async () => {
    const html = await read('/world', bob);
    expect(html).toMatch(new RegExp(`<tr class="me" id="me">[^]*?${nameOf(bob)}[^]*?class="you"`));
    expect(html).toContain(`href="/empire/${ann.empireId}#write">${ann.username}</a>`);
    expect(html).not.toContain(`#write">${bob.username}</a>`);
    expect(await read(`/empire/${ann.empireId}`, bob)).toContain('id="write"');
  });

  it('show the viewer’s rank in each ranking', async () => {
    const place = partOf(await new Browser(game, bob.cookie).open('/world'), 'place');
    expect(place).toMatch(/<p class="place">2<\/p>\s+<p class="sub">of 2; military 2, economic 1/);
  });

  it('show the empires within reach, and their lead', async () => {
    const html = await read('/world', bob);
    expect(html.slice(html.indexOf('id="reach"'))).toMatch(
      new RegExp(`<b><a href="/empire/${ann.empireId}">${nameOf(ann)}</a></b><span>\\+90</span>`),
    );
  });

  const unknown = ['glory', 'score%00', '__proto__'];
  it.each(unknown)('answer the unknown type %s with a page and 400', async (type) => {
    const { status, html } = await new Browser(game).open(`/world?type=${type}`);
    expect([status, html]).toEqual([400, expect.stringContaining('role="alert"')]);
  });

  it('state that an empty world is empty', () => {
    expect(emptyWorld.world).toContain('Nobody rules here yet');
  });
});

describe('the landing page', () => {
  it('shows an example battle in an empty world, labelled as such', () => {
    expect(emptyWorld.landing).toContain(
      'An example, until a longer fight of this world is an hour old: 100 knights and 25 catapults against 200 archers and 10 militia behind a wall of level 10, 4 rounds.',
    );
  });

  it('draws the strength of the example as resolved by the game', () => {
    // 72 of 100 knights and 18 of 25 catapults are left, and no archers.
    expect(emptyWorld.landing).toMatch(/Attacker ends with 72 % left, Defender with none left/);
  });

  it('shows a real battle once there is one', async () => {
    await setUnits(game, ann.armyId, { soldiers: 200 });
    await setUnits(game, bob.armyId, { soldiers: 150 });
    await expose(game, bob.empireId);
    await attackCity(ann, bob);
    await game.pass(24 * 3_600_000);
    expect(await read('/')).toContain(`${nameOf(ann)} attacked ${nameOf(bob)}: 200 soldiers against`);
  });

  it('lists the best empires and offers registration to guests', async () => {
    const html = await read('/');
    expect(html).toContain(nameOf(ann));
    expect(html).toContain('href="/register">Found an empire');
  });

  it('links players to their dashboard and marks their row', async () => {
    const html = await read('/', ann);
    expect(html).toContain('To your overview');
    expect(html).toContain('<tr class="me" id="me">');
  });

  it('shows no battle that ended less than an hour ago', async () => {
    const moveEnd = (ms: number) =>
      game.query('UPDATE battles SET ends_at = $1::bigint', game.clock.now() - ms);
    await moveEnd(3_599_000);
    game.clock.advance(31_000);
    // The advance past the cache period moved the end further into the past.
    await moveEnd(3_599_000);
    const fresh = await read('/');
    await moveEnd(24 * 3_600_000);
    const held = await read('/');
    game.clock.advance(31_000);
    const rested = await read('/');
    expect([fresh, held, rested].map((html) => html.includes(' attacked '))).toEqual([false, false, true]);
  });

  it('links to the report for participants only', async () => {
    const links = await Promise.all([ann, bob, undefined].map((reader) => read('/', reader)));
    expect(links.map((html) => html.includes('Whole report'))).toEqual([true, true, false]);
  });
});

describe('metadata for search engines and browsers', () => {
  it.each(['/', '/login', '/register', '/rules', '/world'])('%s describes itself', async (path) => {
    expect(await read(path)).toMatch(/<meta name="description" content="[^"]{40,160}/);
  });

  it('excludes private pages in robots.txt', async () => {
    const { status, html } = await new Browser(game).open('/robots.txt');
    expect([status, html]).toEqual([200, expect.stringContaining('Disallow: /api/')]);
  });

  const styled = ['/', '/world', '/rules', '/login', '/nowhere'];
  it.each(styled)('%s has no inline script or style', async (path) => {
    expect(await read(path)).not.toMatch(/<script(?![^>]* src=)|<style|<[^>]*\s(?:style|on\w+)=/);
  });

  it.each([
    '/',
    '/world',
    '/rules',
    '/docs',
    '/dashboard',
    '/armies',
    '/account',
    () => `/city/${ann.capitalId}`,
  ])('%s uses no id twice', async (path) => {
    const ids = [
      ...(await read(typeof path === 'string' ? path : path(), ann)).matchAll(/ id="([\w-]+)"/g),
    ].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

describe('errors', () => {
  it('state what to do, with links back', async () => {
    const { status, html } = await new Browser(game).open('/nowhere');
    expect(status).toBe(404);
    expect(html).toContain('The address may be mistyped');
    expect(html).toContain('href="/"');
  });

  it('link to the dashboard and the map for players', async () => {
    const html = await read('/nowhere', ann);
    expect(html).toContain('href="/dashboard">To your overview');
    expect(html).toContain('href="/map">To the map');
  });

  it('render even if the database fails', async () => {
    const broken = await startTestGame({ unsound: 'a table is missing' });
    await broken.query('DROP TABLE empires CASCADE');
    const { status, html } = await new Browser(broken).open('/');
    await broken.stop();
    expect([status, html.includes('It is our mistake, not yours.')]).toEqual([500, true]);
  });
});
