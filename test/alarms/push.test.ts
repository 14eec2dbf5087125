/** Requests to push services: only to those of browsers, as the server does not choose the endpoint; and their signatures. */
import { expect, it } from 'vitest';
import { createPushSender, createPushKeys, requireAllowed } from '../../src/alarms/push.ts';
import { machineTime } from '../../src/kernel/clock.ts';
import { usePushService } from '../support/push-service.ts';

const others = ['https://push.example.org', 'http://127.0.0.1:8080'];

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://jmt17.google.com.fcm.googleapis.com/x',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYA',
  'https://web.push.apple.com/QOXZ',
  'https://FCM.googleapis.com/x',
  'https://fcm.googleapis.com:443/x',
  'https://push.example.org/any',
  'http://127.0.0.1:8080/any',
])('%s is allowed', (endpoint) => {
  expect(() => requireAllowed(endpoint, others)).not.toThrow();
});

const refused = [
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user@fcm.googleapis.com/x',
  'https://fcm.googleapis.com@10.0.0.1/x',
  'https://fcm.googleapis.com.example.org/x',
  'https://evilfcm.googleapis.com/x',
  'https://googleapis.com/x',
  'https://example.org/fcm.googleapis.com',
  'https://example.org/#.push.services.mozilla.com',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest/meta-data',
  'https://2130706433/x',
  'https://localhost/x',
  'https://push.example.org:444/x',
  'http://push.example.org/x',
  'https://sub.push.example.org/x',
  'http://127.0.0.1:8081/x',
  'https://user:secret@push.example.org/x',
  'ftp://fcm.googleapis.com/x',
  'file:///etc/passwd',
];

it.each(refused)('%s is refused', (endpoint) => {
  expect(() => requireAllowed(endpoint, others)).toThrow('not valid');
});

it('no request is sent to an address that was allowed once', async () => {
  const send = createPushSender(
    createPushKeys(),
    { baseUrl: 'http://localhost:3000', others: [] },
    machineTime,
  );
  const channel = { endpoint: others[1] ?? '', p256dh: 'B'.padEnd(87, 'A'), auth: 'A'.repeat(22) };
  const push = { payload: {}, topic: 'x', isUrgent: false, uselessInMs: null };
  expect(await send(channel, push)).toMatchObject({ outcome: 'failed' });
});

const hourMs = 3_600_000;
const service = usePushService();

it('renews the signature before push services refuse it', async () => {
  let now = Date.now();
  const time = { ...machineTime, now: () => now };
  const push = createPushSender(
    createPushKeys(),
    { baseUrl: 'https://example.org', others: [service.origin] },
    time,
  );
  const { endpoint, keys } = service.subscribe('signed');
  const send = async (): Promise<{ signature: string | undefined; hoursLeft: number }> => {
    const more = { topic: 'one', isUrgent: false, uselessInMs: null };
    expect(await push({ endpoint, ...keys }, { payload: {}, ...more })).toEqual({ outcome: 'sent' });
    const signature = service.pushed.at(-1)?.headers.authorization;
    const [, claims = ''] = signature?.split('.') ?? [];
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number };
    return { signature, hoursLeft: (exp * 1000 - now) / hourMs };
  };
  const first = await send();
  now += 5.9 * hourMs;
  const second = await send();
  now += 0.2 * hourMs;
  const third = await send();
  expect(second.signature).toBe(first.signature);
  expect(third.signature).not.toBe(first.signature);
  for (const { hoursLeft } of [first, second, third]) {
    expect(hoursLeft).toBeGreaterThan(1);
    expect(hoursLeft).toBeLessThanOrEqual(24);
  }
});
