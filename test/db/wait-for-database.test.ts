/** A start waits while the database restarts, but not for what waiting does not repair. */
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitForDatabase } from '../../src/db/wait-for-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Waits, and returns the duration in milliseconds and the number of reported waits. */
async function wait(url: string, patienceMs: number): Promise<{ ms: number; waits: number }> {
  const startedAt = performance.now();
  let waits = 0;
  await waitForDatabase(url, patienceMs, () => (waits += 1));
  return { ms: performance.now() - startedAt, waits };
}

function withPort(port: number): string {
  const url = new URL(database.url);
  url.port = String(port);
  return url.href;
}

it('does not wait for a database that answers', async () => {
  expect((await wait(database.url, 30_000)).waits).toBe(0);
});

it('waits until the database answers', async () => {
  const { hostname, port } = new URL(database.url);
  const free = await findFreePort();
  const waiting = wait(withPort(free), 30_000);
  await delay(1_200);
  const proxy = createServer((client) => {
    const target = connect(Number(port), hostname);
    client.pipe(target).pipe(client);
    for (const socket of [client, target]) socket.on('error', () => undefined);
  });
  proxy.listen(free, '127.0.0.1');
  const { ms, waits } = await waiting;
  expect(waits).toBe(1);
  expect(ms).toBeGreaterThan(1_000);
  expect((proxy.address() as AddressInfo).port).toBe(free);
  proxy.close();
});

it('gives up after its patience', async () => {
  const { waits } = await wait(withPort(await findFreePort()), 700);
  expect(waits).toBe(1);
});

it('does not wait for a database that does not exist', async () => {
  const url = new URL(database.url);
  url.pathname = '/no_such_database';
  expect((await wait(url.href, 30_000)).waits).toBe(0);
});
