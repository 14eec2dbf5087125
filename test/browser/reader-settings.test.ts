/** What a reader sets: the colour scheme, with and without JavaScript, and keyboard shortcuts. */
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

  it('goes to pages by keys, but not while typing', async () => {
    const { page, openLive } = await stage.chromium.reader(desktop, ann.cookie);
    await openLive('/dashboard');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.waitForURL(`**/city/${ann.capitalId}`);
    await page.locator('body[data-live]').waitFor();
    await page.getByLabel('Quantity', { exact: true }).fill('');
    await page.getByLabel('Quantity', { exact: true }).pressSequentially('g?m');
    expect(await page.getByLabel('Quantity', { exact: true }).inputValue()).toBe('g?m');
    await openLive('/map');
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('map-wish');
  });

  it('sees the shortcuts by a key, and can turn off the others', async () => {
    const { page, openLive } = await stage.chromium.reader(desktop, ann.cookie);
    const press = async (keys: string): Promise<void> => {
      await page.locator('body[data-live]').waitFor();
      for (const key of keys) await page.keyboard.press(key);
    };
    await openLive('/dashboard');
    await press('?');
    await page.waitForURL('**/shortcuts');
    await page.getByText('Next city').waitFor();
    await page.getByRole('button', { name: 'Turn off all but ?' }).click();
    await openLive('/dashboard');
    await press('gm?');
    await page.waitForURL('**/shortcuts');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await press('gm');
    await page.waitForURL('**/map');
  });

  it('without a login sees no switch', async () => {
    const page = await (await stage.chromium.reader()).open('/shortcuts');
    expect(await page.locator('#shortcuts button').isVisible()).toBe(false);
  });

  it('reaches every page from a phone, without JavaScript', async () => {
    const { page, open } = await stage.chromium.reader({ ...phone, javaScriptEnabled: false }, ann.cookie);
    await open('/dashboard');
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('#more').getByRole('link', { name: 'Rankings' }).click();
    await page.waitForURL('**/leaderboard');
  });
});
