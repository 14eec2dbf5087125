/** Warnings of a proxy that is set up wrongly. */
import { expect, it } from 'vitest';
import { captureLog } from '../support/capture-log.ts';
import { sendAnonymously, useTestGame } from '../support/game.ts';

const kept = captureLog('warn');
const game = useTestGame({ trustProxy: 2, log: kept.log });

const warnings = (): string[] => kept.lines().map(({ msg }) => msg);

async function visit(headers: Record<string, string>, path = '/rules'): Promise<void> {
  for (let times = 0; times < 2; times++) await sendAnonymously(game.url, 'GET', path, undefined, headers);
}

it('come once a minute for each fault, and not for the probes of a balancer', async () => {
  await visit({}, '/readyz');
  await visit({ 'x-forwarded-for': '192.0.2.1:51234, 192.0.2.2' });
  expect(warnings()).toEqual([]);

  await visit({ 'x-forwarded-for': '192.0.2.1' });
  await visit({ 'x-forwarded-for': 'unknown, 192.0.2.2' });
  await visit({ 'x-forwarded-for': '192.0.2.1, 192.0.2.2', 'x-forwarded-proto': 'https' });
  expect(warnings()).toEqual([
    expect.stringMatching(/^TRUST_PROXY is 2, .* 1 addresses in X-Forwarded-For/) as string,
    expect.stringMatching(/^A request came without a readable IP address/) as string,
    expect.stringMatching(/X-Forwarded-Proto.*BASE_URL is http/) as string,
  ]);
});
