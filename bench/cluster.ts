/**
 * What several instances cost: reads a second with the limits counted in memory, in Postgres and in Redis, and
 * messages between two Socket.IO servers over Postgres and over Redis. `npm run bench:cluster [seconds]`; needs a
 * redis-server (REDIS_SERVER is its path), and everything else is its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { Server } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { startEmbedded } from '../src/db/embedded.ts';
import { createLog } from '../src/kernel/log.ts';
import type { GameServer } from '../src/realtime/rooms.ts';
import { shareSockets } from '../src/shared-sockets.ts';
import { createPlayer, load, start } from './support.ts';
import type { BenchPlayer } from './support.ts';

const seconds = Number(process.argv[2] ?? 8);
const players = 64;
const messages = 20_000;
/** Sent before the others are waited for. */
const inFlight = 200;

const log = createLog('warn');
const folder = await mkdtemp(join(tmpdir(), 'hegemon-bench-'));
// As root the database runs as somebody else, who must reach it.
await chmod(folder, 0o755);
const settings = {
  PORT: '0',
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  SESSION_SECRET: 'the secret of the benchmark',
  RATE_LIMIT_AUTH: '1000000',
  RATE_LIMIT_DATA: '1000000',
  RATE_LIMIT_ACTION: '1000000',
};
const main = join(import.meta.dirname, '..', 'dist', 'main.js');

async function measureReads(name: string, env: Record<string, string>, all: BenchPlayer[]): Promise<void> {
  const game = await start([main], { ...settings, ...env });
  for (let number = all.length; number < players; number++) all.push(await createPlayer(game.url, number));
  const requests = all.map(({ token, empireId }) => ({
    method: 'GET' as const,
    path: `/api/empire/${empireId}`,
    headers: { authorization: `Bearer ${token}` },
  }));
  await load(`limits counted ${name}`, game.url, seconds, requests);
  await game.stop();
}

async function openSockets(connectionString: string, redisUrl: string | null) {
  const http = createServer();
  const io: GameServer = new Server(http);
  const sockets = shareSockets({ connectionString, shared: true, redisUrl, log });
  sockets.adapt(io);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    io,
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: async () => {
      await io.close();
      await sockets.end();
    },
  };
}

/** One server tells everybody, and a client of the other hears it. */
async function measureMessages(
  name: string,
  connectionString: string,
  redisUrl: string | null,
): Promise<void> {
  const one = await openSockets(connectionString, redisUrl);
  const other = await openSockets(connectionString, redisUrl);
  const client = connect(other.url, { transports: ['websocket'] });
  await new Promise<void>((resolve) => client.once('connect', resolve));
  await delay(500);
  let heard = 0;
  client.on('resource_update', () => {
    heard += 1;
  });
  const tell = (): void => {
    one.io.emit('resource_update', {} as never);
  };
  const hear = async (count: number): Promise<void> => {
    while (heard < count) await nextTurn();
  };
  const since = performance.now();
  for (let sent = 0; sent < messages; sent++) {
    await hear(sent - inFlight);
    tell();
  }
  await hear(messages);
  const perSecond = (messages / (performance.now() - since)) * 1_000;
  const latencies: number[] = [];
  for (let turn = 0; turn < 200; turn++) {
    const begun = performance.now();
    tell();
    await hear(messages + turn + 1);
    latencies.push(performance.now() - begun);
  }
  const median = latencies.sort((a, b) => a - b)[100] ?? 0;
  console.log(
    `messages between two servers over ${name.padEnd(9)} ${perSecond.toFixed(0).padStart(7)} a second   one ${median.toFixed(2)} ms`,
  );
  client.close();
  await one.close();
  await other.close();
}

const redisPort = 20_000 + Math.floor(Math.random() * 10_000);
const redisUrl = `redis://127.0.0.1:${redisPort}`;
const redis = spawn(
  process.env.REDIS_SERVER ?? 'redis-server',
  ['--port', String(redisPort), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
  { stdio: 'ignore' },
);
const all: BenchPlayer[] = [];
try {
  await measureReads('in memory', {}, all);
  const postgres = await startEmbedded({ dataDir: folder, log });
  try {
    await measureReads('in Postgres', { DATABASE_URL: postgres.url }, all);
    await measureReads('in Redis', { DATABASE_URL: postgres.url, REDIS_URL: redisUrl }, all);
    await measureMessages('Postgres', postgres.url, null);
    await measureMessages('Redis', postgres.url, redisUrl);
  } finally {
    await postgres.stop();
  }
} finally {
  redis.kill();
  await rm(folder, { recursive: true, force: true });
}
