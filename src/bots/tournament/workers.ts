/** Plays games on several cores. This file is also what a worker thread runs. */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { playGame } from './game.ts';
import type { GameSettings } from './game.ts';
import type { GameResult } from './result.ts';

if (!isMainThread) {
  parentPort?.on('message', (settings: GameSettings) => {
    parentPort?.postMessage(playGame(settings));
  });
}

/**
 * Plays the games on `threads` worker threads, or on this one where that is 1; results stand in the games' order.
 * @param onGame called after each game with how many are done
 */
export async function playGames(
  games: readonly GameSettings[],
  threads: number,
  onGame: (done: number) => void,
): Promise<GameResult[]> {
  const results: GameResult[] = [];
  let begun = 0;
  let done = 0;
  const next = (): { settings: GameSettings; index: number } | null => {
    const settings = games[begun];
    return settings === undefined ? null : { settings, index: begun++ };
  };
  const note = (index: number, result: GameResult): void => {
    results[index] = result;
    onGame((done += 1));
  };
  if (threads === 1) {
    for (let game = next(); game !== null; game = next()) note(game.index, playGame(game.settings));
  } else {
    await Promise.all(Array.from({ length: Math.min(threads, games.length) }, () => work(next, note)));
  }
  return results;
}

/** One worker thread: it plays one game after the other until none is left. */
async function work(
  next: () => { settings: GameSettings; index: number } | null,
  note: (index: number, result: GameResult) => void,
): Promise<void> {
  const worker = new Worker(new URL(import.meta.url));
  try {
    for (let game = next(); game !== null; game = next()) {
      worker.postMessage(game.settings);
      const [result] = (await once(worker, 'message')) as [GameResult];
      note(game.index, result);
    }
  } finally {
    await worker.terminate();
  }
}
