/** Metrics increase by exactly the number of events. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GameError } from '../../src/kernel/errors.ts';
import { begin } from '../support/database.ts';
import { expose } from '../support/set-state.ts';
import {
  cutFeeds,
  sendAnonymously,
  startTestGame,
  useTestGame,
  useOne,
  type TestGame,
} from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { readMetric, readSamples, riseOf } from '../support/metrics.ts';
import { closeClients, connect, join } from '../support/sockets.ts';

const game = useTestGame();
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 0, y: 9 }));

beforeAll(async () => {
  await expose(game, bob.empireId);
});
afterAll(closeClients);

const build = (): Promise<unknown> =>
  ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' });
const describeEmpire = (description: string) => () =>
  ann.send('PUT', `/api/empire/${ann.empireId}`, { description });

describe('a request', () => {
  it('is counted under the pattern of its route', async () => {
    const labels = { method: 'GET', route: '/api/empire/:empire_id', status: '200' };
    const rise = await riseOf(game, 'http_requests_total', labels, async () => {
      for (const { empireId } of [ann, bob]) await ann.send('GET', `/api/empire/${empireId}`);
    });
    expect(rise).toBe(2);
  });

  it('that is refused is counted with its status', async () => {
    const labels = { method: 'POST', route: '/login', status: '401' };
    const body = { username: 'nobody', password: 'secret1' };
    const logIn = () => sendAnonymously(game.url, 'POST', '/login', body);
    expect(await riseOf(game, 'http_requests_total', labels, logIn)).toBe(1);
  });

  it('for a page is counted under the pattern of the page', async () => {
    const labels = { method: 'GET', route: '/city/:city_id', status: '200' };
    const open = () =>
      sendAnonymously(game.url, 'GET', `/city/${ann.capitalId}`, undefined, {
        cookie: ann.cookie,
        accept: 'text/html',
      });
    expect(await riseOf(game, 'http_requests_total', labels, open)).toBe(1);
  });

  it('is timed once', async () => {
    const labels = { method: 'GET', route: '/api/rules' };
    const ask = () => sendAnonymously(game.url, 'GET', '/api/rules');
    expect(await riseOf(game, 'http_request_duration_seconds_count', labels, ask)).toBe(1);
  });

  it.each(['/nothing', '/api/nothing', '/api/empire', '/.env', '/metrics/x', '/socket.ioo'])(
    'for %s is counted as route "unknown"',
    async (path) => {
      const ask = () => sendAnonymously(game.url, 'GET', path);
      expect(await riseOf(game, 'http_requests_total', { route: 'unknown', status: '404' }, ask)).toBe(1);
    },
  );

  it('never puts its URL or method into a label', async () => {
    await sendAnonymously(game.url, 'GET', '/marker-of-a-path?marker-of-a-query=1');
    await sendAnonymously(game.url, 'GET', '/assets/marker-of-a-path/css/style.css');
    await sendAnonymously(game.url, 'GET', '/api/empire/marker-of-a-path');
    await sendAnonymously(game.url, 'PROPFIND', '/marker-of-a-path');
    expect(JSON.stringify(await readSamples(game))).not.toMatch(/marker|PROPFIND/);
  });
});

describe('a statement', () => {
  it('is counted by its name', async () => {
    const ask = () => ann.send('GET', `/api/empire/${ann.empireId}`);
    await ask();
    const labels = { name: 'findSessions' };
    expect(await riseOf(game, 'db_statement_duration_seconds_count', labels, ask)).toBe(1);
  });

  it('is counted once if requests share it, else once per request', async () => {
    const labels = { name: 'findSessions' };
    const rise = await riseOf(game, 'db_statement_duration_seconds_count', labels, () =>
      Promise.all(Array.from({ length: 20 }, () => ann.send('GET', '/api/user/profile'))),
    );
    expect(rise).toBeLessThanOrEqual(20);
    expect(rise).toBeGreaterThan(0);
  });

  it('that fails is counted by its SQLSTATE', async () => {
    const fail = () => game.instance.pool.query('SELECT 1 / 0').catch(() => undefined);
    expect(await riseOf(game, 'db_statement_errors_total', { code: '22012' }, fail)).toBe(1);
  });

  it('measures its wait for a connection once', async () => {
    const ask = () => game.instance.pool.query('SELECT');
    // Work after the response to an earlier request may ask meanwhile, too.
    await expect.poll(() => riseOf(game, 'db_pool_wait_seconds_count', {}, ask)).toBe(1);
  });
});

describe('a command', () => {
  it('that succeeds is counted as done', async () => {
    const rise = await riseOf(game, 'command_duration_seconds_count', { outcome: 'done' }, build);
    expect(rise).toBe(1);
  });

  it('that is refused is counted as refused', async () => {
    const recall = () => ann.send('POST', `/api/army/${ann.armyId}/recall`);
    expect(await riseOf(game, 'command_duration_seconds_count', { outcome: 'refused' }, recall)).toBe(1);
  });

  it('that throws is counted as failed', async () => {
    const fail = () =>
      game.instance.services
        .executeCommand(ann.empireId, () => {
          throw new Error('a bug');
        })
        .catch(() => undefined);
    expect(await riseOf(game, 'command_duration_seconds_count', { outcome: 'failed' }, fail)).toBe(1);
  });

  it('without others is a batch of one', async () => {
    const rises = [];
    for (const suffix of ['count', 'sum']) {
      rises.push(await riseOf(game, `command_batch_size_${suffix}`, {}, describeEmpire(suffix)));
    }
    expect(rises).toEqual([1, 1]);
  });

  it('of a failed batch is executed alone', async () => {
    const { executeCommand } = game.instance.services;
    const rise = await riseOf(game, 'commands_alone_total', { reason: 'failed' }, async () => {
      const bug = executeCommand(bob.empireId, () => {
        throw new Error('a bug');
      });
      await Promise.allSettled([executeCommand(ann.empireId, () => null), bug]);
    });
    expect(rise).toBe(2);
  });

  it('whose empire is locked elsewhere leaves its batch, then is counted as busy', async () => {
    const lock = 'SELECT FROM empires WHERE id = $1 FOR UPDATE';
    const holder = await begin(game.instance.pool, lock, [ann.empireId]);
    const before = await readMetric(game, 'commands_alone_total', { reason: 'held' });
    const busy = await riseOf(game, 'command_duration_seconds_count', { outcome: 'busy' }, () =>
      expect(game.instance.services.executeCommand(ann.empireId, () => null)).rejects.toEqual(
        new GameError('BUSY'),
      ),
    );
    await holder.rollBack();
    expect(busy).toBe(1);
    expect(await readMetric(game, 'commands_alone_total', { reason: 'held' })).toBe(before + 1);
  });
});

describe('due work', () => {
  /** Orders a level in a new empire; returns the time at which it is complete. */
  async function orderLevel(late: TestGame): Promise<number> {
    const { capitalId, send } = await createEmpire(late);
    const path = `/api/city/${capitalId}/buildings`;
    const { body } = await send<{ order: { completes_at: string } }>('POST', path, { type: 'farm' });
    return Date.parse(body.order.completes_at);
  }

  it('is measured with the delay of the clock', async () => {
    const late = await startTestGame();
    await late.pass((await orderLevel(late)) - late.clock.now() + 7_000);
    const read = (suffix: string) => readMetric(late, `due_lateness_seconds_${suffix}`, { of: 'empire' });
    expect([await read('count'), await read('sum')]).toEqual([1, 7]);
    await late.stop();
  });

  it('that a command applies is counted, too', async () => {
    const late = await startTestGame();
    const { capitalId, empireId, send } = await createEmpire(late);
    await send('POST', `/api/city/${capitalId}/buildings`, { type: 'farm' });
    late.clock.advance(3_600_000);
    await send('PUT', `/api/empire/${empireId}`, { description: 'An hour later' });
    expect(await readMetric(late, 'due_lateness_seconds_count', { of: 'empire' })).toBe(1);
    await late.stop();
  });

  it('is overdue until it is applied', async () => {
    const late = await startTestGame();
    late.clock.set((await orderLevel(late)) + 30_000);
    expect(await readMetric(late, 'overdue_seconds', { of: 'empire' })).toBe(30);
    await late.stop();
  });

  it('of two empires is counted as contact', async () => {
    const id = await attackCity(ann, bob);
    const { body } = await ann.send<{ contact_at: string }>('GET', `/api/battle/${id}`);
    const waitMs = Date.parse(body.contact_at) - game.clock.now();
    const labels = { of: 'contact' };
    expect(await riseOf(game, 'due_lateness_seconds_count', labels, () => game.pass(waitMs))).toBe(1);
  });
});

