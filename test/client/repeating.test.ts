/** Retries of a call: which failures, after which delay, with which key, and that a lost response never acts twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient, unwrap, type Client } from '../../src/client/client.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { enrich } from '../support/set-state.ts';
import { createFleetingTime, noTimeoutMs, type FleetingTime } from '../support/fleeting-time.ts';
import { startLocalServer, type LocalServer } from '../support/local-server.ts';
import { noLimits, useNew, useOne, useTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

function createImpatientClient(url: string, timers: FleetingTime, token?: string): Client {
  return createClient({ url, timers, timeoutMs: noTimeoutMs, ...(token === undefined ? {} : { token }) });
}

describe('a rate-limited call', () => {
  const game = useTestGame({ limits: { ...noLimits, data: 2 }, shared: true });
  const ann = useOne(() => createEmpire(game));
  const endWindow = () => game.instance.pool.query('DELETE FROM rate_limit_counters');
  beforeEach(endWindow);

  it('waits for Retry-After', async () => {
    const time = createFleetingTime(endWindow);
    const hegemon = createImpatientClient(game.url, time, ann.token);
    for (let n = 1; n <= 3; n++) expect((await hegemon.readProfile()).ok).toBe(true);
    expect(time.waits).toHaveLength(1);
    expect(time.waits[0]).toBeGreaterThan(50_000);
    expect(time.waits[0]).toBeLessThanOrEqual(60_000);
  });

  it('returns the refusal if Retry-After exceeds patienceMs', async () => {
    const time = createFleetingTime();
    const hegemon = createImpatientClient(game.url, time, ann.token);
    for (let n = 1; n <= 2; n++) await hegemon.readProfile();
    const answer = await hegemon.readProfile({ patienceMs: 1_000 });
    expect(answer).toMatchObject({ error: { code: 'RATE_LIMITED', status: 429 } });
    expect(time.waits).toEqual([]);
  });
});

describe('an unavailable server', () => {
  /** The responses to the next requests; later requests succeed. */
  let refusals: [status: number, code: string][];
  let keys: (string | undefined)[];
  let server: LocalServer;
  let hegemon: Client;
  let time: FleetingTime;
  beforeAll(async () => {
    server = await startLocalServer(({ headers }, response) => {
      keys.push(headers['idempotency-key'] as string | undefined);
      const [status, code] = refusals.shift() ?? [200, null];
      response.statusCode = status;
      response.end(JSON.stringify(code === null ? { success: true } : { error: 'No', code }));
    });
  });
  beforeEach(() => {
    keys = [];
    time = createFleetingTime();
    hegemon = createImpatientClient(server.url, time, 'token');
  });
  afterAll(() => {
    server.stop();
  });

  it('gets retries with increasing delays', async () => {
    refusals = [
      [500, 'UNAVAILABLE'],
      [429, 'BUSY'],
      [500, 'UNAVAILABLE'],
    ];
    expect((await hegemon.recallArmy('one')).ok).toBe(true);
    const [first = 0, second = 0, third = 0] = time.waits;
    expect(time.waits).toHaveLength(3);
    for (const [waitMs, maxMs] of [
      [first, 250],
      [second, 500],
      [third, 1_000],
    ] as const) {
      expect(waitMs).toBeLessThanOrEqual(maxMs);
      expect(waitMs).toBeGreaterThanOrEqual(maxMs / 2);
    }
  });

  it('gets one UUID as the key of all attempts of a call', async () => {
    refusals = [
      [500, 'UNAVAILABLE'],
      [500, 'UNAVAILABLE'],
    ];
    await hegemon.recallArmy('one');
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('gets a new key with each call, and none with a read', async () => {
    refusals = [];
    await hegemon.recallArmy('one');
    await hegemon.recallArmy('one');
    await hegemon.readProfile();
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBeUndefined();
  });

  it('gets one request with patienceMs 0', async () => {
    refusals = [[500, 'UNAVAILABLE']];
    expect(await hegemon.readProfile({ patienceMs: 0 })).toMatchObject({ error: { code: 'UNAVAILABLE' } });
    expect(keys).toHaveLength(1);
  });

  it('gets no retry of a permanent refusal', async () => {
    refusals = [[500, 'INTERNAL']];
    expect(await hegemon.readProfile()).toMatchObject({ error: { code: 'INTERNAL' } });
    expect(time.waits).toEqual([]);
  });
});

describe('a lost response', () => {
  const game = useTestGame();
  const proxy = useOne(
    () => startCuttingProxy(game.url),
    (started) => started.stop(),
  );
  const ann = useNew(() => createEmpire(game));
  let time: FleetingTime;
  let hegemon: Client;
  beforeEach(() => {
    time = createFleetingTime();
    hegemon = createImpatientClient(proxy.url, time, ann.token);
  });

  /** Number of queued levels in the capital. */
  async function countLevels(): Promise<number> {
    const { cities } = unwrap(await hegemon.readEmpire(ann.empireId));
    return cities[0]?.construction?.length ?? 0;
  }

  it('leads to a retry', async () => {
    proxy.loseAnswers(2);
    expect(unwrap(await hegemon.readProfile()).username).toBe(ann.username);
    expect(time.waits).toHaveLength(2);
  });

  it('does not execute an order twice', async () => {
    proxy.loseAnswers(2);
    unwrap(await hegemon.build(ann.capitalId, { type: 'farm' }));
    expect(time.waits).toHaveLength(2);
    expect(await countLevels()).toBe(1);
  });

  it('does not make a founding fail', async () => {
    const founding = { name: 'Ostia', location: { x: ann.tile.x + 20, y: ann.tile.y } };
    await enrich(game, ann.empireId);
    proxy.loseAnswers(1);
    expect(unwrap(await hegemon.foundCity(ann.empireId, founding)).city.name).toBe('Ostia');
  });

  it('does not affect two separate identical calls', async () => {
    await hegemon.build(ann.capitalId, { type: 'farm' });
    await hegemon.build(ann.capitalId, { type: 'farm' });
    expect(await countLevels()).toBe(2);
  });

  it('is repeated after a restart of the client with the same key', async () => {
    const idempotencyKey = '0b0c8a3e-5f5e-4c59-9a35-0f6f2a3f9a11';
    const order = { type: 'farm' } as const;
    const first = await hegemon.build(ann.capitalId, order, { idempotencyKey });
    const restarted = createClient({ url: game.url, token: ann.token });
    expect(await restarted.build(ann.capitalId, order, { idempotencyKey })).toEqual(first);
    expect(await restarted.build(ann.capitalId, { type: 'quarry' }, { idempotencyKey })).toMatchObject({
      error: { code: 'IDEMPOTENCY_MISMATCH', status: 409 },
    });
  });

  it('allows the retry of a login', async () => {
    const account = { username: 'Ariadne', password: 'a long thread' };
    const { password } = account;
    await hegemon.register({ ...account, email: 'ariadne@example.org', confirm_password: password });
    proxy.loseAnswers(1);
    expect((await hegemon.logIn(account)).ok).toBe(true);
  });

  it('makes a registration report DUPLICATE_ACCOUNT, although it succeeded', async () => {
    const password = 'a long thread';
    proxy.loseAnswers(1);
    const answer = await hegemon.register({
      username: 'Phaedra',
      email: 'phaedra@example.org',
      password,
      confirm_password: password,
    });
    expect(answer).toMatchObject({ error: { code: 'DUPLICATE_ACCOUNT' } });
    expect((await hegemon.logIn({ username: 'Phaedra', password })).ok).toBe(true);
  });
});
