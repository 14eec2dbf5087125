/** The page `/docs` in a browser: search during typing, and links that unfold their targets. */
import { describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('the API reference', { timeout: 60_000 }, () => {
  const stage = setUpBrowser();

  it('finds the same during typing as the server does', async () => {
    const { open } = await stage.chromium.reader();
    const page = await open('/docs');
    const found = page.locator('[data-words]:visible');
    const all = await found.count();
    await page.getByRole('searchbox').fill('catapults');
    const typed = await found.allTextContents();
    expect(typed.length).toBeGreaterThan(0);
    expect(typed.length).toBeLessThan(all);
    await open('/docs?q=catapults');
    expect(await found.allTextContents()).toEqual(typed);
  });

  it('shows the number of results, and stores the search in the address', async () => {
    const { open } = await stage.chromium.reader();
    const page = await open('/docs');
    await page.getByRole('searchbox').fill('battle_start');
    const found = await page.locator('[data-words]:visible').count();
    expect(await page.getByRole('status').filter({ hasText: 'entries' }).textContent()).toContain(
      `${found} of`,
    );
    expect(new URL(page.url()).search).toBe('?q=battle_start');
  });

  it('shows everything again when the field is empty', async () => {
    const { open } = await stage.chromium.reader();
    const page = await open('/docs?q=leaderboard');
    await page.getByRole('searchbox').fill('');
    expect(await page.locator('[data-words][hidden], [data-section][hidden]').count()).toBe(0);
  });

  it('unfolds the target of a link', async () => {
    const { open } = await stage.chromium.reader();
    const page = await open('/docs#object-Army');
    expect(await page.locator('#object-Army').isVisible()).toBe(true);
  });
});
