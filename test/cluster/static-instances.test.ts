/** The balancer with a list of instances instead of a name server, directly and behind Caddy. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAnonymously } from '../support/game.ts';
import { hasCluster, startTopology, type Topology } from '../support/topology.ts';

let topology: Topology;

/** The instances that answer 12 requests. The first part of a request's id is different for each. */
async function instancesAt(url: string): Promise<Set<string>> {
  const instances = new Set<string>();
  for (let time = 0; time < 12; time += 1) {
    const response = await fetch(`${url}/healthz`);
    expect(response.status).toBe(200);
    instances.add(response.headers.get('x-request-id')?.split('-')[0] ?? '');
  }
  return instances;
}

const logInFrom = (url: string, address: string): Promise<number> =>
  sendAnonymously(
    url,
    'POST',
    '/login',
    { username: 'nobody', password: 'wrong' },
    { 'X-Forwarded-For': address },
  ).then(({ status }) => status);

describe.skipIf(!hasCluster)('a balancer with a list of instances', () => {
  beforeAll(async () => {
    topology = await startTopology({ instances: 'static', settings: { RATE_LIMIT_FAILED_LOGINS: '0' } });
  });
  afterAll(() => topology.stop());

  it('uses all of them, directly and behind Caddy', async () => {
    expect((await instancesAt(topology.url)).size).toBe(3);
    expect((await instancesAt(await topology.startCaddy())).size).toBe(3);
  });

  it('passes on the address of a client that a TLS proxy names, and no other', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1)
      statuses.push(await logInFrom(topology.urlBehindTls, '192.0.2.1'));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await logInFrom(topology.urlBehindTls, '192.0.2.2')).toBe(401);
    const direct: number[] = [];
    for (let time = 0; time < 6; time += 1) direct.push(await logInFrom(topology.url, `192.0.2.${3 + time}`));
    expect(direct.at(-1)).toBe(429);
  });

  it('leaves out an instance that stops, and takes it back after its start', async () => {
    await topology.members[1]?.end('SIGTERM');
    expect((await instancesAt(topology.url)).size).toBe(2);
    await topology.startMember(1);
    await expect.poll(async () => (await instancesAt(topology.url)).size, { timeout: 15_000 }).toBe(3);
  });
});
