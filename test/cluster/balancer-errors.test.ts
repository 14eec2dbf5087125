/** The errors of the balancer itself: JSON below /api, text elsewhere. The one instance is not the game. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { until } from '../support/programs.ts';
import { balancerFiles, hasCluster } from '../support/topology.ts';

const program = 'haproxy';

const unavailable = {
  error: 'The service is not available at the moment, please try again',
  code: 'UNAVAILABLE',
};

let instance: Server;
let balancer: ChildProcess;
let url: string;

async function post(path: string): Promise<{ status: number; type: string | null; body: string }> {
  const response = await fetch(url + path, { method: 'POST', headers: { connection: 'close' } });
  return { status: response.status, type: response.headers.get('content-type'), body: await response.text() };
}

describe.skipIf(!hasCluster).each(['dns', 'static'])('an error of the balancer (%s)', (variant) => {
  beforeAll(async () => {
    // Ready, but it closes the connection of every other request.
    instance = createServer((request, response) => {
      if (request.url === '/readyz') response.end('ready');
      else request.socket.destroy();
    });
    instance.listen(0, '127.0.0.1');
    await once(instance, 'listening');
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    const address = `127.0.0.1:${(instance.address() as AddressInfo).port}`;
    const env = {
      ...process.env,
      LISTEN: `127.0.0.1:${port}`,
      LISTEN_BEHIND_TLS: `127.0.0.1:${await findFreePort()}`,
      INSTANCES: address,
      INSTANCE_1: address,
      INSTANCE_2: '127.0.0.1:1',
      INSTANCE_3: '127.0.0.1:1',
      NAMESERVER: '127.0.0.1:1',
    };
    balancer = spawn(program, balancerFiles(variant), { env, stdio: 'ignore' });
    await until(async () => (await post('/').catch(() => ({ status: 0 }))).status === 502, 'HAProxy');
  });
  afterAll(async () => {
    balancer.kill('SIGKILL');
    instance.closeAllConnections();
    await new Promise((done) => instance.close(done));
  });

  it('is JSON with a code below /api', async () => {
    const { status, type, body } = await post('/api/battle');
    expect([status, type]).toEqual([502, 'application/json; charset=utf-8']);
    expect(JSON.parse(body)).toEqual(unavailable);
  });

  it('is a sentence elsewhere', async () => {
    const { status, type, body } = await post('/city/build');
    expect([status, type]).toEqual([502, 'text/plain; charset=utf-8']);
    expect(body).toBe('The game is not available at the moment, please try again.');
  });
});
