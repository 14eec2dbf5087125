/** What every page has around its content, and limits of its fields. */
import { describe, expect, it } from 'vitest';
import { useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { Browser, wordsOf } from './browser.ts';
import { frameOf, sideFor } from '../../src/pages/world/page.ts';

const game = useTestGame();
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const browser = useOne(() => new Browser(game, ann.cookie));

describe('the layout', () => {
  it('has the messages and the reports in the menu of phones', async () => {
    const { html } = await browser.open('/rules');
    const menu = /id="more" popover>[^]*?<\/nav>/.exec(html)?.[0] ?? '';
    expect(menu).toContain('<a href="/messages">Messages');
    expect(menu).toContain('<a href="/reports">Reports');
  });

  it('says of what the unread counts in the head are', async () => {
    const bob = await createEmpire(game, { x: 30, y: 0 });
    const { body } = await bob.send<{ owner_id: string }>('GET', `/api/empire/${ann.empireId}`);
    await bob.send('POST', '/api/threads', { user_id: body.owner_id, text: 'Peace?' });
    const { html } = await browser.open('/rules');
    const mark = /<a class="mark-of[^>]*href="\/messages"[^]*?<\/a>/.exec(html)?.[0] ?? '';
    expect(wordsOf(mark)).toBe('Messages 1 unread');
  });

  it('leads a member to the own alliance', async () => {
    const cat = await createEmpire(game, { x: 60, y: 0 });
    const own = new Browser(game, cat.cookie);
    expect((await own.open('/rules')).html).toContain('<a href="/alliances">Alliances</a>');
    const { body } = await cat.send<{ alliance: { id: string } }>('POST', '/api/alliances', {
      name: 'The Cats',
      tag: 'CAT',
    });
    expect((await own.open('/rules')).html).toContain(
      `<a href="/alliance/${body.alliance.id}">Alliances</a>`,
    );
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

describe('the drawing of the world', () => {
  it('frames the squares with cities, and stays inside the world', () => {
    const frame = frameOf(
      [
        { x: 10, y: -2, cities: 3 },
        { x: 14, y: 0, cities: 1 },
      ],
      20,
      1000,
    );
    expect(frame).toEqual({ left: 195, right: 305, bottom: -65, top: 45 });
    const corner = frameOf([{ x: 19, y: 19, cities: 1 }], 50, 1000);
    expect([corner.right, corner.top]).toEqual([1000, 1000]);
    expect([sideFor(2001), sideFor(110)]).toEqual([55, 5]);
  });

  it('shows the whole world while it is empty', () => {
    expect(frameOf([], 50, 300)).toEqual({ left: -300, right: 300, bottom: -300, top: 300 });
  });
});
