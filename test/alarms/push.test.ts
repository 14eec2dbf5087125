/** Signing takes most of the time of a push, so a signature serves all pushes to a service for some hours. */
import { expect, it } from 'vitest';
import { createPushKeys, createPushSender } from '../../src/alarms/push.ts';
import { machineTime } from '../../src/kernel/clock.ts';
import { usePushService } from '../support/push-service.ts';

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
