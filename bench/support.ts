/** Shared by the benchmarks: servers as processes, players and load. */
import { spawn } from 'node:child_process';
import autocannon from 'autocannon';

const connections = 32;

export interface Server {
  url: string;
  stop: () => Promise<void>;
}

/** Starts a process and waits until it prints its address. */
export function start(args: string[], env: Record<string, string> = {}): Promise<Server> {
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
      reject(new Error(`the server exited with code ${String(code)}`));
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

export interface BenchPlayer {
  token: string;
  empireId: string;
  capitalId: string;
}

export async function createPlayer(url: string, number: number): Promise<BenchPlayer> {
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

/** Repeats these requests for `seconds`, prints the result, and returns the requests per second. */
export async function load(
  name: string,
  url: string,
  seconds: number,
  requests: autocannon.Request[],
): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, requests });
  const { average } = result.requests;
  console.log(
    `${name.padEnd(44)} ${average.toFixed(0).padStart(7)} requests/s   p50 ${result.latency.p50} ms   p99 ${result.latency.p99} ms   not 2xx: ${result.non2xx}`,
  );
  return average;
}
