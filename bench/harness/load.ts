/**
 * Load over HTTP: by wrk if it is installed, otherwise by autocannon, which takes a whole core for itself. wrk runs one
 * thread. Every answer must have a status below 400.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startCpu, type Cpu } from './cpu.ts';
import { findProgram, run, type Server } from './processes.ts';

export interface Request {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: object;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of an operation; null without /proc. */
  cpu: Cpu | null;
}

export interface LoadOptions {
  seconds: number;
  connections?: number;
  /** The pid of the Postgres server, for its CPU time. */
  postmaster: number;
}

const wrk = findProgram('wrk');
export const loadGenerator = wrk === null ? 'autocannon' : 'wrk';

interface Counted {
  requests: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  failed: number;
}

const headersOf = ({ headers, body }: Request): Record<string, string> =>
  body === undefined ? { ...headers } : { ...headers, 'content-type': 'application/json' };

function toRaw(request: Request, url: string): string {
  const { method, path, body } = request;
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = Object.entries({
    host: new URL(url).host,
    ...headersOf(request),
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}

let fileCount = 0;

async function runWrk(
  program: string,
  url: string,
  requests: readonly Request[],
  seconds: number,
  connections: number,
): Promise<Counted> {
  const file = join(tmpdir(), `hegemon-bench-${process.pid}-${(fileCount += 1)}`);
  writeFileSync(file, requests.map((request) => toRaw(request, url)).join('\0'));
  try {
    const script = join(import.meta.dirname, 'requests.lua');
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '60s', '-s', script];
    const output = await run(program, [...options, url, '--', file]);
    const line = output.split('\n').find((text) => text.startsWith('{')) ?? '';
    const result = JSON.parse(line) as Record<
      'requests' | 'us' | 'p50' | 'p99' | 'status' | 'broken',
      number
    >;
    return {
      requests: result.requests,
      seconds: result.us / 1e6,
      p50Ms: result.p50 / 1000,
      p99Ms: result.p99 / 1000,
      failed: result.status + result.broken,
    };
  } finally {
    rmSync(file, { force: true });
  }
}

async function runAutocannon(
  url: string,
  requests: readonly Request[],
  seconds: number,
  connections: number,
): Promise<Counted> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: requests.map((request) => ({
      method: request.method,
      path: request.path,
      headers: headersOf(request),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    })),
  });
  const { total } = result.requests;
  const { p50, p99 } = result.latency;
  return {
    requests: total,
    seconds: result.duration,
    p50Ms: p50,
    p99Ms: p99,
    failed: result.non2xx + result.errors,
  };
}

/**
 * Repeats these requests in turn for some seconds.
 * @throws Error if an answer has a status from 400 on, or a connection breaks
 */
export async function load(
  server: Server,
  requests: readonly Request[],
  { seconds, connections = 32, postmaster }: LoadOptions,
): Promise<LoadResult> {
  const stopCpu = startCpu(server.pid, postmaster);
  const counted =
    wrk === null
      ? await runAutocannon(server.url, requests, seconds, connections)
      : await runWrk(wrk, server.url, requests, seconds, connections);
  const cpu = stopCpu();
  if (counted.failed > 0 || counted.requests === 0) {
    const [{ path } = { path: '' }] = requests;
    const ended = server.child.exitCode === null ? '' : `, the server exited (${server.child.exitCode})`;
    throw new Error(
      `${counted.requests} requests such as ${path}: ${counted.failed} failed${ended} ${server.errors()}`,
    );
  }
  return {
    perSecond: counted.requests / counted.seconds,
    p50Ms: counted.p50Ms,
    p99Ms: counted.p99Ms,
    cpu: cpu && { node: cpu.node / counted.requests, postgres: cpu.postgres / counted.requests },
  };
}
