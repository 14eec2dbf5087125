/** The table of the stock: the ledger of the viewer's empire. */
import { describe, expect, it } from 'vitest';
import { useTestGame, useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { Browser, wordsOf } from './browser.ts';

const game = useTestGame();
let column = 0;

const ann = useNew(() => createEmpire(game, { x: -900 + (column += 60), y: 0 }));
const browser = useNew(() => new Browser(game, ann.cookie));

describe('the stock', () => {
  it('lists every change with its cause and the stock after it, newest first', async () => {
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' });
    const { html } = await browser.open('/reports?show=stock');
    const [latest, first] = [...html.matchAll(/<tr id="entry-[\s\S]*?<\/tr>/g)].map(([row]) => wordsOf(row));
    expect(latest).toMatch(/Construction Farm 2, Capital −/);
    expect(first).toMatch(
      /Founding Capital, \+20 soldiers, \+10 archers \+1,500 1,500 \+1,500 1,500 \+1,500 1,500$/,
    );
  });

  it('links a change to its city', async () => {
    const { html } = await browser.open('/reports?show=stock');
    expect(html).toContain(`<a href="/city/${ann.capitalId}">Founding</a>`);
  });

  it.each(['before=y', 'before=0', 'days=7'])('opens with %s', async (query) => {
    expect((await browser.open(`/reports?show=stock&${query}`)).status).toBe(200);
  });

  it.each([
    ['/battles?side=attacks', '/reports?show=battles&side=attacks'],
    ['/raids', '/reports?show=raids'],
    ['/ledger?before=7', '/reports?show=stock&before=7'],
  ])('and the other reports have their former address %s', async (former, address) => {
    const { status, headers } = await fetch(game.url + former, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([301, address]);
  });

  it('states that nothing earlier is kept', async () => {
    expect((await browser.open('/reports?show=stock&before=1')).html).toContain('Nothing earlier is kept.');
  });
});
