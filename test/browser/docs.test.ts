/** The page `/docs` in a browser: search by the keyboard, and links that unfold their targets. */
import { describe, expect, it } from 'vitest';
import { desktop, hasChromium, phone } from './chromium.ts';
import { setUpBrowser } from './stage.ts';
import { registerEmpire } from '../support/game.ts';
import { firstSamples } from '../support/samples.ts';

describe.skipIf(!hasChromium)('the API reference', () => {
  const stage = setUpBrowser();

  it('is searched by the keyboard', async () => {
    const { cookie } = await registerEmpire(stage.game.url, { x: 9, y: 9 });
    const page = await (await stage.chromium.reader(desktop, cookie)).openLive('/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('battle_start');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]q=battle_start/);
    const found = await page.locator('.fold, .guide, .codes > div').count();
    expect(found).toBeGreaterThan(0);
    await page
      .getByRole('status')
      .filter({ hasText: `${found} of` })
      .waitFor();
  });

  it('keeps the chosen language, which a keyboard can choose', async () => {
    const page = await (await stage.chromium.reader()).open('/docs');
    await page.getByRole('radio', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.reload();
    expect(await page.locator('.language:visible').getAttribute('data-language')).toBe('python');
  });

  it('shows a player one language at a time', async () => {
    const { cookie } = await registerEmpire(stage.game.url, { x: -9, y: 9 });
    const page = await (await stage.chromium.reader(desktop, cookie)).openLive('/docs');
    await page.getByText('Python', { exact: true }).first().click();
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
    const page = await (await stage.chromium.reader({ javaScriptEnabled: false })).open('/docs');
    await page.getByText('JavaScript', { exact: true }).first().click();
    expect(await page.locator('.language:visible').getAttribute('data-language')).toBe('javascript');
    await page.getByRole('searchbox').fill('catapults');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.locator('.language:visible').getAttribute('data-language')).toBe('javascript');
  });

  it('unfolds the target of a link, with its details', async () => {
    const page = await (await stage.chromium.reader()).open('/docs#object-Army');
    await page.locator('#object-Army dt', { hasText: 'location' }).first().waitFor();
  });

  it('brings the details of what is unfolded, and keeps them over a refresh', async () => {
    const ruler = await registerEmpire(stage.game.url, { x: 3, y: 3 });
    const page = await (await stage.chromium.reader(phone, ruler.cookie)).openLive('/docs');
    await page.locator('summary', { hasText: /GET.*empire_id}.cities/ }).click();
    const details = page.locator('.fold[open] h4', { hasText: 'Answer' }).first();
    await details.waitFor();
    await ruler.send('POST', `/api/city/${ruler.capitalId}/buildings`, { type: 'house', quantity: 1 });
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener('refreshed', resolve, { once: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }),
    );
    expect(await details.isVisible()).toBe(true);
  });

  it('leads to the details without a script', async () => {
    const page = await (await stage.chromium.reader({ javaScriptEnabled: false })).open('/docs#object-Army');
    await page.locator('#object-Army').getByRole('link', { name: 'Show the details' }).click();
    await page.locator('#object-Army dt', { hasText: 'location' }).first().waitFor();
  });
});
