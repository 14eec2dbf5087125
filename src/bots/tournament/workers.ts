/** Plays games on several cores. This file is also what a worker thread runs. */
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
 * Plays the games on `threads` worker threads, or on this one where that is 1; results stand in the games' order.
 * @param onGame called after each game with how many are done
 */
export async function playMatches(
  games: readonly MatchSettings[],
  threads: number,
  onGame: (done: number) => void,
): Promise<MatchResult[]> {
  const results: MatchResult[] = [];
  let begun = 0;
  let done = 0;
  const next = (): { settings: MatchSettings; index: number } | null => {
    const settings = games[begun];
    return settings === undefined ? null : { settings, index: begun++ };
  };
  const note = (index: number, result: MatchResult): void => {
    results[index] = result;
    onGame((done += 1));
  };
  if (threads === 1) {
    for (let game = next(); game !== null; game = next()) note(game.index, playMatch(game.settings));
  } else {
    await Promise.all(Array.from({ length: Math.min(threads, games.length) }, () => work(next, note)));
  }
  return results;
}

/** One worker thread: it plays one game after the other until none is left. */
async function work(
  next: () => { settings: MatchSettings; index: number } | null,
  note: (index: number, result: MatchResult) => void,
): Promise<void> {
  const worker = new Worker(new URL(import.meta.url));
  try {
    for (let game = next(); game !== null; game = next()) {
      worker.postMessage(game.settings);
      const [result] = (await once(worker, 'message')) as [MatchResult];
      note(game.index, result);
    }
  } finally {
    await worker.terminate();
  }
}
