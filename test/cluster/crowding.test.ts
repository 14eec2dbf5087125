/** One address that holds thousands of connections, and offers of other protocols, through the balancer. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasCluster, startTopology, type Topology } from '../support/topology.ts';
import { highLimits } from './load.ts';

const crowd = 4_000;
const maxPerAddress = 256;

let topology: Topology;
let open: Socket[] = [];

function openSocket(url: string, from: string, text: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  open.push(socket);
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

/** Opens connections from an address and sends a request on each. Resolves with the number that got a response. */
async function crowdIn(from: string, count: number): Promise<number> {
  let answered = 0;
  const openOne = async (): Promise<void> => {
    const socket = openSocket(topology.url, from, 'GET /healthz HTTP/1.1\r\nHost: balancer\r\n\r\n');
    socket.once('data', () => (answered += 1));
    await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => undefined);
  };
  // In groups, because the kernel's queue of new connections is short.
  for (let opened = 0; opened < count; opened += 100) await Promise.all(Array.from({ length: 100 }, openOne));
  return answered;
}

async function ask(url: string, headers: Record<string, string>, from = '127.0.0.1'): Promise<number> {
  const outgoing = request(`${url}/healthz`, { localAddress: from, headers, timeout: 2_000 });
  outgoing.on('timeout', () => outgoing.destroy(new Error('no response')));
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

describe.skipIf(!hasCluster)('behind the balancer', () => {
  beforeAll(async () => {
    topology = await startTopology({ settings: highLimits });
  });
  afterEach(() => {
    for (const socket of open) socket.destroy();
    open = [];
  });
  afterAll(() => topology.stop());

  it('an address holds at most 256 connections, and others get in', async () => {
    expect(await crowdIn('127.0.2.1', crowd)).toBe(maxPerAddress);
    expect(await ask(topology.url, {}, '127.0.2.2')).toBe(200);
  });

  it.each([
    ['an address', '198.51.100.7', '198.51.100.7', '198.51.100.8'],
    ['a network of IPv6', '2001:db8:1:2::7', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::7'],
  ])(
    '%s has at most 256 requests at a time through the TLS proxy, and others get in',
    async (_what, first, same, other) => {
      const forwarded = (address: string) => ({ 'X-Forwarded-For': address });
      // Such a proxy holds all connections itself.
      const body = 'Content-Type: application/json\r\nContent-Length: 9\r\n\r\n';
      const unfinished = `POST /login HTTP/1.1\r\nHost: balancer\r\nX-Forwarded-For: ${first}\r\n${body}`;
      const url = topology.urlBehindTls;
      let refused = 0;
      for (let opened = 0; opened < maxPerAddress + 10; opened++) {
        openSocket(url, '127.0.0.1', unfinished).once('data', () => (refused += 1));
      }
      await expect.poll(() => refused).toBe(10);
      expect(await ask(url, forwarded(same))).toBe(429);
      const headers = { ...forwarded(same), connection: 'close' };
      const refusal = await fetch(`${url}/api/rules`, { headers });
      expect([refusal.headers.get('content-type'), refusal.headers.get('retry-after')]).toEqual([
        'application/json; charset=utf-8',
        '1',
      ]);
      expect(await refusal.json()).toMatchObject({ error: 'Too many requests', code: 'RATE_LIMITED' });
      expect(await ask(url, forwarded(other))).toBe(200);
    },
  );

  it('a client does not choose the id of its request', async () => {
    for (const url of [topology.url, topology.urlBehindTls]) {
      const response = await fetch(`${url}/healthz`, { headers: { 'X-Request-Id': 'mine' } });
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}-/);
    }
  });

  it('a request that offers HTTP/2 gets a response', async () => {
    const { stdout } = await promisify(execFile)('curl', [
      '--http2',
      '-sS',
      '-m',
      '3',
      `${topology.url}/healthz`,
    ]);
    expect(JSON.parse(stdout)).toBeTypeOf('object');
  });
});
