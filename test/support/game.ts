/**
 * A complete instance on its own database with a manual clock, and players that call it over HTTP. Every JSON response is
 * validated against its contract.
 */
import { pbkdf2Sync } from 'node:crypto';
import { tmpdir } from 'node:os';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { requireSound } from './sound.ts';
import { queryByHand, saveLeftByHand, unsoundWorlds } from './by-hand.ts';
import type { z } from 'zod';
import { keyBytes, type Derive } from '../../src/account/passwords.ts';
import { openDemoWorld } from '../../src/admin/world/demo.ts';
import type { foundEmpireResponse } from '../../src/contract/empire.ts';
import { readConfig, type Config } from '../../src/config.ts';
import { startInstance, type Instance, type InstanceOptions } from '../../src/server/instance.ts';
import { createLog, type Log } from '../../src/kernel/log.ts';
import { createTestDatabase } from './database.ts';
import { TestClock } from './test-clock.ts';
import { systemRandom, type Random } from '../../src/kernel/random.ts';

/** One iteration instead of 100,000, which took an eighth of the time of all tests. */
export const deriveAtOnce: Derive = (password, salt) =>
  Promise.resolve(pbkdf2Sync(password, salt, 1, keyBytes, 'sha256'));

export const noLimits = { auth: 0, data: 0, action: 0 };

export interface TestGame {
  instance: Instance;
  databaseUrl: string;
  url: string;
  clock: TestClock;
  /** Moves the clock and applies everything that is due. */
  pass: (ms: number) => Promise<void>;
  /** The same, to a time of a response. */
  passTo: (time: string) => Promise<void>;
  /** Runs SQL on the database; returns its rows. */
  query: <Row extends object = Record<string, unknown>>(sql: string, ...values: unknown[]) => Promise<Row[]>;
  stop: () => Promise<void>;
}

export interface TestGameOptions {
  /** Of the world; 1 by default. */
  speed?: number;
  /** Of the world; 1000 by default. */
  radius?: number;
  limits?: Config['rateLimits'];
  /** Failed logins of an account in 15 minutes; no limit by default. */
  failedLogins?: number;
  /** The address of a mail server; no mails by default. */
  smtpUrl?: string;
  operatorContact?: string;
  /** Open by default. */
  registration?: Config['registration'];
  /** http://localhost:3000 by default. */
  baseUrl?: string;
  /** Push services besides those of the browsers; none by default. */
  pushServices?: Config['pushServices'];
  /** An existing database, for a further instance. `stop` does not drop it. */
  databaseUrl?: string;
  /** Whether the database, which is new, gets the world of the demo. */
  isDemo?: boolean;
  /** Whether the instance works as one of several. */
  shared?: boolean;
  /** The port of the metrics; 0: any free port; null by default: the port of the game. */
  metricsPort?: number;
  /** Why the test leaves a world that is not sound: it stores wrong rows. By default, the world must be sound at the end. */
  unsound?: string;
  /** Silent by default. */
  log?: Log;
  trustProxy?: number;
  /** Other origins whose pages may call; none by default. */
  corsOrigins?: Config['corsOrigins'];
  /** Whether the clock of the instance runs; false by default. */
  runClock?: boolean;
  /** The clock of the first instance, for a further instance. */
  clock?: TestClock;
  /** Seeded for a repeatable world. */
  random?: Random;
  /** Whether keys have the iterations of the specification, for passwords that another program sets; false by default. */
  hasRealKeys?: boolean;
}

/** What a test starts an instance with, but for its clock. */
export function instanceOptions(
  connectionString: string,
  options: TestGameOptions,
): Omit<InstanceOptions, 'clock'> {
  return {
    ...readConfig({ BASE_URL: options.baseUrl }),
    connectionString,
    shared: options.shared ?? false,
    port: 0,
    metricsPort: options.metricsPort ?? null,
    gameSpeed: options.speed ?? 1,
    worldRadius: options.radius ?? 1000,
    failedLogins: options.failedLogins ?? 0,
    mail: options.smtpUrl === undefined ? null : { url: options.smtpUrl, from: 'Hegemon <game@example.org>' },
    pushServices: options.pushServices ?? [],
    registration: options.registration ?? 'open',
    operatorContact: options.operatorContact ?? null,
    sessionSecrets: ['test-secret'],
    corsOrigins: options.corsOrigins ?? [],
    trustProxy: options.trustProxy ?? 0,
    rateLimits: options.limits ?? noLimits,
    dataDir: tmpdir(),
    checkResponses: true,
    random: options.random ?? systemRandom,
    derive: options.hasRealKeys === true ? null : deriveAtOnce,
    log: options.log ?? createLog('silent'),
    runClock: options.runClock ?? false,
  };
}

/** Starts an instance; by default without rate limits and at speed 1. */
export async function startTestGame(options: TestGameOptions = {}): Promise<TestGame> {
  const database = options.databaseUrl === undefined ? await createTestDatabase() : null;
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  if (options.unsound !== undefined) unsoundWorlds.add(databaseUrl);
  const clock = options.clock ?? new TestClock();
  if (options.isDemo === true) await openDemoWorld(databaseUrl, clock.now());
  const instance = await startInstance({ ...instanceOptions(databaseUrl, options), clock });
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await instance.worldClock.catchUp();
  };
  return {
    instance,
    databaseUrl,
    url: instance.url,
    clock,
    pass,
    passTo: (time) => pass(Date.parse(time) - clock.now()),
    query: <Row extends object>(sql: string, ...values: unknown[]) =>
      queryByHand<Row>(instance.pool, sql, values),
    stop: async () => {
      try {
        if (database !== null && options.unsound === undefined && !instance.pool.ended) {
          await saveLeftByHand(instance.services);
          await requireSound(instance.pool, { isWhole: options.isDemo !== true });
        }
      } finally {
        await instance.stop();
        await database?.drop();
      }
    },
  };
}

