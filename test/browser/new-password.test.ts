/** New passwords in a browser: a warning of those that are easy to guess. */
import { describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('a form with a new password', () => {
  const stage = setUpBrowser();

  it('warns of common and guessable passwords, and of no others', async () => {
    const page = await (await stage.chromium.reader()).open('/register');
    await page.locator('#username').fill('Themistocles');
    const warningOf = async (password: string, expected: RegExp): Promise<void> => {
      await page.locator('#password').fill(password);
      await expect.poll(() => page.locator('[data-strength-of=password]').textContent()).toMatch(expected);
    };
    await warningOf('password1', /common password/);
    await warningOf('xkcqpz vorlum batnig', /^$/);
    await warningOf('abcdefgh', /easy to guess/);
    await warningOf('themistocles1', /easy to guess/);
    await warningOf('', /^$/);
  });

  it('loads the estimate only when the password is typed', async () => {
    const { open, page } = await stage.chromium.reader();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await open('/register');
    await page.waitForLoadState('networkidle');
    expect(loaded.filter((url) => url.includes('password-strength'))).toEqual([]);
    await page.locator('#password').focus();
    await expect.poll(() => loaded.filter((url) => url.includes('password-strength')).length).toBe(1);
  });

  it('is typed once, shown on request, and accepted though it is weak, with six characters', async () => {
    const page = await (await stage.chromium.reader()).open('/register');
    await page.locator('#password').fill('abcdef');
    expect(await page.locator('#confirm_password').inputValue()).toBe('abcdef');
    await page.getByRole('button', { name: 'Show the password' }).click();
    expect(await page.locator('#password').getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Hide the password' }).click();
    expect(await page.locator('#password').getAttribute('type')).toBe('password');
    await page.locator('#username').fill('Weakling');
    await page.locator('#email').fill('weakling@example.org');
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
