/** The measured server: a build of the product, as a process. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sessionSecret } from '../worlds/ids.ts';
import type { World } from '../worlds/world.ts';
import { startServer, type Server } from './processes.ts';

/** Migrations of a large world take minutes. */
const startMs = 900_000;

/** The tested settings: no rate limits, and otherwise the defaults. */
const settings = {
  PORT: '0',
  HOST: '127.0.0.1',
  BASE_URL: '',
  LOG_LEVEL: 'warn',
  LOG_FORMAT: 'text',
  METRICS_PORT: '',
  BOTS: '0',
  TRUST_PROXY: '0',
  GAME_SPEED: '1',
  SESSION_SECRET: sessionSecret,
  RATE_LIMIT_AUTH: '0',
  RATE_LIMIT_DATA: '0',
  RATE_LIMIT_ACTION: '0',
  RATE_LIMIT_FAILED_LOGINS: '0',
};

export interface ProductOptions {
  /** The dist folder of the build. */
  dist: string;
  world: World;
  env?: Record<string, string>;
  /** Options of Node. */
  node?: readonly string[];
}

/** Starts the server and returns as soon as it listens. */
export function startListening({ dist, world, env = {}, node = [] }: ProductOptions): Promise<Server> {
  const program = join(dist, 'server/programs/server.js');
  if (!existsSync(program)) throw new Error(`${program} does not exist: run npm run build there`);
  return startServer(
    [...node, program],
    { ...settings, DATABASE_URL: world.url, WORLD_RADIUS: String(world.radius), ...env },
    startMs,
  );
}

/** Waits until the server has applied all overdue work. */
export async function waitUntilReady({ url, errors }: Server, patienceMs = startMs): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const { ok } = await fetch(`${url}/readyz`);
    if (ok) return;
    if (performance.now() > until) throw new Error(`the server is not ready: ${errors()}`);
    await delay(20);
  }
}

export async function startProduct(options: ProductOptions): Promise<Server> {
  const server = await startListening(options);
  await waitUntilReady(server);
  return server;
}