/** Disconnects the feeds of all instances on a database; notifications of the next commits are lost. */
export async function cutFeeds(db: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'hegemon-feed' AND datname = current_database()`,
  );
}

/**
 * An object for all tests of a file or `describe`. Its members exist from the first `beforeAll` after this call; `end` runs
 * after the tests.
 */
export function useOne<T extends object>(
  create: () => T | Promise<T>,
  end: (created: T) => unknown = () => undefined,
): T {
  const created = {} as T;
  beforeAll(async () => {
    Object.assign(created, await create());
  });
  afterAll(async () => {
    await end(created);
  });
  return created;
}

/** An object whose members are those of a new one before each test of a file or `describe`. */
export function useNew<T extends object>(create: () => T | Promise<T>): T {
  const created = {} as T;
  beforeEach(async () => {
    Object.assign(created, await create());
  });
  return created;
}

/** A function gives options that exist only when the tests begin. */
type Options = TestGameOptions | (() => TestGameOptions);
const optionsOf = (options: Options): TestGameOptions =>
  typeof options === 'function' ? options() : options;

/** A game for all tests of a file or `describe`. */
export function useTestGame(options: Options = {}): TestGame {
  return useOne(
    () => startTestGame(optionsOf(options)),
    (game) => game.stop(),
  );
}

/** Starts a further instance of the world of a game, with its clock. */
export function startSecond(game: TestGame, options: TestGameOptions = {}): Promise<TestGame> {
  return startTestGame({ ...options, shared: true, databaseUrl: game.databaseUrl, clock: game.clock });
}

/** A further instance of the world of a game, for all tests of a file or `describe`. */
export function useSecond(game: TestGame, options: Options = {}): TestGame {
  return useOne(
    () => startSecond(game, optionsOf(options)),
    (second) => second.stop(),
  );
}

/** Two instances of one world with one clock, for all tests of a file. */
export function useTwoInstances(options: Options = {}): readonly [TestGame, TestGame] {
  const first = useTestGame(() => ({ ...optionsOf(options), shared: true }));
  return [first, useSecond(first, options)];
}

export interface ApiResponse<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface Player {
  username: string;
  token: string;
  /** A value for the Cookie header. */
  cookie: string;
  /** Sends a request with the player's token. `Body` is the type of response that the test expects. */
  send: <Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<ApiResponse<Body>>;
  /** The body of the response to a GET. */
  read: <Body = Record<string, unknown>>(path: string) => Promise<Body>;
}

export interface Ruler extends Player {
  empireId: string;
  capitalId: string;
  armyId: string;
  tile: { x: number; y: number };
}

export const password = 'correct horse';
let created = 0;

async function request<Body>(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<ApiResponse<Body>> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : { text }) as Body,
  };
}

/** The requests of a session. */
export function requestsOf(url: string, token: string): Pick<Player, 'send' | 'read'> {
  const send: Player['send'] = (method, path, body) =>
    request(url + path, method, body, { accept: 'application/json', authorization: `Bearer ${token}` });
  return { send, read: async <Body>(path: string) => (await send<Body>('GET', path)).body };
}

/** Sends a request without a session. */
export function sendAnonymously<Body = Record<string, unknown>>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse<Body>> {
  return request<Body>(url + path, method, body, { accept: 'application/json', ...headers });
}

/** Registers a new account and returns its name. Its e-mail address is the name at example.org. */
export async function registerAccount(url: string): Promise<string> {
  created += 1;
  const username = `player${process.pid}x${created}`;
  const account = { username, email: `${username}@example.org`, password, confirm_password: password };
  const registered = await sendAnonymously(url, 'POST', '/register', account);
  if (registered.status !== 200) throw new Error(`registering answered ${registered.status}`);
  return username;
}

/** A further session of an account from `registerAccount`. */
export async function logIn(url: string, username: string): Promise<Player> {
  const answer = await sendAnonymously<{ token: string }>(url, 'POST', '/login', { username, password });
  if (answer.status !== 200) throw new Error(`logging in answered ${answer.status}`);
  const { token } = answer.body;
  return {
    username,
    token,
    cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
    ...requestsOf(url, token),
  };
}

/** A new account with a session. */
export async function registerPlayer(url: string): Promise<Player> {
  return logIn(url, await registerAccount(url));
}

/** Founds the empire of a player near the desired tile. */
export async function foundEmpire(player: Player, wish: Ruler['tile']): Promise<Omit<Ruler, 'armyId'>> {
  const founded = await player.send<z.infer<typeof foundEmpireResponse>>('POST', '/api/empire', {
    name: `Empire of ${player.username}`,
    capital_name: 'Capital',
    starting_location: wish,
  });
  if (founded.status !== 201) throw new Error(`founding answered ${founded.status}`);
  const { id: empireId, capital } = founded.body.empire;
  return { ...player, empireId, capitalId: capital.id, tile: capital.location };
}

/** A new account with an empire near the desired tile. */
export async function registerEmpire(url: string, wish = { x: 0, y: 0 }): Promise<Ruler> {
  const founder = await foundEmpire(await registerPlayer(url), wish);
  const { armies } = await founder.read<{ armies: { id: string }[] }>(
    `/api/empire/${founder.empireId}/military`,
  );
  return { ...founder, armyId: armies[0]?.id ?? '' };
}
