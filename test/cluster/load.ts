/** Continuous reads for the cluster tests, with their results. */
import { Agent } from 'node:http';
import type { Player } from '../support/game.ts';
import { exchange } from '../world/process.ts';

/** Limits that are counted and never reached. */
export const highLimits = {
  RATE_LIMIT_AUTH: '1000000',
  RATE_LIMIT_DATA: '1000000',
  RATE_LIMIT_ACTION: '1000000',
  RATE_LIMIT_FAILED_LOGINS: '0',
};

export interface Reads {
  answered: number;
  /** Statuses other than 200; null for a request without a complete response. */
  failures: (number | null)[];
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
  const readOne = async (token: string): Promise<void> => {
    const headers = { authorization: `Bearer ${token}` };
    const status = await exchange(`${url}/api/user/profile`, { agent, headers }).status;
    if (status === 200) reads.answered += 1;
    else reads.failures.push(status);
  };
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
