/** Plays matches on several cores. Worker threads run this same file. */
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import workerpool from 'workerpool';
import { playMatch } from './match.ts';
import type { MatchSettings } from './settings.ts';
import type { MatchResult } from './result.ts';

if (!isMainThread) workerpool.worker({ playMatch });

/**
 * Plays the matches on `threads` worker threads; 1 uses the calling thread. Results are in the order of the matches.
 * @param onGame receives the number of finished matches after each match
 */
export async function playMatches(
  games: readonly MatchSettings[],
  threads: number,
  onGame: (done: number) => void,
): Promise<MatchResult[]> {
  if (threads === 1) {
    return games.map((settings, index) => {
      const result = playMatch(settings);
      onGame(index + 1);
      return result;
    });
  }
  const pool = workerpool.pool(fileURLToPath(import.meta.url), {
    workerType: 'thread',
    maxWorkers: Math.min(threads, games.length),
  });
  let done = 0;
  try {
    return await Promise.all(
      games.map(async (settings) => {
        const result = await pool.exec<typeof playMatch>('playMatch', [settings]);
        onGame((done += 1));
        return result;
      }),
    );
  } finally {
    await pool.terminate(true);
  }
}
