/** The pages of an account's life: register, forgotten password, new e-mail and password, deletion, privacy. */
import { describe, expect, it } from 'vitest';
import { registerPlayer, password, startTestGame, useNew, useTestGame } from '../support/game.ts';
import { tokenOf, useMailCatcher } from '../support/mail-catcher.ts';
import { openSession } from '../support/players.ts';
import { Browser, partOf, wordsOf } from './browser.ts';

const catcher = useMailCatcher();
const game = useTestGame(() => ({ smtpUrl: catcher.url, operatorContact: 'Ann <ann@example.org>' }));
const player = useNew(() => registerPlayer(game.url));

const browser = useNew(() => new Browser(game, player.cookie));

const newPasswords = { new_password: 'battery staple', confirm_password: 'battery staple' };

describe('registering', () => {
  const account = { username: 'Šárka', email: 'sarka@example.org', password, confirm_password: password };

  it('opens the founding on the map with a session', async () => {
    const guest = new Browser(game);
    const sent = await guest.sendForm('/register', account);
    expect([sent.status, sent.location]).toEqual([302, '/dashboard']);
    const page = await guest.open('/dashboard');
    expect([page.status, page.html.includes('Found your empire')]).toEqual([200, true]);
    const { rows } = await game.instance.pool.query(
      `SELECT last_login IS NOT NULL AS has_logged_in FROM users WHERE username = 'Šárka'`,
    );
    expect(rows).toEqual([{ has_logged_in: true }]);
  });

  it('leads to the login with the name and a notice if no session can begin', async () => {
    const guest = new Browser(game);
    await game.instance.pool.query('ALTER TABLE sessions ADD CONSTRAINT no_more CHECK (false) NOT VALID');
    try {
      const late = { ...account, username: 'Libuše', email: 'libuse@example.org' };
      const sent = await guest.sendForm('/register', late);
      expect([sent.status, sent.location]).toEqual([302, '/login']);
    } finally {
      await game.instance.pool.query('ALTER TABLE sessions DROP CONSTRAINT no_more');
    }
    const page = await guest.open('/login');
    expect(page.html).toContain('Account created. Log in to found your empire.');
    expect(page.html).toMatch(/name="username"[^>]*value="Libuše"/);
    expect(page.html).toMatch(/name="password"[^>]*autofocus/);
    expect((await guest.open('/login')).html).not.toMatch(/Libuše|autofocus/);
  });

  it('reports a taken name together with the other issues', async () => {
    const guest = new Browser(game);
    const wrong = { ...account, username: player.username, email: 'nobody', confirm_password: 'other' };
    const { status, html } = await guest.sendForm('/register', wrong);
    expect(status).toBe(400);
    expect(html).toMatch(/Username is already taken.*must be an e-mail address.*The two passwords differ/s);
  });
});

describe('a forgotten password', () => {
  it('is replaced through the link of a mail', async () => {
    const guest = new Browser(game);
    expect((await guest.open('/login')).html).toContain('href="/forgot-password"');
    const answer = await guest.submit('/forgot-password', { username: player.username });
    expect(answer.html).toContain('If there is such an account');
    const token = tokenOf(await catcher.waitFor(`${player.username}@example.org`));
    const form = await guest.open(`/reset-password?token=${token}`);
    expect(form.html).toContain(`name="token" value="${token}"`);
    const fields = { token, ...newPasswords };
    const refused = await guest.sendForm('/reset-password', { ...fields, confirm_password: 'battery' });
    expect([refused.status, refused.html.includes(token)]).toEqual([400, true]);
    const done = await guest.submit('/reset-password', fields);
    expect(done.html).toContain('Log in with the new one');
    const again = await guest.sendForm('/reset-password', fields);
    expect([again.status, again.html.includes('The link is not valid')]).toEqual([400, true]);
    expect((await browser.open('/account')).location).toMatch(/^\/login/);
  });
});

it.each<[form: string, fields: Record<string, string>, issue: string]>([
  ['email', { email: 'other@example.net' }, 'The password is wrong.'],
  ['password', newPasswords, 'The current password is wrong.'],
])('a wrong password shows at the form of the %s', async (form, fields, issue) => {
  const page = await browser.sendForm(`/${form}`, { ...fields, current_password: 'a secret guess' });
  expect(page.status).toBe(403);
  expect(partOf(page, form)).toContain(`>${issue}<`);
});

describe('the account page', () => {
  it('shows sessions by the names of their devices, and marks this one', async () => {
    const page = partOf(await browser.open('/account'), 'sessions');
    expect(wordsOf(page)).toMatch(/Sessions 1 device/);
    expect((await browser.open('/account')).html).toMatch(
      /<b>node<\/b> <span class="you">this device<\/span>/,
    );
  });

  it('changes the e-mail when the link of the mail is confirmed', async () => {
    const email = `${player.username}@example.net`;
    const page = await browser.submit('/email', { email, current_password: password });
    expect(partOf(page, 'email')).toContain(`Open the link in the mail to ${email}.`);
    expect(partOf(page, 'email')).toContain(`${email} is not confirmed yet`);
    const token = tokenOf(await catcher.waitFor(email));
    expect((await browser.open(`/confirm-email?token=${token}`)).html).toContain(`value="${token}"`);
    const done = await browser.submit('/confirm-email', { token });
    expect(done.html).toContain('Your e-mail is confirmed.');
    expect(done.html).toContain(email);
  });

  it('deletes the account in seven days, and a login takes it back', async () => {
    const page = await browser.submit('/delete-account', { current_password: password });
    expect(page.html).toMatch(/Your account will be deleted on \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
    expect((await browser.open('/account')).location).toMatch(/^\/login/);
    const back = await browser.submit('/login', { username: player.username, password });
    expect(back.status === 200 ? back.html : '').toContain('Your account stays');
  });
});

describe('the form of the password', () => {
  it('changes it, says so in its place, and logs out everywhere else', async () => {
    const other = new Browser(game, (await openSession(game, player.username)).cookie);
    const page = await browser.submit('/password', { current_password: password, ...newPasswords });
    expect(partOf(page, 'password')).toContain(
      'Your password is changed. Everywhere else, you are logged out, and your tokens have ended.',
    );
    expect((await other.open('/account')).location).toBe('/login');
  });
});

describe('the privacy page', () => {
  it('is open, linked, and names periods and the operator', async () => {
    const guest = new Browser(game);
    const { status, html } = await guest.open('/privacy');
    expect(status).toBe(200);
    expect(wordsOf(html)).toMatch(/30 days at most/);
    expect(wordsOf(html)).toMatch(/your last visit and the colours that you chose.*settings for alarms/);
    expect(html).toContain('Ann &lt;ann@example.org&gt;');
    for (const path of ['/register', '/', '/rules']) {
      expect([path, (await guest.open(path)).html.includes('href="/privacy"')]).toEqual([path, true]);
    }
    expect((await browser.open('/account')).html).toContain('href="/privacy"');
  });
});

describe('without a mail server', () => {
  it('the page for forgotten passwords names the operator', async () => {
    const other = await startTestGame({ operatorContact: 'Ann' });
    const { html } = await new Browser(other).open('/forgot-password');
    expect(wordsOf(html)).toContain('This server sends no e-mail: ask the operator for a new password: Ann.');
    expect(html).not.toContain('<form method="post" action="/forgot-password"');
    await other.stop();
  });
});
