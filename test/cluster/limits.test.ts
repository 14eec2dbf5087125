/** Limits over three instances behind the balancer, counted in Redis and, when it is away, in Postgres. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seatPlayer, seatRuler } from '../support/guests.ts';
import { hasCluster, startTopology, until, type Topology } from '../support/topology.ts';

let topology: Topology;
describe.skipIf(!hasCluster)('limits over three instances', () => {
  beforeAll(async () => {
    topology = await startTopology();
  });
  afterAll(() => topology.stop());

  interface Asked {
    headers?: object;
    from?: string;
    body?: string;
    url?: string;
  }

  /** One request, from an address of this machine; the status. */
  function ask(
    method: string,
    path: string,
    { headers = {}, from = '127.0.0.1', body = '{}', url = topology.url }: Asked = {},
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      const type = method === 'GET' ? {} : { 'content-type': 'application/json' };
      const options = {
        method,
        localAddress: from,
        headers: { accept: 'application/json', ...type, ...headers },
      };
      const outgoing = request(url + path, options, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      outgoing.on('error', reject);
      outgoing.end(method === 'GET' ? undefined : body);
    });
  }

  async function countStatuses(times: number, run: (index: number) => Promise<number>) {
    const counts: Record<number, number> = {};
    for (const status of await Promise.all(Array.from({ length: times }, (_, index) => run(index)))) {
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  }

  const failToLogIn = (from: string, headers: object = {}, url = topology.url): Promise<number> =>
    ask('POST', '/login', { from, headers, url, body: '{"username":"nobody","password":"wrong one"}' });

  let addresses = 100;
  const freshAddress = (): string => `127.0.1.${(addresses += 1)}`;

  /** A header that claims to speak for somebody else. */
  const pretend = (index: number) => ({
    'X-Forwarded-For': `198.51.100.${index}`,
    Forwarded: `for=198.51.100.${index}`,
    'X-Real-IP': `198.51.100.${index}`,
  });

  const claims = (): void => {
    it('let exactly 5 of 12 failed logins of an address through', async () => {
      const from = freshAddress();
      expect(await countStatuses(12, () => failToLogIn(from))).toEqual({ 401: 5, 429: 7 });
    });

    it('let exactly 60 of 90 reads of a user through', async () => {
      const { token } = await seatPlayer(topology.table);
      const headers = { authorization: `Bearer ${token}` };
      expect(await countStatuses(90, () => ask('GET', '/api/user/profile', { headers }))).toEqual({
        200: 60,
        429: 30,
      });
    });

    it('let exactly 30 of 60 actions of a user through', async () => {
      // Founding was the first.
      const { token, empireId } = await seatRuler(topology.table);
      const headers = { authorization: `Bearer ${token}` };
      const body = '{"description":"counted"}';
      const executeCommand = () => ask('PUT', `/api/empire/${empireId}`, { headers, body });
      expect(await countStatuses(60, executeCommand)).toEqual({ 200: 29, 429: 31 });
    });

    it('believe no X-Forwarded-For that a player makes up', async () => {
      const from = freshAddress();
      const counts = await countStatuses(12, (index) => failToLogIn(from, pretend(index)));
      expect(counts).toEqual({ 401: 5, 429: 7 });
    });

    it('count two addresses apart', async () => {
      const [one, other] = [freshAddress(), freshAddress()];
      await countStatuses(5, () => failToLogIn(one));
      expect([await failToLogIn(one), await failToLogIn(other)]).toEqual([429, 401]);
    });
  };

  describe('in Redis', () => {
    claims();

    it('leave the database alone', async () => {
      expect((await topology.pool.query('SELECT key FROM rate_limit_counters')).rows).toEqual([]);
    });
  });

  describe('while Redis is away', () => {
    beforeAll(async () => {
      await topology.redis.end('SIGKILL');
      await until(
        () => topology.members.every(({ said }) => said.some((line) => line.includes('redis: unavailable'))),
        'the warning',
      );
    });
    claims();

    it('are in the database', async () => {
      const { rowCount } = await topology.pool.query('SELECT key FROM rate_limit_counters');
      expect(rowCount).toBeGreaterThan(4);
    });

    it('cost one warning an instance', () => {
      expect(
        topology.members.map(({ said }) => said.filter((line) => line.includes('redis: unavailable')).length),
      ).toEqual([1, 1, 1]);
    });

    it('leave every instance ready', async () => {
      const statuses = topology.members.map(async ({ url }) => (await fetch(`${url}/readyz`)).status);
      expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
    });
  });

  it('go by the address of the player behind Caddy, too, and believe nothing that he makes up', async () => {
    const url = await topology.startCaddy();
    const [one, other] = [freshAddress(), freshAddress()];
    const counts = await countStatuses(12, (index) => failToLogIn(one, pretend(index), url));
    expect([counts, await failToLogIn(other, {}, url)]).toEqual([{ 401: 5, 429: 7 }, 401]);
  });

  it.each(['/metrics', '/METRICS', '/%6detrics', '/metrics/', '/metrics?x=1'])(
    'are not needed for %s, which nobody reaches through the balancer',
    async (path) => {
      expect(await ask('GET', path)).toBe(404);
    },
  );
});
