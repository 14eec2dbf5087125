/**
 * Browser notifications. If the browser has a push service, the server sends them as alarms, also while no page is open. Otherwise this page shows attacks and finished battles, with the texts of the
 * result strip. The permission is asked for only by the button of the account page, which also installs the worker.
 */
import { addDevice, removeDevice, renewDevice } from './push.ts';

const switchKey = 'notifications';
const maxKnown = 50;
const place = (): HTMLElement | null => document.getElementById('notifications-state');

/** The numbers of results that were reported or seen, shared by the tabs of this browser. */
const knownKey = `notified-${document.body.dataset.empire ?? ''}`;

const isSupported = 'Notification' in window && 'serviceWorker' in navigator && isSecureContext;

function isOn(): boolean {
  const isWanted = ['on', 'push'].includes(localStorage.getItem(switchKey) ?? '');
  return isSupported && Notification.permission === 'granted' && isWanted;
}

function readKnown(): number[] {
  return (localStorage.getItem(knownKey) ?? '').split(',').filter(Boolean).map(Number);
}

/** The worker, registered and active; it has a stable address, so a new version replaces it. */
async function startWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/notifications-worker.js', { updateViaCache: 'none' });
  return navigator.serviceWorker.ready;
}

/** Removes all workers of this site, also those that a newer release no longer has. */
async function removeWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
}

/** Returns whether the browser accepted it. A click opens the address. */
async function notify(title: string, options: NotificationOptions, address: string): Promise<boolean> {
  try {
    await (await startWorker()).showNotification(title, { ...options, data: address });
    return true;
  } catch {
    return false;
  }
}

/** Reports the new lines of the strip. @param isFirst the page was just loaded, so that its lines are seen */
function reportNews(isFirst: boolean): void {
  if (!isOn()) return;
  const known = readKnown();
  const lines = [...document.querySelectorAll<HTMLElement>('#news [data-alert]')].filter(
    ({ dataset }) => !known.includes(Number(dataset.number)),
  );
  if (lines.length === 0) return;
  localStorage.setItem(
    knownKey,
    [...known, ...lines.map(({ dataset }) => Number(dataset.number))].slice(-maxKnown).join(),
  );
  if (isFirst || document.hasFocus() || localStorage.getItem(switchKey) === 'push') return;
  for (const line of lines) {
    const body = line.querySelector('.detail')?.textContent ?? '';
    const options = { body, tag: `${knownKey}-${line.dataset.number ?? ''}`, icon: iconAddress() };
    void notify(
      line.querySelector('b')?.textContent ?? '',
      options,
      line.querySelector('a')?.href ?? location.href,
    );
  }
}

function iconAddress(): string {
  return document.querySelector<HTMLLinkElement>('link[rel="apple-touch-icon"]')?.href ?? '';
}

function showState(failure: string | null = null): void {
  const [state, button] = [place(), document.querySelector<HTMLButtonElement>('#notifications button')];
  if (state === null || button === null) return;
  const isDenied = isSupported && Notification.permission === 'denied';
  state.textContent =
    failure ??
    (!isSupported
      ? 'This browser offers no notifications here. They need https.'
      : isDenied
        ? 'Your browser blocks notifications of this site. Allow them in its settings for this site.'
        : isOn()
          ? 'On in this browser.'
          : 'Off in this browser.');
  button.textContent = isOn() ? 'Turn off' : 'Turn on';
  button.hidden = !isSupported || isDenied;
}

async function toggle(): Promise<void> {
  if (isOn()) {
    localStorage.setItem(switchKey, 'off');
    await removeDevice();
    await removeWorkers();
    showState();
    return;
  }
  if ((await Notification.requestPermission()) === 'granted') {
    const body = 'You get a notification of every attack and every finished battle.';
    const isAccepted = await notify('Hegemon', { body, icon: iconAddress() }, location.href);
    const key = document.getElementById('notifications')?.dataset.pushKey ?? '';
    const hasPush = isAccepted && (await addDevice(await startWorker(), key));
    localStorage.setItem(switchKey, hasPush ? 'push' : isAccepted ? 'on' : 'off');
    showState(isAccepted ? null : 'This browser shows no notifications of web pages.');
    // Results that are unread now are not reported.
    reportNews(true);
    return;
  }
  showState();
}

document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('#notifications button') !== null) void toggle();
});
document.addEventListener('refreshed', () => {
  showState();
  reportNews(false);
});
showState();
reportNews(true);
// The reader may have taken the permission back in the settings of the browser.
if (!isOn()) void removeWorkers();
else if (localStorage.getItem(switchKey) === 'push') void startWorker().then(renewDevice);
