/** What fits a phone: tables and tabs without scrolling sideways, and an empty queue in the place of one level. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { hasChromium, phone } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('a phone', () => {
  const stage = setUpBrowser();
  let ann: Ruler;
  beforeAll(async () => {
    ann = await createEmpire(stage.game);
  });

  const open = async (path: string): Promise<Page> =>
    (await stage.chromium.reader(phone, ann.cookie)).open(path);

  it('shows the rules, all of them unfolded, without scrolling sideways', async () => {
    const page = await open('/rules');
    const wide = await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
      return [document.documentElement, ...document.querySelectorAll('.scroll')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.ariaLabel ?? element.className);
    });
    expect(wide).toEqual([]);
  });

  it('shows the tabs of the rankings in one row', async () => {
    const page = await open('/world');
    const tops = await page
      .locator('#rankings .segments a')
      .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top));
    expect([tops.length, new Set(tops).size]).toEqual([5, 1]);
  });

  // test/browser/every-page.test.ts measures the pages of an empire that has everything.
  it('breaks names of 50 letters on the pages of a new empire', async () => {
    const foe = await createEmpire(stage.game, { x: ann.tile.x + 5, y: ann.tile.y });
    for (const table of ['empires', 'cities', 'armies'])
      await stage.game.query(
        `UPDATE ${table} SET name = n || repeat('W', 50 - length(n))
         FROM (SELECT id, row_number() OVER (ORDER BY id)::text AS n FROM ${table}) AS numbered
         WHERE numbered.id = ${table}.id`,
      );
    const { x, y } = ann.tile;
    const paths = [
      '/dashboard',
      `/city/${ann.capitalId}`,
      `/map?x=${x}&y=${y}&at=${x},${y}`,
      `/map?x=${x}&y=${y}&at=${foe.tile.x},${foe.tile.y}&list=all`,
      '/armies',
      '/reports',
      '/reports?show=battles',
      '/reports?show=raids',
      '/reports?show=stock',
      '/wishes',
      '/world',
      '/alliances',
      '/search?name=W',
      `/empire/${ann.empireId}`,
      `/empire/${foe.empireId}`,
      '/simulator',
      '/messages',
      '/account',
    ];
    const page = await open('/dashboard');
    const tooWide: Record<string, number> = {};
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of paths) {
        await page.goto(stage.game.url + path);
        // A phone enlarges `innerWidth` to that of a page that is too wide.
        const overflow = (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
        if (overflow > 0) tooWide[`${path} at ${width}`] = overflow;
      }
    }
    expect(tooWide).toEqual({});
  });

  it('shows an empty queue in the place of one level', async () => {
    const page = await open(`/city/${ann.capitalId}`);
    const places = page.locator('#queue .place');
    expect([await places.count(), await places.filter({ visible: true }).count()]).toEqual([5, 1]);
  });

  it('has one line above the stock, with three marks that overlap nothing', async () => {
    const page = await open('/armies');
    // As with unread messages, an unread chat and news.
    await page.evaluate(() => {
      const [mark, ...others] = document.querySelectorAll('.viewer .mark-of');
      if (mark === undefined) return;
      for (const other of others) other.remove();
      mark.className = 'mark-of';
      mark.querySelector('.badge')?.remove();
      mark.insertAdjacentHTML('beforeend', '<span class="badge unread">100</span>');
      mark.after(mark.cloneNode(true), mark.cloneNode(true));
    });
    for (const [width, text] of [
      [320, 100],
      [390, 100],
      [320, 150],
      [390, 150],
    ]) {
      await page.setViewportSize({ width: width ?? 0, height: 844 });
      const found = await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
        const boxes = [...document.querySelectorAll('.mark svg, .viewer .badge')].map((element) =>
          element.getBoundingClientRect(),
        );
        const values = [...document.querySelectorAll('.ledger .value')];
        for (const value of values) value.textContent = '999,999';
        const bar = document.querySelector('.bar')?.getBoundingClientRect();
        const rem = (16 * size) / 100;
        return {
          marks: boxes.length,
          overlapping: boxes.filter((box, at) => at > 0 && box.left < (boxes[at - 1]?.right ?? 0)).length,
          lines: Math.round((bar?.height ?? 0) / (3.25 * rem)),
          cut: values.filter((value) => value.scrollWidth > value.clientWidth).length,
          tooWide: document.documentElement.scrollWidth - innerWidth,
        };
      }, text ?? 0);
      expect({ width, text, ...found }).toEqual({
        width,
        text,
        marks: 4,
        overlapping: 0,
        cut: 0,
        lines: 1,
        tooWide: 0,
      });
    }
    const logOut = page.getByRole('button', { name: 'Log out' }).filter({ visible: true });
    expect(await logOut.count()).toBe(0);
    await page.getByRole('button', { name: 'More' }).click();
    expect(await page.getByRole('link', { name: `Account of ${ann.username}` }).isVisible()).toBe(true);
    await logOut.click();
    await page.waitForURL('**/login');
  });

  it('scrolls to the odds of a simulated battle, whose rounds are folded', async () => {
    const page = await open('/simulator');
    await page.getByRole('spinbutton', { name: 'Soldiers' }).first().fill('40');
    await page.getByRole('spinbutton', { name: 'Archers' }).last().fill('10');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.waitForURL('**#outcome');
    const odds = await page.locator('#result .tally').boundingBox();
    expect(odds !== null && odds.y > 0 && odds.y < 844).toBe(true);
    expect(await page.locator('.rounds').isVisible()).toBe(false);
  });
});
