/**
 * The cost of shared rate limits: reads per second with limits counted in memory, in Postgres and in Redis.
 * `npm run bench:cluster [seconds]`. Needs redis-server (REDIS_SERVER is its path); starts everything else.
 */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../src/db/embedded/embedded-database.ts';
import { createLog } from '../src/kernel/log.ts';
import { createPlayer, load, start, type BenchPlayer } from './support.ts';

const seconds = Number(process.argv[2] ?? 8);
const players = 64;

const log = createLog('warn');
const folder = await mkdtemp(join(tmpdir(), 'hegemon-bench-'));
// As root, Postgres runs under another account, which must reach the folder.
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
const main = join(import.meta.dirname, '..', 'dist', 'bin', 'server.js');

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
  } finally {
    await postgres.stop();
  }
} finally {
  redis.kill();
  await rm(folder, { recursive: true, force: true });
}
