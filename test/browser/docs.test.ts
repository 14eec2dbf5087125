/** The API page in a browser: its viewer sends requests, loads from this server only, and follows the chosen scheme. */
import { describe, expect, it } from 'vitest';
import { createPlayer } from '../support/players.ts';
import { desktop, hasChromium, phone } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('the API page', () => {
  const stage = setUpBrowser();
  const dark = 'html.dark-mode';

  it('sends a request with the session of the reader, by keyboard alone', async () => {
    const ann = await createPlayer(stage.game);
    const page = await (await stage.chromium.reader(desktop, ann.cookie)).open('/docs');
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    const operation = page.locator('#operations-Account-readProfile');
    for (const button of ['.opblock-summary-control', '.try-out__btn', '.execute']) {
      await operation.locator(button).focus();
      await page.keyboard.press('Enter');
    }
    await operation.locator('.live-responses-table', { hasText: ann.username }).waitFor();
    expect([...hosts]).toEqual([new URL(stage.game.url).host]);
  });

  it('sends a request with a token', async () => {
    const ann = await createPlayer(stage.game);
    const page = await (await stage.chromium.reader()).open('/docs#/Account/readProfile');
    await page.locator('.auth-wrapper .authorize').first().click();
    await page.locator('#auth-bearer-value').fill(ann.token);
    await page.keyboard.press('Enter');
    await page.locator('.close-modal').click();
    const operation = page.locator('#operations-Account-readProfile');
    await operation.locator('.try-out__btn').click();
    await operation.locator('.execute').click();
    await operation.locator('.live-responses-table', { hasText: ann.username }).waitFor();
  });

  it('unfolds the route that the address names', async () => {
    const page = await (await stage.chromium.reader(phone)).open('/docs#/City/train');
    await page.locator('#operations-City-train .opblock-body').waitFor();
  });

  it('shows the dark scheme of the system, and the light one that the reader has chosen', async () => {
    const { open } = await stage.chromium.reader({ ...desktop, colorScheme: 'dark' });
    await (await open('/docs')).locator(dark).waitFor();
    const page = await open('/docs');
    await page.getByRole('button', { name: 'Light' }).click();
    await page.locator('#operations-Account-readProfile').waitFor();
    expect(await page.locator(dark).count()).toBe(0);
  });
});
