/** Everything that an instance removes or maintains regularly. */
import { cleanAccounts } from '../account/deletion.ts';
import type { CleaningDeps } from '../db/cleaning.ts';
import type { SecurityLog } from '../http/security/security-log.ts';
import { maintainSeats } from '../empire/found-seats.ts';
import type { WorldDeps } from '../world/deps.ts';
import { cleanOldRows } from './old-rows.ts';
import { cleanLedgers } from '../world/ledger/ledger.ts';

/** Starts all of it. Returns a function that stops it. */
export function startCleaning(
  deps: CleaningDeps & WorldDeps & { security: SecurityLog },
): () => Promise<void> {
  const stops = [cleanAccounts, cleanOldRows, cleanLedgers, maintainSeats].map(
    (start): (() => Promise<void> | void) => start(deps),
  );
  return async () => {
    for (const stop of stops) await stop();
  };
}
