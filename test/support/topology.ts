/**
 * The topology of docker-compose.yml without containers: instances as real processes of the build, the balancer with
 * the very configuration of deploy/, a Redis, and a database of its own. The instances have one port and an address
 * each; a name server of ours tells the balancer, as Docker's does.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inject } from 'vitest';
import { createTestDatabase } from './database.ts';
import { findFreePort } from './free-port.ts';
import type { Table } from './guests.ts';
import { startNameServer } from './name-server.ts';
import { serverProgram } from './programs.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const instanceCount = 3;
const patienceMs = 15_000;

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

const missing = ['haproxy', 'redis-server', 'caddy'].filter((program) => !isInstalled(program));

/** Whether this machine has what a cluster needs; else the tests that start one are skipped, and say so. */
export const hasCluster = process.platform === 'linux' && missing.length === 0;
if (!hasCluster) {
  const why = `they need Linux, haproxy, redis-server and caddy (missing: ${missing.join(', ') || 'none'})`;
  if (process.env.REQUIRE_CLUSTER === '1') throw new Error(`REQUIRE_CLUSTER is set: ${why}`);
  console.warn(`The tests of several instances are skipped: ${why}.`);
}

/** A process and what it has said, line by line. */
export interface Running {
  child: ChildProcess;
  said: string[];
  /** Sends a signal and waits for the end; the exit code, or null when it was killed. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

export interface Member extends Running {
  /** Past the balancer. */
  url: string;
}

export interface Topology {
  /** Of the balancer. */
  url: string;
  pool: pg.Pool;
  /** Seats players without a password. */
  table: Table;
  members: Member[];
  redis: Running;
  startRedis: () => Promise<void>;
  /** Starts what ends TLS, here without it; its address. */
  startCaddy: () => Promise<string>;
  /** Starts a member again after its end; resolves when it is open. */
  startMember: (index: number) => Promise<void>;
  stop: () => Promise<void>;
}

export interface TopologyOptions {
  /** Settings of the instances beside what the topology decides. */
  settings?: Record<string, string>;
  /** Where the instances are to look for the Redis at this port. */
  redisUrlOf?: (port: number) => Promise<string>;
}

/** Starts a process; resolves when it has said that it is open, where it says so. */
async function run(
  program: string,
  args: string[],
  env: Record<string, string>,
  opening?: string,
): Promise<Running> {
  const child = spawn(program, args, {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => said.push(line));
  }
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const running: Running = {
    child,
    said,
    end: async (signal) => {
      child.kill(signal);
      return (await exited)[0];
    },
  };
  if (opening === undefined) return running;
  try {
    await until(() => said.some((line) => line.includes(opening)), program, running);
  } catch (error) {
    await running.end('SIGKILL');
    throw error;
  }
  return running;
}

/** Waits until it is so; tells what the process has said when it is not in time. */
export async function until(isSo: () => unknown, what: string, running?: Running): Promise<void> {
  const limit = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > limit) {
      throw new Error(`waited in vain for ${what}: ${running?.said.slice(-5).join('\n') ?? ''}`);
    }
    await delay(10);
  }
}

/** Three instances, a balancer, a database and a Redis. */
export async function startTopology(options: TopologyOptions = {}): Promise<Topology> {
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    return await start(options, closers, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  { settings, redisUrlOf }: TopologyOptions,
  closers: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Topology> {
  const database = await createTestDatabase();
  closers.push(database.drop);
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  closers.push(() => pool.end());
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const [redisPort, port] = [await findFreePort(), await findFreePort()];
  const [outside, behindTls] = [await findFreePort(), await findFreePort()];
  const url = `http://127.0.0.1:${outside}`;
  const redisUrl = (await redisUrlOf?.(redisPort)) ?? `redis://127.0.0.1:${redisPort}`;

  const startRedis = (): Promise<Running> => {
    const { folder } = inject('testServer');
    const args = ['--port', String(redisPort), '--bind', '127.0.0.1', '--dir', folder];
    return run('redis-server', [...args, '--save', '', '--appendonly', 'no'], {}, 'Ready to accept');
  };
  const startInstance = async (host: string): Promise<Member> => {
    const running = await run(
      process.execPath,
      [serverProgram],
      {
        DATABASE_URL: database.url,
        REDIS_URL: redisUrl,
        BASE_URL: url,
        HOST: host,
        PORT: String(port),
        TRUST_PROXY: '1',
        SESSION_SECRET: 'the secret of this topology',
        ...settings,
      },
      'Hegemon is open',
    );
    return { ...running, url: `http://${host}:${port}` };
  };

  const hosts = Array.from({ length: instanceCount }, (_, index) => `127.0.0.${11 + index}`);
  const topology: Topology = {
    url,
    pool,
    table: { url, instance: { pool }, clock: { now: () => Date.now() } },
    members: [],
    redis: await startRedis(),
    startRedis: async () => {
      topology.redis = await startRedis();
    },
    startMember: async (index) => {
      topology.members[index] = await startInstance(hosts[index] ?? '');
    },
    startCaddy: async () => {
      const { folder } = inject('testServer');
      const caddyUrl = `http://127.0.0.1:${await findFreePort()}`;
      const args = ['run', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'];
      const env = {
        DOMAIN: caddyUrl,
        BALANCER: `127.0.0.1:${behindTls}`,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
      };
      const caddy = await run('caddy', args, env, 'serving initial configuration');
      closers.push(() => caddy.end('SIGKILL'));
      return caddyUrl;
    },
    stop,
  };
  closers.push(() => topology.redis.end('SIGKILL'));
  const names = await startNameServer(hosts);
  closers.push(names.stop);
  closers.push(() => Promise.all(topology.members.map((member) => member.end('SIGKILL'))));
  await Promise.all(hosts.map((_, index) => topology.startMember(index)));
  const balancer = await run('haproxy', ['-db', '-f', 'deploy/haproxy.cfg'], {
    LISTEN: `127.0.0.1:${outside}`,
    LISTEN_BEHIND_TLS: `127.0.0.1:${behindTls}`,
    INSTANCES: `app:${port}`,
    NAMESERVER: names.address,
  });
  closers.push(() => balancer.end('SIGKILL'));
  const hasAll = (backend: string): boolean =>
    balancer.said.filter((line) => line.startsWith(`Server ${backend}/app`) && line.includes(' is UP'))
      .length >= instanceCount;
  await until(() => hasAll('game') && hasAll('live'), 'the balancer', balancer);
  return topology;
}
