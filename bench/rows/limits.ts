/** The cost of rate limits that several instances share: counted in Postgres or in Redis, beside reads without limits. */
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { withServers, type Context, type Row } from '../context.ts';
import { load } from '../harness/load.ts';
import { endChild, findProgram, track, type Server } from '../harness/processes.ts';
import { interleave } from '../harness/rounds.ts';
import { playersOf } from '../worlds/ids.ts';
import { compareRates } from './compare.ts';

const playerCount = 2_000;
const redisStartMs = 5_000;
/** Counted, and never reached. */
const limits = { RATE_LIMIT_DATA: '1000000' };

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });

/** Runs some work with a Redis server that stores nothing on disk. */
async function withRedis<T>(program: string, work: (url: string) => Promise<T>): Promise<T> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = track(spawn(program, options, { stdio: 'ignore', detached: true }));
  try {
    const until = performance.now() + redisStartMs;
    while (!(await accepts(port))) {
      if (performance.now() > until) throw new Error('redis-server did not start');
      await delay(20);
    }
    return await work(`redis://127.0.0.1:${port}`);
  } finally {
    await endChild(child);
  }
}

async function measure({ startProduct, small, rounds, loadOptions }: Context, redisUrl: string | null) {
  const requests = playersOf(small.empires, playerCount).map(({ empireId, bearer }) => ({
    ...{ method: 'GET' as const, path: `/api/empire/${empireId}`, headers: bearer },
  }));
  const loadReads = (server: Server) => () => load(server, requests, loadOptions);
  return withServers(
    {
      none: startProduct(small),
      postgres: startProduct(small, { env: limits }),
      redis: startProduct(small, { env: { ...limits, REDIS_URL: redisUrl ?? '' } }),
    },
    async (servers) => {
      const { none, postgres, redis } = await interleave(
        rounds,
        {
          none: loadReads(servers.none),
          postgres: loadReads(servers.postgres),
          redis: loadReads(servers.redis),
        },
        true,
      );
      const what = 'reads with shared rate limits';
      const lines = [compareRates(`${what}, counted in Postgres`, postgres, 'no limits', none)];
      if (redisUrl !== null) lines.push(compareRates(`${what}, counted in Redis`, redis, 'no limits', none));
      return lines;
    },
  );
}

export const limited: Row = {
  name: 'limits',
  isLarge: false,
  run: (context) => {
    const program = process.env.REDIS_SERVER ?? findProgram('redis-server');
    if (program !== null) return withRedis(program, (url) => measure(context, url));
    context.report('redis-server is not installed: limits are measured in Postgres only');
    return measure(context, null);
  },
};
