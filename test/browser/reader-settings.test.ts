/** What a reader sets: the colour scheme, with and without JavaScript, and the key of the search. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { desktop, hasChromium, phone } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('a reader', () => {
  const stage = setUpBrowser();
  const ann = useOne(() => createEmpire(stage.game));

  const isDark = (page: Page): Promise<boolean> =>
    page.evaluate(() => getComputedStyle(document.documentElement).colorScheme === 'dark');

  it.each([true, false])(
    'chooses light, dark or the scheme of the system (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const { page, open } = await stage.chromium.reader({
        ...desktop,
        javaScriptEnabled,
        colorScheme: 'light',
      });
      await open('/rules');
      // Without JavaScript, the style sheet that applies shows the scheme.
      const sheet = page.locator('link[href$="dark.css"]');
      const media = async (): Promise<string | null> =>
        (await sheet.count()) === 0 ? 'none' : ((await sheet.getAttribute('media')) ?? 'all');
      const choose = async (name: string): Promise<void> => {
        await page.getByRole('button', { name, exact: true }).click();
        await page.locator(`[name=theme][aria-pressed=true]`, { hasText: name }).waitFor();
      };
      const system = await media();
      await choose('Dark');
      const dark = [await media(), javaScriptEnabled ? await isDark(page) : true];
      await choose('Light');
      const light = await media();
      await choose('System');
      expect([system, dark, light, await media(), new URL(page.url()).pathname]).toEqual([
        '(prefers-color-scheme: dark)',
        ['all', true],
        'none',
        '(prefers-color-scheme: dark)',
        '/rules',
      ]);
    },
  );

  it('has the choice on the account page', async () => {
    const { page, open } = await stage.chromium.reader(desktop, ann.cookie);
    await open('/account');
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    await page.locator('[name=theme][value=dark][aria-pressed=true]').waitFor();
    expect([await isDark(page), new URL(page.url()).pathname]).toEqual([true, '/account']);
  });

  it('searches with the slash key, which can still be typed', async () => {
    const { page, openLive } = await stage.chromium.reader(desktop, ann.cookie);
    const focused = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id);
    await openLive('/map');
    await page.keyboard.press('/');
    expect(await focused()).toBe('map-wish');
    await page.keyboard.type('a/b');
    expect(await page.locator('#map-wish').inputValue()).toBe('a/b');
    await openLive('/dashboard');
    await page.keyboard.press('/');
    expect(await focused()).toBe('seek');
  });

  it('reaches every page from a phone, without JavaScript', async () => {
    const { page, open } = await stage.chromium.reader({ ...phone, javaScriptEnabled: false }, ann.cookie);
    await open('/dashboard');
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('#more').getByRole('link', { name: 'World' }).click();
    await page.waitForURL('**/world');
  });
});
