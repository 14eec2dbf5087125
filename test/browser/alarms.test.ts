/** Alarms that arrive while no page of the game is open, and their part of the account page. */
import { describe, expect, it } from 'vitest';
import { registerEmpire } from '../support/game.ts';
import { desktop, hasChromium } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('an alarm', () => {
  // Profiles of tests are off the record: their browser has no push service.
  const stage = setUpBrowser({}, /Push API in incognito/, true);

  it('is shown with the page closed; a later one of the same battle replaces it; a click opens the page', async () => {
    const ann = await registerEmpire(stage.game.url, { x: 0, y: 0 });
    const { context, page } = await stage.chromium.reader(desktop, ann.cookie);
    await context.grantPermissions(['notifications'], { origin: stage.game.url });
    await page.goto(`${stage.game.url}/account`);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('On in this browser.').waitFor();
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    const empty = await context.newPage();
    const session = await context.newCDPSession(empty);
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(stage.game.url));
        if (found !== undefined) resolve(found.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await registered;
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
        // The button has shown one, too, without a tag.
        const alarms = (await registration.getNotifications()).filter(({ tag }) => tag !== '');
        return alarms.map(({ title, body }) => [title, body]);
      });
    await deliver('Attack on Capital', 'It arrives at 12:30.');
    await expect.poll(shown).toEqual([['Attack on Capital', 'It arrives at 12:30.']]);
    await deliver('The battle at Capital is over', '');
    await expect.poll(shown).toEqual([['The battle at Capital is over', '']]);

    await worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      const [notification] = await registration.getNotifications({ tag: 'battle-1' });
      // Chromium has no other way to click on a notification.
      const Click = Reflect.get(globalThis, 'NotificationEvent') as new (type: string, init: object) => Event;
      dispatchEvent(new Click('notificationclick', { notification }));
    });
    await expect.poll(shown).toEqual([]);
  });
});
