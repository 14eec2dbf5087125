/** Logins, beside the key derivations that one process can make, and what other requests wait meanwhile. */
import { once } from 'node:events';
import { withServers, type Row } from '../context.ts';
import { load } from '../harness/load.ts';
import type { Server } from '../harness/processes.ts';
import { formatNumber } from '../harness/report.ts';
import { interleave } from '../harness/rounds.ts';
import { ratioOf } from '../harness/stats.ts';
import { password, playersOf } from '../worlds/ids.ts';
import { compareRates, medianMs } from './compare.ts';

const playerCount = 2_000;

/** Key derivations per second of a process that does nothing else. */
async function measureDerivations({ child }: Server, seconds: number): Promise<{ perSecond: number }> {
  child.send(seconds);
  const [perSecond] = (await once(child, 'message')) as [number];
  return { perSecond };
}

export const login: Row = {
  name: 'login',
  isLarge: false,
  run: ({ startProduct, startPeer, small, rounds, seconds, loadOptions }) =>
    withServers({ product: startProduct(small), pbkdf2: startPeer('pbkdf2.mjs') }, async (servers) => {
      const players = playersOf(small.empires, playerCount);
      const logins = players.map(({ username }) => ({
        ...{ method: 'POST' as const, path: '/login', body: { username, password } },
      }));
      const reads = players.map(({ empireId, bearer }) => ({
        ...{ method: 'GET' as const, path: `/api/empire/${empireId}`, headers: bearer },
      }));
      // More would only wait longer.
      const loadLogins = () =>
        load(servers.product, logins, { ...loadOptions, connections: 8, seconds: Math.max(2, seconds) });
      const loadOthers = () => load(servers.product, reads, { ...loadOptions, connections: 2 });
      const results = await interleave(
        rounds,
        {
          login: loadLogins,
          pbkdf2: () => measureDerivations(servers.pbkdf2, seconds),
          idle: loadOthers,
          meanwhile: async () => {
            const [others] = await Promise.all([loadOthers(), loadLogins()]);
            return others;
          },
        },
        true,
      );
      const p99Of = (name: 'idle' | 'meanwhile'): number[] => results[name].map(({ p99Ms }) => p99Ms);
      return [
        compareRates('login', results.login, 'PBKDF2', results.pbkdf2, 'login'),
        {
          what: 'reads during logins, p99',
          ours: `${formatNumber(medianMs(results.meanwhile, 'p99Ms'))} ms`,
          peer: `without logins ${formatNumber(medianMs(results.idle, 'p99Ms'))} ms`,
          ratio: ratioOf(p99Of('meanwhile'), p99Of('idle')),
          target: 'loginOthers',
        },
      ];
    }),
};
