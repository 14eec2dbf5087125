/** New passwords in a browser: a warning of those that are easy to guess. */
import { describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('a form with a new password', () => {
  const stage = setUpBrowser();

  it('warns of common and guessable passwords, and of no others', async () => {
    const { open } = await stage.chromium.reader();
    const page = await open('/register');
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

  it('accepts a weak password of six characters', async () => {
    const { open } = await stage.chromium.reader();
    const page = await open('/register');
    await page.locator('#username').fill('Weakling');
    await page.locator('#email').fill('weakling@example.org');
    await page.locator('#password').fill('abcdef');
    await page.locator('#confirm_password').fill('abcdef');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.waitForURL('**/login');
  });
});
