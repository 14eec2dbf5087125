/** Everything that an instance removes or maintains regularly. */
import { cleanLoginAddresses } from '../account/login-queries.ts';
import { cleanAccounts } from '../account/deletion.ts';
import { cleanCandidates } from '../alliance/cleaning.ts';
import { cleanTokens } from '../account/tokens.ts';
import type { CleaningDeps } from '../db/cleaning.ts';
import type { SecurityLog } from '../http/security/security-log.ts';
import { cleanResponses } from '../idempotency/store.ts';
import { maintainSeats } from '../empire/found-seats.ts';
import { cleanCalledOffBattles } from '../battle/called-off-battles.ts';
import { cleanThreads } from '../messages/cleaning.ts';
import type { WorldDeps } from '../world/deps.ts';
import { cleanEventLogs } from '../world/log/event-log.ts';
import { cleanLedgers } from '../world/ledger/ledger.ts';
import { cleanScoreHistory } from '../world/figures/score-history.ts';
import { cleanSeatChanges } from '../seats/seat-changes.ts';
import { cleanGreatBattles, cleanWorldDays } from '../world/figures/world-days.ts';

/** Starts all of it. Returns a function that stops it. */
export function startCleaning(
  deps: CleaningDeps & WorldDeps & { security: SecurityLog },
): () => Promise<void> {
  const stops = [
    cleanAccounts,
    cleanTokens,
    cleanResponses,
    cleanLoginAddresses,
    cleanEventLogs,
    cleanLedgers,
    cleanCalledOffBattles,
    cleanScoreHistory,
    cleanWorldDays,
    cleanGreatBattles,
    cleanSeatChanges,
    cleanThreads,
    cleanCandidates,
    maintainSeats,
  ].map((start): (() => Promise<void> | void) => start(deps));
  return async () => {
    for (const stop of stops) await stop();
  };
}