describe('live clients', () => {
  it('are counted by transport', async () => {
    const live = await connect(game.url, { token: ann.token });
    const polling = await connect(game.url, { token: bob.token, transports: ['polling'] });
    const counts = [];
    for (const transport of ['websocket', 'polling']) {
      counts.push(await readMetric(game, 'sockets', { transport }));
    }
    live.close();
    polling.close();
    expect(counts).toEqual([1, 1]);
  });

  it('receive events, which are counted once per client', async () => {
    const live = await join(game.url, bob);
    await live.settle();
    const rise = await riseOf(game, 'events_delivered_total', { event: 'empire_update' }, async () => {
      await bob.send('POST', `/api/city/${bob.capitalId}/buildings`, { type: 'farm' });
      await live.take('empire_update');
    });
    live.close();
    expect(rise).toBe(1);
  });

  it('that send too much are counted as rate limited', async () => {
    const live = await connect(game.url, { token: bob.token });
    const rise = await riseOf(game, 'rate_limited_total', { class: 'socket' }, () =>
      Promise.all(Array.from({ length: 25 }, () => live.ask('leave_empire', { empire_id: bob.empireId }))),
    );
    live.close();
    expect(rise).toBe(5);
  });

  it('have a gap after the feed lost its connection', async () => {
    await cutFeeds(game.instance.pool);
    await expect.poll(() => readMetric(game, 'feed_gaps_total')).toBe(1);
  });
});

it('a request beyond a rate limit is counted by its class', async () => {
  const strict = await startTestGame({ limits: { auth: 1, data: 2, action: 0 } });
  for (let n = 0; n < 5; n++) await sendAnonymously(strict.url, 'GET', '/api/leaderboard');
  for (let n = 0; n < 3; n++) await sendAnonymously(strict.url, 'POST', '/login', {});
  const counts = [];
  for (const limit of ['data', 'auth', 'action']) {
    counts.push(await readMetric(strict, 'rate_limited_total', { class: limit }));
  }
  await strict.stop();
  expect(counts).toEqual([3, 2, 0]);
});

it('of the world are queried at most once for concurrent scrapes', async () => {
  const labels = { name: 'selectPresent' };
  const rise = await riseOf(game, 'db_statement_duration_seconds_count', labels, () =>
    Promise.all(Array.from({ length: 20 }, () => game.instance.metrics.write())),
  );
  expect(rise).toBeLessThanOrEqual(1);
});

it('are separate for each instance', async () => {
  const other = await startTestGame();
  await sendAnonymously(other.url, 'GET', '/api/rules');
  expect(await readMetric(other, 'http_requests_total')).toBe(1);
  await other.stop();
});
