/** What every page has around its content, and limits of its fields. */
import { describe, expect, it } from 'vitest';
import { foundAlliance } from '../support/alliances.ts';
import { useTestGame, useOne } from '../support/game.ts';
import { createEmpire, createPlayer, userIdOf } from '../support/players.ts';
import { Browser, wordsOf } from './browser.ts';
import { frameOf, sideFor } from '../../src/pages/world/map.ts';

const game = useTestGame();
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const browser = useOne(() => new Browser(game, ann.cookie));

describe('the layout', () => {
  it('has every place of the game in the menu', async () => {
    const { html } = await browser.open('/rules');
    const menu = /<nav class="nav"[^]*?<\/nav>/.exec(html)?.[0] ?? '';
    expect(wordsOf(menu)).toBe('Overview Cities Map Armies Reports Alliances World');
  });

  it('has the reports in the bar of phones, and the messages in their menu', async () => {
    const { html } = await browser.open('/rules');
    const [bar = '', menu = ''] = (/<nav class="tabs"[^]*?<\/nav>/.exec(html)?.[0] ?? '').split('id="more"');
    expect(bar).toContain('href="/reports"');
    expect(menu).toContain('<a href="/messages">Messages');
    expect(menu).not.toMatch(/href="\/(simulator|docs|privacy)"/);
  });

  it('isolates names from the text around them, and from translation', async () => {
    const bob = await createEmpire(game, { x: 20, y: 0 });
    await foundAlliance(bob);
    for (const path of [`/empire/${bob.empireId}`, '/search?name=e', '/alliances', '/world']) {
      const html = await (await fetch(game.url + path, { headers: { cookie: ann.cookie } })).text();
      const links = html.match(/<a href="\/(?:empire|alliance)\/[^>]*>[^]*?<\/a>/g) ?? [];
      expect(links.filter((link) => !link.includes('><bdi translate="no">'))).toEqual([]);
      expect(html).toContain('<bdi translate="no">');
    }
  });

  it('says of what the unread counts in the head are', async () => {
    const bob = await createEmpire(game, { x: 30, y: 0 });
    await bob.send('POST', '/api/threads', { user_id: await userIdOf(game, ann), text: 'Peace?' });
    const { html } = await browser.open('/rules');
    const mark = /<a class="mark-of[^>]*href="\/messages"[^]*?<\/a>/.exec(html)?.[0] ?? '';
    expect(wordsOf(mark)).toBe('Messages 1 unread');
  });

  it.each(['/', '/register', '/rules'])('names the picture of a link for guests of %s', async (path) => {
    const { html } = await new Browser(game).open(path);
    const [, image = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
    const response = await fetch(game.url + new URL(image).pathname);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect((await browser.open(path)).html).not.toContain('og:image');
  });

  it('leads a member to the own alliance', async () => {
    const cat = await createEmpire(game, { x: 60, y: 0 });
    const own = new Browser(game, cat.cookie);
    expect((await own.open('/rules')).html).toContain('<a href="/alliances">Alliances</a>');
    const allianceId = await foundAlliance(cat);
    expect((await own.open('/rules')).html).toContain(`<a href="/alliance/${allianceId}">Alliance</a>`);
  });

  const fieldsOf = (html: string): string[] =>
    [
      ...html.matchAll(
        /<form class="seek" action="\/search" method="get".*?<input id="([\w-]+)" name="name"/g,
      ),
    ].map(([, id = '']) => id);

  it.each(['/dashboard', '/map', '/rules', '/account', '/docs'])(
    'has the search in the head and among the further links of %s',
    async (path) => {
      expect(fieldsOf((await browser.open(path)).html)).toEqual(['seek', 'seek-more']);
    },
  );

  it('has the search in the head without an empire, and not without a session', async () => {
    const player = new Browser(game, (await createPlayer(game)).cookie);
    expect(fieldsOf((await player.open('/account')).html)).toEqual(['seek']);
    expect(fieldsOf((await new Browser(game).open('/world')).html)).toEqual([]);
  });

  it('leaves the page of an unknown address intact', async () => {
    expect((await browser.open('/nowhere')).html).toContain('Page not found');
    const unknown = '/empire/00000000-0000-4000-8000-000000000000';
    expect((await browser.open(unknown)).html).toContain('<p class="lead">No empire has this id.</p>');
  });

  it('names people with those that there is room for', async () => {
    const { html } = await browser.open('/rules');
    const bar = wordsOf(/<dl class="ledger"[^]*?<\/dl>/.exec(html)?.[0] ?? '');
    expect(bar).toMatch(/People \d+ \/ \d+/);
  });

  it.each([
    ['/account', 50],
    ['/armies', 50],
    ['/alliances', 30],
    [() => `/city/${ann.capitalId}`, 50],
  ])('limits the names that are typed at %s', async (path, limit) => {
    const { html } = await browser.open(typeof path === 'string' ? path : path());
    const fields = html.match(/<input[^>]* name="name"[^>]*>/g) ?? [];
    const own = fields.filter((field) => !field.includes('type="search"'));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((field) => !field.includes(`maxlength="${limit}"`))).toEqual([]);
  });
});

it('the drawing of the world frames the cities, inside the world, or all of an empty one', () => {
  const bounds = { left: 200, right: 300, bottom: -40, top: 20 };
  expect(frameOf(bounds, 1000)).toEqual({ left: 193, right: 307, bottom: -67, top: 47 });
  const corner = { left: 995, right: 995, bottom: 990, top: 990 };
  expect(frameOf(corner, 1000)).toEqual({ left: 940, right: 1000, bottom: 940, top: 1000 });
  const none = { left: null, right: null, bottom: null, top: null };
  expect(frameOf(none, 300)).toEqual({ left: -300, right: 300, bottom: -300, top: 300 });
  expect([sideFor(2000), sideFor(80)]).toEqual([50, 2]);
});
