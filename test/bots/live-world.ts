/** A real instance with a running clock and bots, for tests of live bots. */
import { claimBotAccounts } from '../../src/bots/live/accounts.ts';
import { startSquad, type Squad } from '../../src/bots/live/squad.ts';
import { startInstance, type Instance } from '../../src/server/instance.ts';
import { DatabaseClock } from '../../src/kernel/clock.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { captureLog } from '../support/capture-log.ts';
import { createTestDatabase } from '../support/database.ts';
import { instanceOptions, type noLimits } from '../support/game.ts';

export interface LiveWorld {
  url: string;
  databaseUrl: string;
  /** The pool of the running instance. */
  readonly pool: Instance['pool'];
  /** Starts `count` bots; their messages are added to `messages`. */
  play: (count: number) => Promise<Squad>;
  messages: string[];
  /** The errors in the log of the instance. */
  errors: () => object[];
  /** Stops the instance, waits for `meanwhile`, and starts it again on the same port. */
  restartAfter: (meanwhile: () => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
}

export async function startLiveWorld(speed: number, limits: typeof noLimits): Promise<LiveWorld> {
  const database = await createTestDatabase();
  const kept = captureLog('error');
  const options = {
    ...instanceOptions(database.url, { speed, limits, runClock: true, log: kept.log }),
    clock: new DatabaseClock(),
  };
  let instance = await startInstance(options);
  const { url } = instance;
  const messages: string[] = [];
  const squads: Squad[] = [];
  return {
    url,
    databaseUrl: database.url,
    get pool() {
      return instance.pool;
    },
    messages,
    errors: () => kept.lines(),
    play: async (count) => {
      const accounts = await claimBotAccounts(instance.pool, count, 30, systemRandom);
      const squad = startSquad({
        ...{ url, accounts, style: 'mixed', level: 'hard', limits, random: systemRandom },
        say: (sentence) => messages.push(sentence),
      });
      squads.push(squad);
      return squad;
    },
    restartAfter: async (meanwhile) => {
      await instance.stop();
      await meanwhile();
      instance = await startInstance({ ...options, port: Number(new URL(url).port) });
    },
    stop: async () => {
      for (const squad of squads) squad.stop();
      await Promise.all(squads.map(({ ended }) => ended));
      await instance.stop();
      await database.drop();
    },
  };
}

/** Sums the counts of each key over all bots. */
export function addUp(tallies: readonly Partial<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const tally of tallies) {
    for (const [key, count] of Object.entries(tally)) sum[key] = (sum[key] ?? 0) + (count ?? 0);
  }
  return sum;
}
