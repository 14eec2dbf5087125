/** Plays matches on several cores, in processes: tsx loads no TypeScript in a worker thread of Node 20. */
import { fileURLToPath } from 'node:url';
import workerpool from 'workerpool';
import { playMatch, playWithPeople } from './play.ts';
import type { MatchSettings } from './settings.ts';
import type { MatchResult } from './result.ts';

const hasPeople = ({ players }: MatchSettings): boolean => players.some(({ isPerson }) => isPerson);

/**
 * Plays the matches in so many worker processes; with 1, this process plays them. Results are in the order of the matches.
 * @param onGame receives the number of finished matches after each match
 */
export async function playMatches(
  games: readonly MatchSettings[],
  processes: number,
  onGame: (done: number) => void,
): Promise<MatchResult[]> {
  if (processes === 1) {
    const results: MatchResult[] = [];
    for (const settings of games) {
      results.push(hasPeople(settings) ? await playWithPeople(settings) : playMatch(settings));
      onGame(results.length);
    }
    return results;
  }
  const pool = workerpool.pool(fileURLToPath(new URL('worker.ts', import.meta.url)), {
    workerType: 'process',
    forkOpts: { execArgv: ['--import', import.meta.resolve('tsx')], serialization: 'advanced' },
    maxWorkers: Math.min(processes, games.length),
  });
  let done = 0;
  try {
    return await Promise.all(
      games.map(async (settings) => {
        const result = hasPeople(settings)
          ? await pool.exec<typeof playWithPeople>('playWithPeople', [settings])
          : await pool.exec<typeof playMatch>('playMatch', [settings]);
        onGame((done += 1));
        return result;
      }),
    );
  } finally {
    await pool.terminate(true);
  }
}
