/** One running instance: pool, world, clock, feed, HTTP and sockets put together on a migrated database. */
import { createFastServer } from './http/fast-server.ts';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { createPasswords } from './account/passwords.ts';
import { createApp } from './app.ts';
import { createPool } from './db/pool.ts';
import { cleanAnswers } from './db/receipts.ts';
import { createHttp } from './http/http.ts';
import type { HttpOptions } from './http/http.ts';
import { isOwnOrigin } from './http/same-origin.ts';
import type { Clock } from './kernel/clock.ts';
import { createGate } from './kernel/gate.ts';
import type { Log } from './kernel/log.ts';
import { StartError } from './kernel/start-error.ts';
import { createReaders } from './live-readers.ts';
import { openGateway } from './realtime/gateway.ts';
import type { Gateway } from './realtime/gateway.ts';
import { ownSockets, shareSockets } from './shared-sockets.ts';
import { createAct } from './world/act.ts';
import { createAdmission } from './world/admission.ts';
import type { Game } from './world/act.ts';
import { cleanChronicles } from './world/chronicle.ts';
import { WorldClock } from './world/clock.ts';
import type { WorldDeps } from './world/deps.ts';
import { selectPresent } from './world/contacts.ts';
import { cleanLedgers } from './world/ledger.ts';
import { createReader } from './world/read.ts';
import { Feed } from './world/feed.ts';
import type { WorldSettings } from './world/load.ts';
import { settleSessionSecrets, settleWorld } from './world/settings.ts';

export interface InstanceOptions {
  connectionString: string;
  /** Whether other instances may work on the same database. */
  shared: boolean;
  host: string;
  /** 0: any free port. */
  port: number;
  world: WorldSettings;
  sessionDays: number;
  /** null: the secret that is kept in the database, made when there is none. */
  sessionSecrets: readonly [string, ...string[]] | null;
  http: Omit<HttpOptions, 'sessionSecrets' | 'counters'>;
  clock: Clock;
  log: Log;
  /** False where a test moves the world's clock by hand. */
  runClock: boolean;
}

export interface Instance {
  /** Where it listens. */
  url: string;
  pool: pg.Pool;
  game: Game;
  worldClock: WorldClock;
  gateway: Gateway;
  /** Finishes the requests in hand, at most 6 s, and lets go of everything. */
  stop: () => Promise<void>;
}

const poolSize = 4;
/** libuv's, which hashing shares with files and DNS. */
const threadPoolSize = 4;
/** Players that may wait for their empire at once. */
const mostFoundings = 200;
const drainMs = 6_000;

/** Starts an instance. Throws a StartError when the world was created with other settings. */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const { connectionString, shared, clock, log } = options;
  const admit = createAdmission(options.world);
  const pool = createPool(connectionString, poolSize, log, admit);
  const settings = await settleWorld(pool, options.world);
  const sessionSecrets = options.sessionSecrets ?? (await settleSessionSecrets(pool));

  const world: WorldDeps = {
    pool,
    clock,
    settings,
    onDue: (atMs) => {
      worldClock.expect(atMs);
    },
  };
  const worldClock = new WorldClock(world, log);
  const game: Game = {
    ...world,
    act: createAct(world),
    readRealm: createReader(world),
    foundInTurn: createGate(1, mostFoundings),
  };
  const http = createHttp(
    { ...options.http, sessionSecrets, counters: shared ? 'database' : 'memory' },
    { pool, clock, log },
  );
  const stopAnswers = cleanAnswers({ pool, clock, log });
  const stopChronicles = cleanChronicles({ pool, clock, log });
  const stopLedgers = cleanLedgers({ pool, clock, log });
  const passwords = createPasswords(threadPoolSize);
  const app = createApp({
    http,
    game,
    account: {
      db: pool,
      clock,
      sessions: http.sessions,
      passwords,
      sessionDays: options.sessionDays,
    },
    isReady: async () => {
      await selectPresent(game);
      return worldClock.caughtUp || !options.runClock;
    },
  });

  const server = createFastServer(app);
  const sockets = shared ? shareSockets(connectionString, log) : ownSockets;
  const gateway = openGateway(server, {
    readers: createReaders(game, http.sessions.store),
    clock,
    log,
    handshake: http.handshake,
    viewerOf: (request) => http.sessions.store.viewerOf(request),
    isOwnOrigin: ({ headers }) => isOwnOrigin(headers, options.http.baseUrl),
    adapt: sockets.adapt,
  });
  const feed = new Feed(
    connectionString,
    {
      admit,
      onEvent: gateway.deliver,
      onGap: () => {
        gateway.resync().catch((error: unknown) => {
          log.warn({ err: error }, 'live clients could not be brought up to date');
        });
      },
    },
    log,
  );
  await feed.start();
  await listen(server, options.port, options.host);
  if (options.runClock) worldClock.start();

  return {
    url: `http://${options.host}:${(server.address() as AddressInfo).port}`,
    pool,
    game,
    worldClock,
    gateway,
    stop: async () => {
      const drained = drain(server);
      await gateway.close();
      await drained;
      await worldClock.stop();
      await feed.stop();
      http.stop();
      stopAnswers();
      stopChronicles();
      stopLedgers();
      await sockets.end();
      await pool.end();
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE';
      reject(isTaken ? new StartError(`Port ${port} of ${host} is taken; set PORT to another one.`) : error);
    };
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

/** Takes no new connections and waits for the requests in hand, at most `drainMs`. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A connection that has just become idle would stay open for a while.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
    }, 50);
    const limit = setTimeout(() => {
      server.closeAllConnections();
    }, drainMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(limit);
      resolve();
    });
  });
}
