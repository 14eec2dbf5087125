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

  it('shows an empty queue in the place of one level', async () => {
    const page = await open(`/city/${ann.capitalId}`);
    const places = page.locator('#queue .place');
    expect([await places.count(), await places.filter({ visible: true }).count()]).toEqual([5, 1]);
  });
});
