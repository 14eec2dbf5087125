/** The feed: notifications arrive in commit order, and a lost connection is reopened. */
import { createServer, connect as connectTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/kernel/log.ts';
import type { Notification } from '../../src/world/log/notifications.ts';
import { createFeed, type Feed } from '../../src/world/log/feed.ts';
import { cutFeeds, useOne } from '../support/game.ts';
import { createTestDatabase } from '../support/database.ts';
import { machineTime } from '../../src/kernel/clock.ts';

const log = createLog('silent');
let client: pg.Client;
let feeds: Feed[];
const database = useOne(createTestDatabase, (created) => created.drop());
beforeEach(async () => {
  feeds = [];
  client = new pg.Client(database.url);
  await client.connect();
});
afterEach(async () => {
  for (const feed of feeds) await feed.stop();
  await client.end();
});

async function listen(url = database.url, heartbeatMs?: number) {
  const events: Notification[] = [];
  let onGap: () => void = () => undefined;
  const gap = new Promise<void>((resolve) => {
    onGap = resolve;
  });
  const onEvent = (event: Notification): void => {
    events.push(event);
  };
  const feed = createFeed(url, { onEvent, onGap }, machineTime, log, heartbeatMs);
  feeds.push(feed);
  await feed.start();
  /** Resolves when this many events have arrived. */
  const count = (expected: number): Promise<void> => expect.poll(() => events).toHaveLength(expected);
  return { feed, events, count, /** Resolves when the feed has reconnected after a gap. */ gap };
}

function ended(sessionId: number): string {
  return JSON.stringify({ event: 'session_ended', to: [], data: { session_id: String(sessionId) } });
}

async function notify(payload: string): Promise<void> {
  await client.query(`SELECT pg_notify('hegemon_world', $1)`, [payload]);
}

async function countBackends(): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'hegemon-feed' AND datname = current_database()`,
  );
  return Number(rows[0]?.count);
}

it('delivers notifications in commit order', async () => {
  const { events, count } = await listen();
  for (let number = 0; number < 50; number++) await notify(ended(number));
  await count(50);
  expect(events.map(({ data }) => data)).toEqual(
    Array.from({ length: 50 }, (_, number) => ({ session_id: String(number) })),
  );
});

it('delivers nothing of a rolled back transaction', async () => {
  const { events, count } = await listen();
  await client.query('BEGIN');
  await notify(ended(1));
  await client.query('ROLLBACK');
  await notify(ended(2));
  await count(1);
  expect(events.map(({ data }) => data)).toEqual([{ session_id: '2' }]);
});

it('ignores an invalid notification', async () => {
  const { count } = await listen();
  await notify('{');
  await notify('');
  await notify(ended(3));
  await count(1);
});

describe('a lost connection', () => {
  it('is reopened, and the gap is reported', async () => {
    const { gap, count } = await listen();
    await cutFeeds(client);
    await gap;
    await notify(ended(4));
    await count(1);
  });

  it('is not reopened after a stop', async () => {
    const { feed } = await listen();
    await cutFeeds(client);
    await feed.stop();
    expect(await countBackends()).toBe(0);
  });
});

describe('behind a bad network', () => {
  let proxy: Server;
  let url: string;
  let pairs: [Socket, Socket][];
  /** How many connections the proxy rejects before it accepts one. */
  let refusals: number;
  beforeEach(async () => {
    pairs = [];
    refusals = 0;
    const { hostname, port } = new URL(database.url);
    proxy = createServer((near) => {
      near.on('error', () => undefined);
      if (refusals > 0) {
        refusals -= 1;
        near.destroy();
        return;
      }
      const far = connectTcp(Number(port), hostname);
      far.on('error', () => undefined);
      pairs.push([near, far]);
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const own = (proxy.address() as AddressInfo).port;
    url = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String(own) }).href;
  });
  afterEach(() => {
    for (const socket of pairs.flat()) socket.destroy();
    proxy.close();
  });

  it('retries until it can connect', async () => {
    const { gap } = await listen(url);
    refusals = 2;
    await cutFeeds(client);
    await gap;
    expect(refusals).toBe(0);
  });

  it('detects a silently dropped connection and reopens it', async () => {
    const { gap, count } = await listen(url, 200);
    for (const [near, far] of pairs) {
      near.unpipe(far);
      far.unpipe(near);
    }
    await gap;
    await notify(ended(5));
    await count(1);
  });
});
