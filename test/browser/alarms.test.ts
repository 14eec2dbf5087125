/** The alarms of a browser, and their part of the account page. */
import { createECDH } from 'node:crypto';
import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { password, registerPlayer, useOne } from '../support/game.ts';
import { createEvening } from '../support/evening.ts';
import { createEmpire } from '../support/players.ts';
import { desktop, hasChromium } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

/** A push service in the page: profiles of tests are off the record, and have none. */
function stubPush(p256dh: string): void {
  const json = { endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys: { p256dh, auth: 'A'.repeat(22) } };
  const subscription = { toJSON: () => json } as unknown as PushSubscription;
  PushManager.prototype.subscribe = () => Promise.resolve(subscription);
  PushManager.prototype.getSubscription = () => Promise.resolve(subscription);
}

/** The session to deliver pushes in, and the id of the worker that gets them. */
async function findWorker(context: BrowserContext, url: string): Promise<[CDPSession, string]> {
  const session = await context.newCDPSession(await context.newPage());
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(url));
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return [session, await registered];
}

/** Clicks on the notification that is shown. */
const click = (worker: Worker): Promise<void> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await registration.getNotifications();
    // Chromium has no other way to click on a notification.
    const Click = Reflect.get(globalThis, 'NotificationEvent') as new (type: string, init: object) => Event;
    dispatchEvent(new Click('notificationclick', { notification }));
  });

/** Chromium gives the time zone of a page to its worker at times. Here both have that of the machine. */
const local = { ...desktop, timezoneId: new Intl.DateTimeFormat().resolvedOptions().timeZone };

