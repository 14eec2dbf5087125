/** New passwords in a browser: typed once or twice, shown on request. */
import { describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('a form with a new password', () => {
  const stage = setUpBrowser();

  it('is typed once, shown on request, and accepted with six characters', async () => {
    const page = await (await stage.chromium.reader()).open('/register');
    await page.locator('#password').fill('abcdef');
    expect(await page.locator('#confirm_password').inputValue()).toBe('abcdef');
    await page.getByRole('button', { name: 'Show the password' }).click();
    expect(await page.locator('#password').getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Hide the password' }).click();
    expect(await page.locator('#password').getAttribute('type')).toBe('password');
    await page.locator('#username').fill('Sixer');
    await page.locator('#email').fill('sixer@example.org');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('shows every issue at once, and keeps also the password', async () => {
    const page = await (await stage.chromium.reader()).open('/register');
    await page.locator('#email').fill('nobody');
    await page.locator('#password').fill('abc');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.locator('#username-mistake').waitFor();
    expect(await page.locator('p.mistake').count()).toBe(3);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('username');
    expect(await page.locator('#email').inputValue()).toBe('nobody');
    expect(await page.locator('#password').inputValue()).toBe('abc');
  });

  it.each([true, false])(
    'is compared with what is typed into its second field, with script: %s',
    async (javaScriptEnabled) => {
      const page = await (await stage.chromium.reader({ javaScriptEnabled })).open('/register');
      const name = `Typist${javaScriptEnabled ? '' : 'Scriptless'}`;
      await page.locator('#username').fill(name);
      await page.locator('#email').fill(`${name}@example.org`);
      await page.locator('#password').fill('abcdef');
      await page.locator('#confirm_password').fill('abcdefg');
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByText('The two passwords differ').waitFor();
      await page.locator('#password').fill('abcdef');
      await page.locator('#confirm_password').fill('abcdef');
      await page.getByRole('button', { name: 'Register' }).click();
      await page.waitForURL('**/dashboard');
    },
  );
});
