/**
 * The alarms of this browser: its subscription, and its entry in the account. Only the switch of the account page asks
 * for the permission, and installs the worker.
 */
import { refreshSoon } from './refresh.ts';

/** The id of this browser in the account, and when the account last received the subscription. */
const deviceKey = 'push-device';
const toldKey = 'push-told';
const toldForMs = 3_600_000;
/** A logout removes the browser from the account; the next page of a later login adds it again. */
const logoutKey = 'push-logout';

// Browsers offer push only on https, and iOS only to installed games.
const isSupported = isSecureContext && 'PushManager' in window && 'Notification' in window;

const isOn = (): boolean =>
  isSupported && Notification.permission === 'granted' && localStorage.getItem(deviceKey) !== null;

/** Whether the account has the subscription now. */
async function tell(subscription: PushSubscription): Promise<boolean> {
  const { endpoint, keys } = subscription.toJSON();
  const response = await fetch('/api/alarms/devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
  if (!response.ok) return false;
  const { device } = (await response.json()) as { device: { id: string } };
  localStorage.setItem(deviceKey, device.id);
  localStorage.setItem(toldKey, String(Date.now()));
  localStorage.removeItem(logoutKey);
  return true;
}

/** A new version replaces the worker, as its address is stable. */
async function startWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/notifications-worker.js', { updateViaCache: 'none' });
  return navigator.serviceWorker.ready;
}

/** Also those that a newer release does not have. Their subscription ends with them. */
async function removeWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
}

/** Returns why alarms do not arrive; null if they do. */
async function turnOn(applicationServerKey: string): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await startWorker();
  try {
    if (await tell(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))) return null;
    return 'The server does not reach the push service of this browser.';
  } catch {
    return 'This browser has no push service.';
  }
}

async function turnOff(): Promise<null> {
  const id = localStorage.getItem(deviceKey) ?? '';
  await forget();
  await fetch(`/api/alarms/device/${id}`, { method: 'DELETE' });
  return null;
}

/** True unless the server says otherwise. */
async function isKnown(): Promise<boolean> {
  const response = await fetch('/api/alarms/settings');
  if (!response.ok) return true;
  const { devices } = (await response.json()) as { devices: { id: string }[] };
  return devices.some(({ id }) => id === localStorage.getItem(deviceKey));
}

async function forget(): Promise<void> {
  localStorage.removeItem(deviceKey);
  await removeWorkers();
}

/**
 * The browser may have renewed the subscription, or the player has logged in again. A browser that was removed
 * elsewhere stays removed.
 */
async function renewDevice(): Promise<void> {
  const { pushManager } = await startWorker();
  const isBack = localStorage.getItem(logoutKey) !== null;
  if (!isBack && Date.now() - Number(localStorage.getItem(toldKey) ?? 0) < toldForMs) return;
  if (!isBack && !(await isKnown())) {
    await forget();
    return;
  }
  const subscription = await pushManager.getSubscription();
  if (subscription === null || !(await tell(subscription))) return;
  // The account page lists the browsers.
  if (stateElement !== null) refreshSoon();
}

const isDenied = (): boolean => isSupported && Notification.permission === 'denied';

function describeState(failure: string | null): string {
  return (
    failure ??
    (!isSecureContext
      ? 'Alarms need https, and this page came by http.'
      : !isSupported
        ? 'This browser offers no alarms here. On an iPhone or iPad, add the game to the home screen first.'
        : isDenied()
          ? 'Your browser blocks alarms of this site. Allow notifications in its settings for this site.'
          : isOn()
            ? 'Alarms are on in this browser.'
            : 'Alarms are off in this browser.')
  );
}

function showState(state: HTMLElement, button: HTMLElement, failure: string | null = null): void {
  state.textContent = describeState(failure);
  button.textContent = isOn() ? 'Turn off' : 'Turn on';
  button.hidden = !isSupported || isDenied();
}

const [stateElement, button] = [
  document.getElementById('alarm-state'),
  document.getElementById('alarm-switch'),
];
if (stateElement !== null && button !== null) {
  showState(stateElement, button);
  button.addEventListener('click', () => {
    void (isOn() ? turnOff() : turnOn(button.dataset.pushKey ?? '')).then((failure) => {
      showState(stateElement, button, failure);
      refreshSoon();
    });
  });
  // A browser that is removed in the list turns its alarms off, so that it does not add itself again.
  document.addEventListener('submit', ({ target }) => {
    const id = localStorage.getItem(deviceKey) ?? 'none';
    if (!(target instanceof HTMLFormElement) || !target.action.includes(`/device/${id}/remove`)) return;
    void forget();
    showState(stateElement, button);
  });
}
// The overview offers alarms once.
const offer = document.getElementById('alarm-offer');
const offeredKey = 'push-offered';
if (
  offer !== null &&
  isSupported &&
  Notification.permission === 'default' &&
  !localStorage.getItem(offeredKey)
) {
  localStorage.setItem(offeredKey, '1');
  offer.hidden = false;
}
// A form that asks for an alarm first turns alarms on, where no browser gets any yet.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.pushKey === undefined || isOn()) return;
    event.preventDefault();
    event.stopPropagation();
    const asked = isSupported && !isDenied() ? turnOn(form.dataset.pushKey) : Promise.resolve(null);
    void asked.then((failure) => {
      if (isOn()) form.requestSubmit();
      const state = document.getElementById('wake-state');
      if (state !== null) state.textContent = isOn() ? '' : describeState(failure);
    });
  },
  { capture: true },
);
document.addEventListener('submit', ({ target }) => {
  if (target instanceof HTMLFormElement && target.action.endsWith('/logout'))
    localStorage.setItem(logoutKey, '1');
});
// The reader may have taken the permission back.
void (isOn() ? renewDevice() : removeWorkers());
