/** The way of a newcomer on a phone: from the front page to the first won fight, by taps, with few forms and fields. */
import type { Locator } from 'playwright-core';
import { expect, describe, it } from 'vitest';
import { hasChromium, phone } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

const minuteMs = 60_000;

describe.skipIf(!hasChromium)('a newcomer on a phone', () => {
  const stage = setUpBrowser();

  it('sees the battle of the front page replayed while it comes into view', async () => {
    const { page, open } = await stage.chromium.reader(phone);
    await open('/');
    const line = page.locator('#fight .strength-chart g.own');
    const hidden = (): Promise<string> => line.evaluate((element) => getComputedStyle(element).clipPath);
    expect(await hidden()).toBe('inset(0px 100% 0px 0px)');
    await page.locator('#fight figcaption').scrollIntoViewIfNeeded();
    await expect.poll(hidden).toMatch(/^inset\(0(?:px|%)(?: 0%.*)?\)$/);
  });

  it('wins the first fight after 2 forms, 6 fields to fill, and 5 taps on the way from the guide', async () => {
    const { page, open } = await stage.chromium.reader(phone);
    const counts = { forms: 0, fields: 0, taps: 0 };
    /** Taps what is visible, wholly inside the window and covered by nothing. */
    const tap = async (target: Locator): Promise<void> => {
      await target.tap({ trial: true });
      const problem = await target.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        if (document.documentElement.scrollWidth > innerWidth) return 'scrolls sideways';
        return element.contains(hit) ? null : `covered by ${hit?.outerHTML.slice(0, 80)}`;
      });
      expect(problem).toBeNull();
      await target.tap();
      counts.taps += 1;
    };
    const send = async (button: string): Promise<void> => {
      counts.forms += 1;
      counts.fields += await page
        .locator('main form')
        .locator(':not([data-repeats]) > input:visible')
        .count();
      await tap(page.getByRole('button', { name: button }));
    };
    await open('/');
    await tap(page.getByRole('link', { name: 'Found an empire' }));
    // A repetition of the test needs another account.
    const username = `newcomer-${Date.now()}`;
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('E-mail').fill(`${username}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill('a secret of mine');
    await send('Register');
    await page.getByLabel('Name of the empire').fill(`House of ${username}`);
    await send('Found the empire');
    const guide = page.locator('#next-step');
    await guide.waitFor();
    expect([counts.forms, counts.fields]).toEqual([2, 6]);

    counts.taps = 0;
    const follow = async (title: string): Promise<void> => {
      await guide.getByRole('heading', { name: title }).waitFor();
      await tap(guide.locator('.go').first());
    };
    await follow('Raise the quarry');
    await follow('Build barracks');
    await page.getByText('Barracks to level 1 is ordered.').waitFor();
    await stage.game.pass(10 * minuteMs);
    await follow('Train 10 soldiers');
    await follow('Attack the village');
    await page.waitForSelector('#map.at-hand');
    await page.getByText('wins 40 of 40 simulated battles').waitFor();
    await tap(page.locator('#map-send').getByRole('button', { name: 'Attack' }));
    const order = page.getByText('Your army is marching on');
    await order.waitFor();
    expect(counts.taps).toBe(5);

    // The notice of the order goes once it is no longer new.
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 60_000;
    });
    await stage.game.pass(10 * minuteMs);
    await page.locator('#map-things .fought', { hasText: 'Won' }).waitFor();
    await order.waitFor({ state: 'detached' });
    await tap(page.locator('#tabs').getByRole('link', { name: /^Reports/ }));
    await tap(page.locator('main').getByRole('link', { name: 'Battles' }));
    await tap(page.getByRole('link', { name: /^Attack on/ }).first());
    await page.getByRole('heading', { name: /^Your victory/ }).waitFor();
  });
});
