/**
 * The service worker that shows notifications: phones accept none from pages. Its one task is a click on a notification.
 * It handles no requests, so it can cache nothing, and a page works alike with and without it.
 */

interface WindowClient {
  url: string;
  focus: () => Promise<unknown>;
  /** Null: the page does not belong to this site. */
  navigate: (address: string) => Promise<WindowClient | null>;
}

/** The members of the worker's global scope that are used; the types of workers exclude those of pages. */
interface WorkerScope {
  clients: {
    claim: () => Promise<void>;
    matchAll: (options: { type: 'window' }) => Promise<WindowClient[]>;
    openWindow: (address: string) => Promise<unknown>;
  };
  skipWaiting: () => Promise<void>;
  addEventListener: (
    type: 'install' | 'activate' | 'notificationclick',
    listener: (
      event: Event & { notification: Notification; waitUntil: (work: Promise<unknown>) => void },
    ) => void,
  ) => void;
}

const worker = globalThis as unknown as WorkerScope;

worker.addEventListener('install', (event) => {
  event.waitUntil(worker.skipWaiting());
});
worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data as string));
});

/** Shows an address in an open window of the game, or in a new one. */
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
