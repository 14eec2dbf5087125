/**
 * A server on loopback with the middleware of every route and the account routes, for the tests of http/ and account/. It
 * records its statements by name and has a manual clock.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { LoginQueue } from '../../src/account/login-queue.ts';
import { createPasswords, type Passwords } from '../../src/account/passwords.ts';
import type { AccountDeps } from '../../src/account/deps.ts';
import { createAccountRouter } from '../../src/account/router.ts';
import { createPool } from '../../src/db/pool.ts';
import { createHttp, type Http, type HttpOptions } from '../../src/http/http.ts';
import { createLog, type Log } from '../../src/kernel/log.ts';
import { createMetrics } from '../../src/kernel/metrics.ts';
import { mountActions } from '../../src/pages/framework/action.ts';
import { loginActions } from '../../src/pages/login/actions.ts';
import { loginPage, registerPage } from '../../src/pages/login/pages.ts';
import { createPageRenderer, mountPages, type PageDeps } from '../../src/pages/framework/page.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { deriveAtOnce, noLimits, type TestGame } from './game.ts';
import { recordFlights } from './statements.ts';
import { TestClock } from './test-clock.ts';
import { systemRandom } from '../../src/kernel/random.ts';

export interface TestAppOptions extends Partial<HttpOptions> {
  sessionDays?: number;
  /** No limit by default. */
  failedLogins?: number;
  passwords?: Passwords;
  /** Silent by default. */
  log?: Log;
  /** Routes of the test, mounted after the account routes. */
  routes?: (app: Express, http: Http) => void;
}

export interface TestApp {
  database: TestDatabase;
  server: Server;
  url: string;
  pool: pg.Pool;
  /** Runs SQL on the database; returns its rows. */
  query: TestGame['query'];
  clock: TestClock;
  http: Http;
  logins: LoginQueue;
  /** The statements sent since the last call, by name. */
  takeStatements(): string[];
  close(): Promise<void>;
}

/** The HTTP layer of an application; by default without rate limits, over http. */
export function createTestHttp(
  deps: Omit<Parameters<typeof createHttp>[1], 'random'>,
  options: Partial<HttpOptions> = {},
): Http {
  return createHttp(
    {
      baseUrl: 'http://game.test',
      corsOrigins: [],
      sessionSecrets: ['the secret of the tests'],
      trustProxy: 0,
      limits: noLimits,
      counters: 'memory',
      checkResponses: true,
      ...options,
    },
    { ...deps, random: systemRandom },
  );
}

/** What the routes of accounts need; by default without mails, with sessions of 30 days and any number of failed logins. */
export function accountDepsOf(
  { sessions, cookies, security }: Http,
  db: pg.Pool,
  clock: TestClock,
  { passwords = createPasswords(4, deriveAtOnce), sessionDays = 30, failedLogins = 0 }: TestAppOptions = {},
): AccountDeps {
  const mails = {
    registration: 'open' as const,
    mailer: null,
    baseUrl: 'http://game.test',
    operatorContact: null,
  };
  const logins = new LoginQueue(clock);
  const sessionSecrets = ['a secret of the tests'];
  const settings = { passwords, sessionDays, failedLogins, logins, sessionSecrets };
  return { db, clock, random: systemRandom, sessions, cookies, security, ...settings, ...mails };
}

/** Starts a server on a database; by default without rate limits, over http, with sessions of 30 days. */
export async function startTestApp(database: TestDatabase, given: TestAppOptions = {}): Promise<TestApp> {
  const { routes, log = createLog('silent'), ...options } = given;
  const pool = createPool(database.url, 4, log);
  const recorder = recordFlights(pool);
  // Sessions end at full seconds.
  const clock = new TestClock(Math.ceil(Date.now() / 1000) * 1000);
  const http = createTestHttp({ pool, clock, log, metrics: createMetrics() }, options);
  const deps = accountDepsOf(http, pool, clock, given);

  const app = express();
  http.configure(app);
  app.use(http.guard);
  app.use(http.sessions.middleware);
  app.use(createAccountRouter(deps, { ...http, servicesFor: () => null }));
  app.use(http.cookies.handler, http.showViewer);
  // These pages use neither the services nor the alarms.
  const unused = { services: {} as PageDeps['services'], alarms: {} as PageDeps['alarms'], dataDir: null };
  const pageDeps: PageDeps = { http, account: deps, ...unused };
  const show = createPageRenderer(pageDeps);
  mountPages(app, [registerPage, loginPage], show, http);
  mountActions(app, loginActions, show, pageDeps);
  routes?.(app, http);
  app.use(http.finish);

  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    database,
    server,
    url: `http://127.0.0.1:${port}`,
    pool,
    query: async <Row extends object>(sql: string, ...values: unknown[]) =>
      (await pool.query<Row>(sql, values)).rows,
    clock,
    http,
    logins: deps.logins,
    takeStatements: () => recorder.take().flat(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.end();
    },
  };
}

/** A server on a database of its own for all tests of a file. Its members exist from the first `beforeAll` after this call. */
export function useTestApp(options: TestAppOptions = {}): TestApp {
  const app = {} as TestApp;
  beforeAll(async () => {
    Object.assign(app, await startTestApp(await createTestDatabase(), options));
  });
  afterAll(async () => {
    await app.close();
    await app.database.drop();
  });
  return app;
}
