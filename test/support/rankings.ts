/** Refreshes the rankings, which a game of tests does not do by itself. */
import { refreshAll } from '../../src/world/figures/rankings.ts';
import type { TestGame } from './game.ts';

/** Brings the rankings up to date, as a restore does. */
export const refreshRankings = ({ instance, clock }: Pick<TestGame, 'instance' | 'clock'>): Promise<void> =>
  refreshAll(instance.pool, clock.now());
