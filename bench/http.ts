/**
 * Requests per second of an authenticated read and of an action, compared with a bare Express route in the same run.
 * `npm run bench:http [seconds]`. The server runs in its own process, with its embedded Postgres.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlayer, load, start, type BenchPlayer } from './support.ts';

const seconds = Number(process.argv[2] ?? 8);
const players = 64;

const folder = await mkdtemp(join(tmpdir(), 'hegemon-bench-'));
// As root, Postgres runs under another account, which must reach the folder.
await chmod(folder, 0o755);
const bare = await start([join(import.meta.dirname, 'bare-express.mjs')]);
const game = await start([join(import.meta.dirname, '..', 'dist', 'bin', 'server.js')], {
  PORT: '0',
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  RATE_LIMIT_AUTH: '0',
  RATE_LIMIT_DATA: '0',
  RATE_LIMIT_ACTION: '0',
});
try {
  const all: BenchPlayer[] = [];
  for (let number = 0; number < players; number++) all.push(await createPlayer(game.url, number));
  const authorization = (token: string) => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  });

  const express = await load('a bare Express route', bare.url, seconds, [{ method: 'GET', path: '/' }]);
  const read = await load(
    'GET /api/empire/:id',
    game.url,
    seconds,
    all.map(({ token, empireId }) => ({
      method: 'GET',
      path: `/api/empire/${empireId}`,
      headers: authorization(token),
    })),
  );
  // An action that always takes effect: it changes a description through the complete write path.
  const action = await load(
    'PUT /api/empire/:id (one durable transaction)',
    game.url,
    seconds,
    all.map(({ token, empireId }) => ({
      method: 'PUT',
      path: `/api/empire/${empireId}`,
      headers: authorization(token),
      body: JSON.stringify({ description: 'measured' }),
    })),
  );
  console.log(
    `read / bare Express ${(read / express).toFixed(3)}, action / bare Express ${(action / express).toFixed(3)}`,
  );
} finally {
  await game.stop();
  await bare.stop();
  await rm(folder, { recursive: true, force: true });
}