describe.skipIf(!hasChromium)('an alarm', () => {
  // Without the stub, browsers off the record say that they have no push service. Plain http has no opener policy.
  const stage = setUpBrowser({}, /Push API in incognito|Cross-Origin-Opener-Policy/, true);
  const ann = useOne(() => createEmpire(stage.game));

  async function openAccount(scripts: (() => void)[] = [], cookie = ann.cookie): Promise<Page> {
    const { context, page } = await stage.chromium.reader(local, cookie);
    await context.grantPermissions(['notifications'], { origin: stage.game.url });
    for (const script of scripts) await page.addInitScript(script);
    await page.goto(`${stage.game.url}/account`);
    return page;
  }
  /** A page with the alarms of its browser turned on, and its worker. */
  async function openTurnedOn(cookie?: string): Promise<[Page, Worker]> {
    const page = await openAccount([], cookie);
    await page.addInitScript(stubPush, createECDH('prime256v1').generateKeys('base64url'));
    await page.reload();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Alarms are on in this browser.').waitFor();
    const context = page.context();
    return [page, context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))];
  }

  it('is offered once on the overview, after the first steps', async () => {
    const late = await createEvening(stage.game, 240);
    const { context, page } = await stage.chromium.reader(desktop, late.cookie);
    const offer = page.getByText('Attacks can reach you while the game is closed.');
    await page.goto(`${stage.game.url}/dashboard`);
    await offer.waitFor();
    await page.reload();
    await page.waitForFunction(() => localStorage.getItem('push-offered') !== null);
    expect(await offer.isVisible()).toBe(false);
    await context.close();
  });

  it('is shown with the page closed, in local time; a later one of the same battle replaces it; a click opens the page', async () => {
    const [page, worker] = await openTurnedOn();
    const context = page.context();
    const [session, registrationId] = await findWorker(context, stage.game.url);
    await page.close();

    const deliver = (title: string, text: string) =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin: stage.game.url,
        registrationId,
        data: JSON.stringify({ title, text, tag: 'battle-1', path: '/rules' }),
      });
    const shown = () =>
      worker.evaluate(async () => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
        return (await registration.getNotifications()).map(({ title, body }) => [title, body]);
      });
    await deliver('Attack on Capital', 'It arrives at 12:30 UTC.');
    const onOwnClock = new Date(new Date().setUTCHours(12, 30)).toTimeString().slice(0, 5);
    await expect.poll(shown).toEqual([['Attack on Capital', `It arrives at ${onOwnClock}.`]]);
    await deliver('The battle at Capital is over', '');
    await expect.poll(shown).toEqual([['The battle at Capital is over', '']]);

    await click(worker);
    await expect.poll(shown).toEqual([]);
  });

  it('is shown beside an open page, where a click opens its page', async () => {
    const [page, worker] = await openTurnedOn();
    await worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      await registration.showNotification('Capital', { data: new URL('/rules', location.origin).href });
    });
    await click(worker);
    await page.waitForURL('**/rules');
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    const source = await fetch(`${stage.game.url}/notifications-worker.js`);
    expect([source.headers.get('cache-control'), /.fetch.,|caches/.test(await source.text())]).toEqual([
      'no-cache',
      false,
    ]);
  });

  it('needs this browser in the account; turning off removes it, and the worker', async () => {
    const [page] = await openTurnedOn();
    const devices = page.getByText('not used yet');
    await devices.waitFor();
    await page.reload();
    await page.getByText('Alarms are on in this browser.').waitFor();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Alarms are off in this browser.').waitFor();
    await devices.waitFor({ state: 'detached' });
    const left = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    expect(left).toBe(0);
  });

  it('needs https, as a page by plain http under a name of the network says', async () => {
    const { context, page } = await stage.chromium.reader(desktop);
    const url = stage.game.url.replace('127.0.0.1', 'game.lan');
    const [name = '', value = ''] = ann.cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url }]);
    await page.goto(`${url}/account`);
    await page.getByText('Alarms need https, and this page came by http.').waitFor();
    expect(await page.getByRole('button', { name: 'Turn on' }).isVisible()).toBe(false);
  });

  it('is turned off by removing this browser in the list', async () => {
    const [page] = await openTurnedOn();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText('Alarms are off in this browser.').waitFor();
    await page.getByText('not used yet').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Alarms are off in this browser.').waitFor();
  });

  it('is turned off by removing this browser from another one, and stays so', async () => {
    const [page] = await openTurnedOn();
    const { devices } = await ann.read<{ devices: { id: string }[] }>('/api/alarms/settings');
    for (const { id } of devices) await ann.send('DELETE', `/api/alarms/device/${id}`);
    await page.evaluate(() => localStorage.setItem('push-told', '0'));
    await page.reload();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('push-device'))).toBeNull();
    expect(await ann.read('/api/alarms/settings')).toMatchObject({ devices: [] });
  });

  it('ends with a logout, and is back after the next login', async () => {
    const player = await registerPlayer(stage.game.url);
    const [page] = await openTurnedOn(player.cookie);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL((address) => address.pathname !== '/account');
    await page.goto(`${stage.game.url}/login`);
    await page.getByLabel('Username or e-mail').fill(player.username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    // The overview, or the account page, if the logout met one of its refreshes.
    await page.waitForURL((address) => address.pathname !== '/login');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('push-logout'))).toBeNull();
    await page.goto(`${stage.game.url}/account`);
    await page.getByText('not used yet').waitFor();
  });

  it('is turned on by “Wake me”, or the overview says why it is not', async () => {
    const player = await createEvening(stage.game, 60);
    const open = async (script: () => void): Promise<Page> => {
      const page = await openAccount([script], player.cookie);
      await page.addInitScript(stubPush, createECDH('prime256v1').generateKeys('base64url'));
      await page.goto(`${stage.game.url}/dashboard`);
      await page.getByRole('button', { name: 'Wake me then' }).click();
      return page;
    };
    const denied = await open(() => {
      Object.defineProperty(Notification, 'permission', { value: 'denied' });
    });
    await denied.getByText('Your browser blocks alarms of this site.').waitFor();
    expect(await player.read('/api/alarms/settings')).toMatchObject({ devices: [], wake: null });
    const page = await open(() => undefined);
    await page.getByRole('button', { name: 'Do not wake me' }).waitFor();
    const { devices, wake } = await player.read<{ devices: object[]; wake: object | null }>(
      '/api/alarms/settings',
    );
    expect([devices.length, wake]).toEqual([1, expect.objectContaining({ rang_at: null })]);
  });

  it('does not reach some browsers, and the account page says why', async () => {
    const without = await openAccount();
    await without.getByRole('button', { name: 'Turn on' }).click();
    await without.getByText('This browser has no push service.').waitFor();
    const denied = await openAccount([
      () => {
        Object.defineProperty(Notification, 'permission', { value: 'denied' });
      },
    ]);
    await denied.getByText('Your browser blocks alarms of this site.').waitFor();
    expect(await denied.getByRole('button', { name: 'Turn on' }).count()).toBe(0);
    const old = await openAccount([
      () => {
        Reflect.deleteProperty(globalThis, 'PushManager');
      },
    ]);
    await old.getByText('This browser offers no alarms here.').waitFor();
  });
});
