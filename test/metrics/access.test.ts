/** Access to metrics: callers on this machine on the game's port, all callers on a separate port. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isLocalCaller } from '../../src/server/metrics-endpoint.ts';
import { sendAnonymously, useTestGame } from '../support/game.ts';
import { parseSamples } from '../support/metrics.ts';

describe('a caller', () => {
  const isLocal = (remoteAddress: string | undefined, headers: Record<string, string> = {}): boolean =>
    isLocalCaller({ socket: { remoteAddress }, headers });

  it.each(['127.0.0.1', '127.0.0.2', '127.255.255.255', '::1', '::ffff:127.0.0.1', '::ffff:127.9.9.9'])(
    'from %s is local',
    (address) => {
      expect(isLocal(address)).toBe(true);
    },
  );

  it.each([
    '10.0.0.1',
    '128.0.0.1',
    '126.255.255.255',
    '192.168.1.7',
    '0.0.0.0',
    '::',
    '::2',
    '::ffff:10.0.0.1',
    'fe80::1',
    'fe80::1%eth0',
    '2001:db8::1',
    'localhost',
    '127.0.0.1, 10.0.0.1',
    '',
    undefined,
  ])('from %s is not local', (address) => {
    expect(isLocal(address)).toBe(false);
  });

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host'])(
    'behind a proxy that sends %s is not local',
    (name) => {
      expect(isLocal('127.0.0.1', { [name]: '127.0.0.1' })).toBe(false);
    },
  );
});

describe('metrics on the game port', () => {
  const game = useTestGame({ trustProxy: 1 });
  const ask = (headers: Record<string, string> = {}) =>
    sendAnonymously<{ text: string }>(game.url, 'GET', '/metrics', undefined, headers);

  it('are available to local callers', async () => {
    const { status, headers, body } = await ask();
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ]);
    expect(parseSamples(body.text).length).toBeGreaterThan(100);
  });

  it('have the address that the instance reports', () => {
    expect(game.instance.metricsUrl).toBe(`${game.url}/metrics`);
  });

  it('look like an unknown route to callers behind a proxy, trusted or not', async () => {
    const forwarded = await ask({ 'x-forwarded-for': '127.0.0.1' });
    const unknown = await sendAnonymously(game.url, 'GET', '/metricz', undefined, {
      'x-forwarded-for': '127.0.0.1',
    });
    const visibleParts = ({ status, headers, body }: typeof unknown) => {
      const names = [...headers.keys()].filter((name) => name !== 'etag');
      return [status, names, headers.get('content-type'), body];
    };
    expect(visibleParts(forwarded)).toEqual(visibleParts(unknown));
  });
});

describe('metrics on a separate port', () => {
  const game = useTestGame({ metricsPort: 0 });
  let origin: string;
  beforeAll(() => {
    ({ origin } = new URL(game.instance.metricsUrl));
  });

  it('are available there', async () => {
    const answer = await fetch(game.instance.metricsUrl, { headers: { 'x-forwarded-for': '10.0.0.1' } });
    const samples = parseSamples(await answer.text());
    expect([answer.status, samples.some(({ name }) => name === 'hegemon_build_info')]).toEqual([200, true]);
  });

  it('are not available on the game port', async () => {
    expect((await sendAnonymously(game.url, 'GET', '/metrics')).status).toBe(404);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/healthz'],
    ['GET', '/metrics/x'],
    ['GET', '/api/rules'],
    ['POST', '/metrics'],
  ])('are the only route: %s %s gets 404', async (method, path) => {
    expect((await sendAnonymously(origin, method, path)).status).toBe(404);
  });
});
