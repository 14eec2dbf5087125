/** The page `/docs` in a browser: search during typing, and links that unfold their targets. */
import { describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { setUpBrowser } from './stage.ts';
import { firstSamples } from '../support/samples.ts';

describe.skipIf(!hasChromium)('the API reference', () => {
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

  it('keeps the chosen language, which a keyboard can choose', async () => {
    const { open } = await stage.chromium.reader();
    const page = await open('/docs');
    await page.getByRole('radio', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.reload();
    expect(await page.locator('.language:visible').getAttribute('data-language')).toBe('python');
  });

  it('copies a program as the page shows it', async () => {
    const { context, open } = await stage.chromium.reader();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await open('/docs');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect([copied]).toEqual(firstSamples(await page.content(), 'curl'));
  });

  it('shows one language at a time without a script', async () => {
    const { open } = await stage.chromium.reader({ javaScriptEnabled: false });
    const page = await open('/docs');
    await page.getByText('TypeScript', { exact: true }).first().click();
    expect(await page.locator('.language:visible').getAttribute('data-language')).toBe('typescript');
    await page.getByRole('searchbox').fill('catapults');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.locator('.language:visible').getAttribute('data-language')).toBe('typescript');
  });

  it('unfolds the target of a link', async () => {
    const { open } = await stage.chromium.reader();
    const page = await open('/docs#object-Army');
    expect(await page.locator('#object-Army').isVisible()).toBe(true);
  });
});
