/** The life of an account in a browser: register, log in, a forgotten password, deletion and back. */
import { describe, it } from 'vitest';
import { tokenOf, useMailCatcher } from '../support/mail-catcher.ts';
import { hasChromium } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('an account', () => {
  const catcher = useMailCatcher();
  const stage = setUpBrowser(() => ({ smtpUrl: catcher.url }));

  it('is registered, gets a new password by mail, is deleted and taken back', async () => {
    const { open } = await stage.chromium.reader();
    const page = await open('/register');
    await page.locator('#username').fill('Aspasia');
    await page.locator('#email').fill('aspasia@example.org');
    await page.locator('#password').fill('correct horse');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');

    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.locator('#username').fill('Aspasia');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.waitForURL('**/login');
    const token = tokenOf(await catcher.waitFor('aspasia@example.org'));
    await open(`/reset-password?token=${token}`);
    await page.locator('#new_password').fill('battery staple');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.waitForURL('**/login');

    const logIn = async (): Promise<void> => {
      await page.locator('#username').fill('Aspasia');
      await page.locator('#password').fill('battery staple');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.waitForURL('**/dashboard');
    };
    await logIn();
    await open('/account');
    await page.getByText('this device').waitFor();
    await page.locator('#delete-password').fill('battery staple');
    await page.getByRole('button', { name: 'Delete the account in 7 days' }).click();
    await page.getByText('Log in before then to keep it').waitFor();
    await logIn();
    await page.getByText('Your account stays').waitFor();
  });
});
