/**
 * The service worker that shows alarms, with and without an open page. It handles no requests, so it can cache nothing.
 */

interface WindowClient {
  url: string;
  focus: () => Promise<unknown>;
  /** Null: the page does not belong to this site. */
  navigate: (address: string) => Promise<WindowClient | null>;
}

/** The types of workers exclude those of pages. */
interface WorkerScope {
  clients: {
    claim: () => Promise<void>;
    matchAll: (options: { type: 'window' }) => Promise<WindowClient[]>;
    openWindow: (address: string) => Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
  skipWaiting: () => Promise<void>;
  addEventListener: (
    type: 'install' | 'activate' | 'notificationclick' | 'push' | 'pushsubscriptionchange',
    listener: (event: WorkerEvent) => void,
  ) => void;
}

/** Of all these events; each has its own. */
interface WorkerEvent extends Event {
  notification: Notification;
  /** Null: the sender sent nothing. */
  data: { json: () => unknown } | null;
  /** Null if the browser does not tell. */
  oldSubscription?: PushSubscription | null;
  waitUntil: (work: Promise<unknown>) => void;
}

interface Alarm {
  title: string;
  text: string;
  tag: string;
  path: string;
}

const worker = globalThis as unknown as WorkerScope;

/** The server writes a time at the end of a text in UTC. */
const onOwnClock = (text: string): string =>
  text.replace(/(\d\d):(\d\d) UTC\.$/, (_, hours: string, minutes: string) => {
    const at = new Date();
    at.setUTCHours(Number(hours), Number(minutes));
    return `${at.toTimeString().slice(0, 5)}.`;
  });

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('push', (event) => {
  const { title, text, tag, path } = event.data?.json() as Alarm;
  const data = new URL(path, location.origin).href;
  // A later alarm of a battle replaces the earlier one, and makes itself heard again.
  const options = { body: onOwnClock(text), tag, renotify: true, data };
  event.waitUntil(worker.registration.showNotification(title, options));
});
worker.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renew(event.oldSubscription ?? null)),
);
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data as string));
});

async function show(address: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' });
  const found = windows.find(({ url }) => url === address) ?? windows[0];
  if (found === undefined) {
    await worker.clients.openWindow(address);
    return;
  }
  const shown = found.url === address ? found : await found.navigate(address);
  await shown?.focus();
}

/** The push service has ended a subscription. Without the old one, the next page subscribes again. */
async function renew(old: PushSubscription | null): Promise<void> {
  if (old === null) return;
  const { applicationServerKey } = old.options;
  const { endpoint, keys } = (
    await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  ).toJSON();
  await fetch('/api/alarms/devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys, replaces: old.endpoint }),
  });
}
