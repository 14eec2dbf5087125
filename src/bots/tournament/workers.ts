/** Plays matches on several cores. Worker threads run this same file. */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { playMatch, type MatchSettings } from './match.ts';
import type { MatchResult } from './result.ts';

if (!isMainThread) {
  parentPort?.on('message', (settings: MatchSettings) => {
    parentPort?.postMessage(playMatch(settings));
  });
}

/**
 * Plays the matches on `threads` worker threads; 1 uses the calling thread. Results are in the order of the matches.
 * @param onGame receives the number of finished matches after each match
 */
export async function playMatches(
  games: readonly MatchSettings[],
  threads: number,
  onGame: (done: number) => void,
): Promise<MatchResult[]> {
  const results: MatchResult[] = [];
  let started = 0;
  let done = 0;
  const next = (): { settings: MatchSettings; index: number } | null => {
    const settings = games[started];
    return settings === undefined ? null : { settings, index: started++ };
  };
  const store = (index: number, result: MatchResult): void => {
    results[index] = result;
    onGame((done += 1));
  };
  if (threads === 1) {
    for (let game = next(); game !== null; game = next()) store(game.index, playMatch(game.settings));
  } else {
    await Promise.all(Array.from({ length: Math.min(threads, games.length) }, () => work(next, store)));
  }
  return results;
}

/** Plays one match after another on a worker thread until none is left. */
async function work(
  next: () => { settings: MatchSettings; index: number } | null,
  store: (index: number, result: MatchResult) => void,
): Promise<void> {
  const worker = new Worker(new URL(import.meta.url));
  try {
    for (let game = next(); game !== null; game = next()) {
      worker.postMessage(game.settings);
      const [result] = (await once(worker, 'message')) as [MatchResult];
      store(game.index, result);
    }
  } finally {
    await worker.terminate();
  }
}
