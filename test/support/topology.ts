/**
 * The topology of docker-compose.yml without containers: instances as processes of the build, the balancer with the
 * configuration in deploy/, and a database. The instances share a port number and have an address each, which the
 * balancer reads from a name server, as from Docker's.
 */
import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { inject } from 'vitest';
import { createTestDatabase } from './database.ts';
import { findFreePort } from './free-port.ts';
import type { GameAccess } from './players.ts';
import { startNameServer } from './name-server.ts';
import { run, serverProgram, until, type Running } from './programs.ts';

const instanceCount = 3;

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

const missing = ['haproxy', 'caddy'].filter((program) => !isInstalled(program));

/** Whether this machine can run a cluster. Otherwise the tests that need one are skipped with a warning. */
export const hasCluster = process.platform === 'linux' && missing.length === 0;
if (!hasCluster) {
  const why = `they need Linux, haproxy and caddy (missing: ${missing.join(', ') || 'none'})`;
  if (process.env.REQUIRE_CLUSTER === '1') throw new Error(`REQUIRE_CLUSTER is set: ${why}`);
  console.warn(`The tests of several instances are skipped: ${why}.`);
}

export interface Member extends Running {
  /** The address of the instance itself, without the balancer. */
  url: string;
}

export interface Topology {
  /** The address of the balancer, and the one for a proxy that terminates TLS. */
  url: string;
  urlBehindTls: string;
  pool: pg.Pool;
  /** For `createPlayer` and `createEmpire`. */
  game: GameAccess;
  members: Member[];
  /** Starts Caddy, here without TLS; resolves with its address. */
  startCaddy: () => Promise<string>;
  /** Starts a member again after its end; resolves when it listens. */
  startMember: (index: number) => Promise<void>;
  stop: () => Promise<void>;
}

export interface TopologyOptions {
  /** How the balancer finds the instances: the file of deploy/ for it; `dns` by default. */
  instances?: 'dns' | 'static';
  /** Additional settings of the instances. */
  settings?: Record<string, string>;
  /** The address of an existing database, and the one that the instances use for it; a new database by default. */
  database?: { url: string; urlOfInstances: string };
}

/** The arguments of HAProxy for its files in deploy/. */
export const balancerFiles = (variant: string): string[] => [
  '-f',
  'deploy/haproxy.cfg',
  '-f',
  `deploy/instances-${variant}.cfg`,
];

/** Three instances, a balancer and a database. */
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
  { settings, database: given, instances = 'dns' }: TopologyOptions,
  closers: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Topology> {
  const database = given ?? (await createTestDatabase());
  if ('drop' in database) closers.push(database.drop);
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  closers.push(() => pool.end());
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const [port, outside, behindTls] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const url = `http://127.0.0.1:${outside}`;
  const startInstance = async (host: string): Promise<Member> => {
    const running = await run(
      process.execPath,
      [serverProgram],
      {
        DATABASE_URL: given?.urlOfInstances ?? database.url,
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
    urlBehindTls: `http://127.0.0.1:${behindTls}`,
    pool,
    game: { url, instance: { pool }, clock: { now: () => Date.now() } },
    members: [],
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
  const names = await startNameServer(hosts);
  closers.push(names.stop);
  closers.push(() => Promise.all(topology.members.map((member) => member.end('SIGKILL'))));
  await Promise.all(hosts.map((_, index) => topology.startMember(index)));
  const balancer = await run('haproxy', ['-db', ...balancerFiles(instances)], {
    LISTEN: `127.0.0.1:${outside}`,
    LISTEN_BEHIND_TLS: `127.0.0.1:${behindTls}`,
    INSTANCES: `app:${port}`,
    NAMESERVER: names.address,
    ...Object.fromEntries(hosts.map((host, index) => [`INSTANCE_${index + 1}`, `${host}:${port}`])),
  });
  closers.push(() => balancer.end('SIGKILL'));
  const hasAll = (backend: string): boolean =>
    balancer.output.filter((line) => line.startsWith(`Server ${backend}/app`) && line.includes(' is UP'))
      .length >= instanceCount;
  const isOpen = (): Promise<boolean> =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  // Listed instances count as ready from the start.
  await until(
    instances === 'static' ? isOpen : () => hasAll('game') && hasAll('live'),
    'the balancer',
    balancer,
  );
  return topology;
}
