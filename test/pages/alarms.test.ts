/** The alarms of the account page work without JavaScript, except for adding a browser. */
import { describe, expect, it } from 'vitest';
import { password, registerPlayer, useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { tokenOf, useMailCatcher } from '../support/mail-catcher.ts';
import { usePushService } from '../support/push-service.ts';
import { Browser, partOf } from './browser.ts';

const service = usePushService();
const catcher = useMailCatcher();
const game = useTestGame(() => ({ pushServices: [service.origin], smtpUrl: catcher.url }));
const ann = useOne(() => createEmpire(game));
const browser = useOne(() => new Browser(game, ann.cookie));

const settings = () => ann.read('/api/alarms/settings');

it('choose kinds, names and mails', async () => {
  const chosen = { 'kind-attack': 'on', 'kind-storage': 'on', shows_names: 'on', mail_attacks: 'on' };
  await browser.sendForm('/account/alarms', chosen);
  expect(await settings()).toMatchObject({
    kinds: ['attack', 'storage'],
    shows_names: true,
    mail: { attacks: true },
    mail_state: 'unconfirmed',
  });
  const { html } = await browser.open('/account');
  expect(html).toMatch(/name="kind-storage" value="on" checked/);
  expect(html).not.toMatch(/name="kind-message" value="on" checked/);
  expect(html).toMatch(/name="mail_attacks" value="on" checked/);
  expect(html).toContain('Confirm your e-mail</a> first');
});

it('turn all off', async () => {
  await browser.sendForm('/account/alarms', {});
  expect(await settings()).toMatchObject({ kinds: [], shows_names: false, mail: { attacks: false } });
});

it('list, test and remove a browser', async () => {
  const subscription = service.subscribe('page');
  const phone = { ...subscription, name: '<b>Phone</b>' };
  const { body } = await ann.send<{ device: { id: string } }>('POST', '/api/alarms/devices', phone);
  const { html } = await browser.open('/account');
  expect(html).toContain('&lt;b&gt;Phone&lt;/b&gt;');
  const path = `/account/alarms/device/${body.device.id}`;
  await browser.sendForm(`${path}/test`);
  await game.instance.alarms.catchUp();
  expect(service.to('page').map(({ tag }) => tag)).toEqual(['test']);
  expect((await browser.open('/account')).html).toContain('last reached');
  await browser.sendForm(`${path}/remove`);
  expect(await settings()).toMatchObject({ devices: [] });
});

it('confirm the present e-mail with a link, and send no mail of a change', async () => {
  const player = await registerPlayer(game.url);
  const newcomer = new Browser(game, player.cookie);
  const email = `${player.username}@example.org`;
  expect(partOf(await newcomer.open('/account'), 'email')).toContain(`value="${email}"`);
  await newcomer.submit('/email', { email, current_password: password });
  const token = tokenOf(await catcher.waitFor(email));
  const done = await newcomer.submit('/confirm-email', { token });
  expect(done.html).toContain('Your e-mail is confirmed.');
  expect(await player.read('/api/alarms/settings')).toMatchObject({ mail_state: 'ready' });
  const other = `other-${email}`;
  await newcomer.submit('/email', { email: other, current_password: password });
  await catcher.waitFor(other);
  const subjects = catcher.mails.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim());
  expect(subjects.filter((subject) => subject === 'Your e-mail has changed')).toEqual([]);
});

describe('the link in a mail', () => {
  const unsubscribeLink = async (): Promise<string> => {
    await ann.send('PUT', '/api/alarms/settings', {
      ...{ kinds: [], shows_names: false, mail: { attacks: true } },
    });
    const [row] = await game.query<{ id: string }>(`SELECT id FROM alarm_channels WHERE medium = 'mail'`);
    return `/unsubscribe/${row?.id ?? ''}`;
  };
  const none = { mail: { attacks: false } };

  it('opens a page that changes nothing before its button is pressed', async () => {
    const link = await unsubscribeLink();
    const guest = new Browser(game);
    expect((await guest.open(link)).html).toContain('End these mails');
    expect(await settings()).not.toMatchObject(none);
    const done = await guest.sendForm(link, {});
    expect([done.status, done.html.includes('You get no more mails of alarms.')]).toEqual([200, true]);
    expect(await settings()).toMatchObject(none);
    expect((await guest.sendForm(link, {})).status).toBe(200);
  });

  const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const inParts = new FormData();
  for (const [name, value] of oneClick) inParts.set(name, value);
  it.each([
    ['a form', oneClick],
    ['a form in parts', inParts],
  ])('works for mail programs, which send %s without cookies (RFC 8058)', async (_, body) => {
    const link = await unsubscribeLink();
    const response = await fetch(game.url + link, { method: 'POST', body, redirect: 'error' });
    expect(response.status).toBe(200);
    expect(await settings()).toMatchObject(none);
  });

  it.each([
    { origin: 'https://mail.example.org' },
    { origin: 'null' },
    { origin: 'https://mail.example.org', 'sec-fetch-site': 'cross-site' },
  ])('works for mail programs whose page sends %o', async (headers) => {
    const link = await unsubscribeLink();
    const init = { method: 'POST', body: oneClick, headers: { ...headers, cookie: ann.cookie } };
    expect((await fetch(game.url + link, init)).status).toBe(200);
    expect(await settings()).toMatchObject(none);
  });

  it.each(['/unsubscribe/x/remove', '/unsubscribe/', '/logout?/unsubscribe/x', '/email/unsubscribe/x'])(
    'opens no other address to foreign pages: %s',
    async (path) => {
      const headers = { origin: 'https://mail.example.org', cookie: ann.cookie };
      expect((await fetch(game.url + path, { method: 'POST', body: oneClick, headers })).status).toBe(403);
    },
  );

  it('of no mailbox says the same; one that is no id is refused', async () => {
    const guest = new Browser(game);
    expect((await guest.sendForm('/unsubscribe/00000000-0000-4000-8000-000000000000', {})).status).toBe(200);
    expect((await guest.sendForm('/unsubscribe/x', {})).status).toBe(404);
    // A browser would resolve the address of such a form to another one.
    expect((await guest.open('/unsubscribe/..%2Faccount%2Fsessions%2Fend-others')).status).toBe(404);
  });
});
