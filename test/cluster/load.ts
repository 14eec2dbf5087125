/** Continuous reads for the cluster tests, with their results. */
import { Agent, request } from 'node:http';
import type { Player } from '../support/game.ts';

/** Limits that are counted and never reached. */
export const highLimits = {
  RATE_LIMIT_AUTH: '1000000',
  RATE_LIMIT_DATA: '1000000',
  RATE_LIMIT_ACTION: '1000000',
  RATE_LIMIT_FAILED_LOGINS: '0',
};

export interface Reads {
  answered: number;
  /** Statuses other than 200, and errors of requests without a complete response. */
  failures: string[];
  slowestMs: number;
}

/** Reads the profiles of players, `atOnce` in parallel. `end` waits for the last responses. */
export function beginReading(
  url: string,
  players: readonly Player[],
  atOnce = 8,
): { reads: Reads; end: () => Promise<Reads> } {
  const reads: Reads = { answered: 0, failures: [], slowestMs: 0 };
  const agent = new Agent({ keepAlive: true });
  let isOver = false;
  const readOne = (token: string): Promise<void> =>
    new Promise((resolve) => {
      const fail = (reason: string): void => {
        reads.failures.push(reason);
        resolve();
      };
      const headers = { authorization: `Bearer ${token}` };
      const outgoing = request(`${url}/api/user/profile`, { agent, headers }, (response) => {
        response.resume();
        response.on('error', ({ message }) => {
          fail(message);
        });
        response.on('end', () => {
          if (response.statusCode !== 200) fail(String(response.statusCode));
          else {
            reads.answered += 1;
            resolve();
          }
        });
      });
      outgoing.on('error', ({ message }) => {
        fail(message);
      });
      outgoing.end();
    });
  const reading = Array.from({ length: atOnce }, async (_, index) => {
    while (!isOver) {
      const since = performance.now();
      await readOne(players[index % players.length]?.token ?? '');
      reads.slowestMs = Math.max(reads.slowestMs, performance.now() - since);
    }
  });
  return {
    reads,
    end: async () => {
      isOver = true;
      await Promise.all(reading);
      agent.destroy();
      return reads;
    },
  };
}
