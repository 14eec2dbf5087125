/** Rate limits over three instances behind the balancer, which Postgres counts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, createEmpire } from '../support/players.ts';
import { hasCluster, startTopology, type Topology } from '../support/topology.ts';
import { exchange } from '../world/process.ts';

let topology: Topology;
describe.skipIf(!hasCluster)('rate limits over three instances', () => {
  beforeAll(async () => {
    // All logins that fail here are of one name.
    topology = await startTopology({ settings: { RATE_LIMIT_FAILED_LOGINS: '0' } });
  });
  afterAll(() => topology.stop());

  interface RequestOptions {
    headers?: object;
    from?: string;
    body?: string;
    url?: string;
  }

  /** Sends a request from a local address; resolves with the status, or with 0 without a response. */
  async function ask(
    method: string,
    path: string,
    { headers = {}, from = '127.0.0.1', body = '{}', url = topology.url }: RequestOptions = {},
  ): Promise<number> {
    const [type, sent] = method === 'GET' ? [{}] : [{ 'content-type': 'application/json' }, body];
    const options = {
      method,
      localAddress: from,
      headers: { accept: 'application/json', ...type, ...headers },
    };
    return (await exchange(url + path, options, sent).status) ?? 0;
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

  /** Headers that claim another client address. */
  const forgedHeaders = (index: number) => ({
    'X-Forwarded-For': `198.51.100.${index}`,
    Forwarded: `for=198.51.100.${index}`,
    'X-Real-IP': `198.51.100.${index}`,
  });

  it('allow exactly 5 of 12 failed logins of an address', async () => {
    const from = freshAddress();
    expect(await countStatuses(12, () => failToLogIn(from))).toEqual({ 401: 5, 429: 7 });
  });

  it('allow exactly 60 of 90 reads of a user', async () => {
    const { token } = await createPlayer(topology.game);
    const headers = { authorization: `Bearer ${token}` };
    expect(await countStatuses(90, () => ask('GET', '/api/user/profile', { headers }))).toEqual({
      200: 60,
      429: 30,
    });
  });

  it('allow exactly 30 of 60 actions of a user', async () => {
    // The founding was the first action.
    const { token, empireId } = await createEmpire(topology.game);
    const headers = { authorization: `Bearer ${token}` };
    const body = '{"description":"counted"}';
    const changeDescription = () => ask('PUT', `/api/empire/${empireId}`, { headers, body });
    expect(await countStatuses(60, changeDescription)).toEqual({ 200: 29, 429: 31 });
  });

  it('ignore a forged X-Forwarded-For', async () => {
    const from = freshAddress();
    const counts = await countStatuses(12, (index) => failToLogIn(from, forgedHeaders(index)));
    expect(counts).toEqual({ 401: 5, 429: 7 });
  });

  it('count two addresses separately', async () => {
    const [first, second] = [freshAddress(), freshAddress()];
    await countStatuses(5, () => failToLogIn(first));
    expect([await failToLogIn(first), await failToLogIn(second)]).toEqual([429, 401]);
  });

  it('use the address of the player behind Caddy, too, and ignore forged headers', async () => {
    const url = await topology.startCaddy();
    const [first, second] = [freshAddress(), freshAddress()];
    const counts = await countStatuses(12, (index) => failToLogIn(first, forgedHeaders(index), url));
    expect([counts, await failToLogIn(second, {}, url)]).toEqual([{ 401: 5, 429: 7 }, 401]);
  });

  it.each(['/metrics', '/METRICS', '/%6detrics', '/metrics/', '/metrics?x=1'])(
    'are not needed for %s: the balancer answers 404',
    async (path) => {
      expect(await ask('GET', path)).toBe(404);
    },
  );
});
