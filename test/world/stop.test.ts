/** SIGTERM under load: the server answers every earlier request completely, then exits. */
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';
import { the } from '../support/worlds.ts';
import { exchange, openLedgers, startServer, type Ledger, type Server } from './process.ts';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { options } from '../campaign/options.ts';

const chance = makeChance(options.seed);

const clients = 24;
const stops = 2;

interface Attempt {
  sentAt: number;
  /** The status, or null without a complete answer. */
  status: number | null;
}

let database: TestDatabase;
const attempts: Attempt[] = [];
const cut: Attempt[] = [];
const exitCodes: (number | null)[] = [];

const jsonType = { 'content-type': 'application/json' };

/** Sends one request on a keep-alive connection and waits for the complete answer. */
async function send(agent: Agent, server: Server, { ruler }: Ledger, number: number): Promise<Attempt> {
  const url = `${server.url}/api/empire/${ruler.empireId}`;
  const authorization = `Bearer ${ruler.token}`;
  const sentAt = performance.now();
  const { status } =
    number % 2 === 0
      ? exchange(url, { agent, headers: { authorization } })
      : exchange(
          url,
          { agent, method: 'PUT', headers: { authorization, ...jsonType } },
          JSON.stringify({ description: `number ${number}` }),
        );
  return { sentAt, status: await status };
}

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const port = await findFreePort();
  let ledgers: Ledger[] = [];
  for (let stop = 0; stop < stops; stop++) {
    const server = await startServer(database.url, port);
    if (stop === 0) ledgers = await openLedgers(server.url, pool, 4);
    const agent = new Agent({ keepAlive: true });
    let isOver = false;
    let stoppedAt = Infinity;
    const playing = Array.from({ length: clients }, async (_, client) => {
      for (let number = client; !isOver; number++) {
        const attempt = await send(agent, server, the(ledgers[client % ledgers.length]), number);
        attempts.push(attempt);
        if (attempt.status === null && attempt.sentAt < stoppedAt) cut.push(attempt);
        if (attempt.status === null) return;
      }
    });
    await delay(400 + chance() * 200);
    stoppedAt = performance.now();
    exitCodes.push(await server.end('SIGTERM'));
    isOver = true;
    await Promise.all(playing);
    agent.destroy();
  }
  await pool.end();
});
afterAll(() => database.drop());

it('answers many requests before and during the shutdown', () => {
  expect(attempts.filter(({ status }) => status === 200).length).toBeGreaterThan(stops * clients);
});

it('cuts no request that was sent before SIGTERM', () => {
  expect(cut).toEqual([]);
});

it('exits with code 0', () => {
  expect(exitCodes).toEqual(Array(stops).fill(0));
});

it('answers no request with a 5xx status', () => {
  expect(attempts.filter(({ status }) => status !== null && status >= 500)).toEqual([]);
});

describe('requests that wait in the accept queue of the kernel at SIGTERM', () => {
  const logins = 20;
  const reads = 200;
  const statuses: (number | null)[] = [];
  let code: number | null = null;

  beforeAll(async () => {
    const own = await createTestDatabase();
    const server = await startServer(own.url, await findFreePort());
    // SIGSTOP imitates a process without CPU time, which accepts no connections for a while.
    server.child.kill('SIGSTOP');
    const login = JSON.stringify({ username: 'nobody', password: 'wrong horse' });
    const sent = [
      ...Array.from({ length: reads }, () => exchange(`${server.url}/healthz`, { agent: false })),
      ...Array.from({ length: logins }, () =>
        exchange(`${server.url}/login`, { agent: false, method: 'POST', headers: jsonType }, login),
      ),
    ];
    await Promise.all(sent.map(({ outgoing }) => once(outgoing, 'finish')));
    const ended = server.end('SIGTERM');
    server.child.kill('SIGCONT');
    statuses.push(...(await Promise.all(sent.map(({ status }) => status))));
    code = await ended;
    await own.drop();
  });

  it('are all answered', () => {
    const counted = [200, 401].map((status) => statuses.filter((received) => received === status).length);
    expect(counted).toEqual([reads, logins]);
  });

  it('do not prevent the exit', () => {
    expect(code).toBe(0);
  });
});
