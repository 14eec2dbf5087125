/**
 * Requests a second of an authenticated read and of an action, beside a bare Express route and a bare select in
 * the same run. `npm run bench:http [seconds]`; the server runs in a process of its own, on its embedded Postgres.
 */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';

const seconds = Number(process.argv[2] ?? 8);
const connections = 32;
const players = 64;

interface Server {
  url: string;
  stop: () => Promise<void>;
}

/** Starts a process and waits for the address it prints. */
function start(args: string[], env: Record<string, string> = {}): Promise<Server> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      resolve();
    }),
  );
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      const url = /http:\/\/[\d.]+:\d+/.exec(text.toString())?.[0];
      if (url === undefined) return;
      resolve({
        url,
        stop: () => {
          child.kill('SIGTERM');
          return ended;
        },
      });
    });
    child.once('exit', (code) => {
      reject(new Error(`the server ended with ${String(code)}`));
    });
  });
}

async function post(url: string, body: unknown, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
}

interface BenchPlayer {
  token: string;
  empireId: string;
  capitalId: string;
}

async function createPlayer(url: string, number: number): Promise<BenchPlayer> {
  const username = `bench${number}`;
  const password = 'secret1';
  await post(`${url}/register`, {
    username,
    email: `${username}@example.org`,
    password,
    confirm_password: password,
  });
  const token = String((await post(`${url}/login`, { username, password })).token);
  const founded = await post(
    `${url}/api/empire`,
    { name: `Bench ${number}`, starting_location: { x: number * 7, y: 0 } },
    token,
  );
  const empire = founded.empire as { id: string; capital: { id: string } };
  return { token, empireId: empire.id, capitalId: empire.capital.id };
}

async function load(name: string, url: string, requests: autocannon.Request[]): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, requests });
  const { average } = result.requests;
  console.log(
    `${name.padEnd(44)} ${average.toFixed(0).padStart(7)} requests/s   p50 ${result.latency.p50} ms   p99 ${result.latency.p99} ms   not 2xx: ${result.non2xx}`,
  );
  return average;
}

const folder = await mkdtemp(join(tmpdir(), 'hegemon-bench-'));
// As root the database runs as somebody else, who must reach it.
await chmod(folder, 0o755);
const bare = await start([join(import.meta.dirname, 'bare-express.mjs')]);
const game = await start([join(import.meta.dirname, '..', 'dist', 'main.js')], {
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

  const express = await load('a bare Express route', bare.url, [{ method: 'GET', path: '/' }]);
  const read = await load(
    'GET /api/empire/:id',
    game.url,
    all.map(({ token, empireId }) => ({
      method: 'GET',
      path: `/api/empire/${empireId}`,
      headers: authorization(token),
    })),
  );
  // An action that always takes effect: a description is changed through the whole write path.
  const action = await load(
    'PUT /api/empire/:id (one durable transaction)',
    game.url,
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
