/** The ledger page: chart, sums and entries of the viewer's empire. */
import { describe, expect, it } from 'vitest';
import { useTestGame, useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { Browser, wordsOf } from './browser.ts';

const game = useTestGame();
let column = 0;

const hourMs = 3_600_000;

const ann = useNew(() => createEmpire(game, { x: -900 + (column += 60), y: 0 }));
const browser = useNew(() => new Browser(game, ann.cookie));

const build = (type: string) => ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type });

/** The text of each row of a table's body. */
async function readRows(part: 'sums' | 'entries', path = '/ledger'): Promise<string[]> {
  const { html } = await browser.open(path);
  const [section = ''] = html.slice(html.indexOf(` id="${part}"`)).split('</section>');
  return [...(section.split('<tbody>')[1] ?? '').matchAll(/<tr[\s\S]*?<\/tr>/g)].map(([row]) => wordsOf(row));
}

async function readLine(resource: string): Promise<string> {
  const { html } = await browser.open('/ledger');
  return new RegExp(`<g class="${resource}">\\s*<path class="line" d="([^"]*)"`).exec(html)?.[1] ?? '';
}

describe('the ledger', () => {
  it('sums income and expenses by cause', async () => {
    await build('farm');
    expect(await readRows('sums')).toEqual([
      'Founding +20 soldiers, +10 archers +1,500 +1,500 +1,500',
      expect.stringMatching(/^Construction −\d+ −?\d* ?−\d+$/) as string,
    ]);
  });

  it('lists every entry with the stock after it, newest first', async () => {
    await build('farm');
    const [latest, first] = await readRows('entries');
    expect(latest).toMatch(/^Construction Farm 2, Capital −/);
    expect(first).toBe('Founding Capital, +20 soldiers, +10 archers +1,500 1,500 +1,500 1,500 +1,500 1,500');
  });

  it('links an entry to its city', async () => {
    const { html } = await browser.open('/ledger');
    expect(html).toContain(`<a href="/city/${ann.capitalId}">Founding</a>`);
  });

  it('draws the stock up to now', async () => {
    const before = await readLine('gold');
    await game.pass(hourMs);
    await build('farm');
    await game.pass(hourMs);
    expect(before.split('L').length).toBeLessThan((await readLine('gold')).split('L').length);
  });

  it('draws a bend when a store becomes full, without a posting', async () => {
    await game.pass(5 * 24 * hourMs);
    const points = (await readLine('food')).slice(1).split('L');
    const [first, ...ys] = points.map((point) => Number(point.split(' ')[1]));
    // The store is full from the bend on.
    expect(ys.at(-2)).toBe(ys.at(-1));
    expect(ys.at(-1)).toBeLessThan(first ?? 0);
  });

  it('has a scale of time that holds in every time zone', async () => {
    await game.pass(5 * 24 * hourMs);
    const { html } = await browser.open('/ledger?days=1');
    const ticks = [...html.matchAll(/<text class="moment"[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(ticks).toEqual(['6 h ago', '12 h ago', '18 h ago', '1 d ago']);
  });

  it.each(['?days=2', '?days=x&before=y', '?before=0', '?days=1&days=7'])('opens with %s', async (query) => {
    expect((await browser.open(`/ledger${query}`)).status).toBe(200);
  });

  it('states that nothing earlier is kept', async () => {
    expect((await browser.open('/ledger?before=1')).html).toContain('Nothing earlier is kept.');
  });
});
