/** The form that changes the password, on the account page. */
import { beforeEach, describe, expect, it } from 'vitest';
import { registerPlayer, password, useTestGame } from '../support/game.ts';
import { openSession } from '../support/players.ts';
import { Browser, partOf } from './browser.ts';

const newPassword = 'battery staple';

const game = useTestGame();
let username: string;
let browser: Browser;
beforeEach(async () => {
  const player = await registerPlayer(game.url);
  ({ username } = player);
  browser = new Browser(game, player.cookie);
});

const change = (current: string) => ({
  current_password: current,
  new_password: newPassword,
  confirm_password: newPassword,
});

describe('the form of the password', () => {
  it('changes it, says so in its place, and logs out everywhere else', async () => {
    const other = new Browser(game, (await openSession(game, username)).cookie);
    const page = await browser.submit('/password', change(password));
    expect(partOf(page, 'password')).toContain(
      'Your password is changed. Everywhere else, you are logged out.',
    );
    expect((await other.open('/account')).location).toBe('/login');
  });

  it('shows a refusal in its place, and repeats no password', async () => {
    const page = await browser.sendForm('/password', change('a secret guess'));
    expect(page.status).toBe(403);
    expect(partOf(page, 'password')).toContain('>The current password is wrong.<');
    expect(page.html).not.toMatch(/a secret guess|battery staple/);
  });
});
