/** This browser as a receiver of alarms: its subscription at its push service, and its entry in the account. */

/** The id of this browser in the account, and when the account was last told of the subscription. */
const deviceKey = 'push-device';
const toldKey = 'push-told';
/** A logout removes the browser from the account; the next page of a later login adds it again. */
const toldForMs = 3_600_000;

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
  return true;
}

/** Returns whether alarms arrive from now on: not every browser has a push service. @param key of the server */
export async function addDevice({ pushManager }: ServiceWorkerRegistration, key: string): Promise<boolean> {
  try {
    return await tell(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  } catch {
    return false;
  }
}

/** Tells the account of the subscription from time to time: the browser may have renewed it, or the player has logged in again. */
export async function renewDevice({ pushManager }: ServiceWorkerRegistration): Promise<void> {
  if (Date.now() - Number(localStorage.getItem(toldKey) ?? 0) < toldForMs) return;
  const subscription = await pushManager.getSubscription();
  if (subscription !== null) await tell(subscription);
}

/** Removes this browser from the account. Its subscription ends with the worker. */
export async function removeDevice(): Promise<void> {
  const id = localStorage.getItem(deviceKey);
  localStorage.removeItem(deviceKey);
  if (id !== null) await fetch(`/api/alarms/device/${id}`, { method: 'DELETE' });
}
