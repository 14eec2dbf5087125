/** A start waits while the database restarts, but not for what waiting does not repair. */
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { waitForDatabase } from '../../src/db/availability.ts';
import { useOne } from '../support/game.ts';
import { createTestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';

const database = useOne(createTestDatabase, (created) => created.drop());

/** Updates the schema as a start does. Returns the error, and how often it had to wait. */
async function start(url: string, timeoutMs: number): Promise<{ error: unknown; waits: number }> {
  let waits = 0;
  const error = await waitForDatabase(
    () => migrate(url),
    timeoutMs,
    () => (waits += 1),
  ).then(
    () => null,
    (reason: unknown) => reason,
  );
  return { error, waits };
}

function withPort(port: number): string {
  const url = new URL(database.url);
  url.port = String(port);
  return url.href;
}

/** A proxy before the database. `isCut` sees what clients send, and cuts the connection before the database sees it. */
function startProxy(port: number, isCut: (text: string) => boolean = () => false): Promise<Server> {
  const target = new URL(database.url);
  const server = createServer((client) => {
    const backend = connect(Number(target.port), target.hostname);
    backend.pipe(client);
    client.on('data', (bytes) => {
      if (!isCut(bytes.toString())) backend.write(bytes);
      else for (const socket of [client, backend]) socket.destroy();
    });
    for (const socket of [client, backend]) socket.on('error', () => undefined);
    client.on('close', () => backend.destroy());
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

it('does not wait for a database that answers', async () => {
  expect(await start(database.url, 30_000)).toEqual({ error: null, waits: 0 });
});

it('waits until the database answers', async () => {
  const port = await findFreePort();
  const starting = start(withPort(port), 30_000);
  await delay(1_200);
  const proxy = await startProxy(port);
  expect(await starting).toEqual({ error: null, waits: 1 });
  proxy.close();
});

it.each(['schema_migrations', 'pg_advisory_lock'])('waits if the connection is cut at %s', async (words) => {
  let cuts = 0;
  const proxy = await startProxy(0, (text) => text.includes(words) && ++cuts === 1);
  const url = withPort((proxy.address() as AddressInfo).port);
  expect(await start(url, 30_000)).toEqual({ error: null, waits: 1 });
  expect(cuts).toBeGreaterThan(1);
  proxy.close();
});

it('gives up after the timeout, with one sentence', async () => {
  const { error, waits } = await start(withPort(await findFreePort()), 700);
  expect(String(error)).toMatch(/^StartError: The database cannot be reached: .*ECONNREFUSED/);
  expect(waits).toBe(1);
});

it('does not wait for a database that does not exist', async () => {
  const url = new URL(database.url);
  url.pathname = '/no_such_database';
  expect(await start(url.href, 30_000)).toMatchObject({ error: { name: 'StartError' }, waits: 0 });
});
