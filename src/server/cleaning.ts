/** Everything that an instance deletes regularly: rows past their retention period, and due accounts. */
import { knownAddressMs } from '../account/login-queries.ts';
import {
  deletedAtOnce,
  deleteOldestSql,
  deletePartSql,
  runRegularly,
  type CleaningDeps,
} from '../db/cleaning.ts';
import { execute, statement } from '../db/pool.ts';
import { storedMs } from '../world/idempotency/store.ts';
import { chatKeptMs, reportKeptMs, threadKeptMs } from '../messages/queries.ts';
import { seatChangeKeptMs } from '../seats/queries.ts';
import { logEntryKeptMs } from '../world/log/event-log.ts';
import { cleanAccounts } from '../account/deletion.ts';
import type { SecurityLog } from '../http/security/security-log.ts';
import type { WorldDeps } from '../world/deps.ts';
import { cleanLedgers } from '../world/ledger/ledger.ts';

/** As long as the event log entries that name the battle. */
const calledOffKeptMs = logEntryKeptMs;
/** Their messages go with them: a busy thread has thousands. */
const threadsAtOnce = 100;

interface Deletion {
  /** $1, if used: older rows are deleted. */
  sql: string;
  before?: (now: number) => number;
  /** The LIMIT of the SQL, if not `deletedAtOnce`. */
  atOnce?: number;
}

const deletions: Record<string, Deletion> = {
  deleteExpiredSessions: {
    sql: deletePartSql('sessions', 'expire <= to_timestamp($1::double precision / 1000)', 'expire'),
    before: (now) => now,
  },
  deleteOldTokens: {
    sql: 'DELETE FROM account_tokens WHERE expires_at <= to_timestamp($1::double precision / 1000)',
    before: (now) => now,
  },
  deleteOldInvites: {
    sql: 'DELETE FROM invites WHERE expires_at <= $1',
    before: (now) => now,
  },
  deleteOldResponses: {
    sql: deleteOldestSql('idempotency_keys', 'created_at'),
    before: (now) => now - storedMs,
  },
  deletePastCounters: { sql: 'DELETE FROM rate_limit_counters WHERE resets_at < now()' },
  deleteOldAddresses: {
    sql: `DELETE FROM login_addresses WHERE last_login < now() - interval '${knownAddressMs} ms'`,
  },
  deleteOldLogEntries: {
    sql: deleteOldestSql('event_log_entries', 'at'),
    before: (now) => now - logEntryKeptMs,
  },
  deleteCalledOffBattles: {
    sql: deletePartSql('battles', `outcome ->> 'result' = 'called_off' AND ends_at < $1`, 'ends_at'),
    before: (now) => now - calledOffKeptMs,
  },
  deleteOldSeatChanges: {
    sql: 'DELETE FROM seat_changes WHERE at <= $1',
    before: (now) => now - seatChangeKeptMs,
  },
  // A message that comes meanwhile waits for the deletion and begins a new thread, or changes last_at first.
  deleteOldThreads: {
    sql: `DELETE FROM threads WHERE last_at < $1 AND id = ANY (ARRAY(
       SELECT id FROM threads WHERE last_at < $1 AND alliance_id IS NULL ORDER BY last_at LIMIT ${threadsAtOnce}
     ))`,
    before: (now) => now - threadKeptMs,
    atOnce: threadsAtOnce,
  },
  // The thread stays, so that its numbers rise for as long as the alliance exists.
  deleteOldChat: {
    sql: deleteOldestSql('messages', 'at', 'in_alliance'),
    before: (now) => now - chatKeptMs,
  },
  deleteHandledReports: {
    sql: 'DELETE FROM reports WHERE handled_at <= $1',
    before: (now) => now - reportKeptMs,
  },
  deleteAbandonedThreads: {
    sql: `DELETE FROM threads WHERE id = ANY (ARRAY(
       SELECT id FROM threads WHERE first_id IS NULL AND second_id IS NULL AND alliance_id IS NULL LIMIT ${threadsAtOnce}
     ))`,
    atOnce: threadsAtOnce,
  },
  deleteOldCandidates: {
    sql: deletePartSql('alliance_candidates', 'expires_at <= $1', 'expires_at'),
    before: (now) => now,
  },
};

export function cleanOldRows(deps: CleaningDeps): () => void {
  const stops = Object.entries(deletions).map(([name, { sql, before, atOnce = deletedAtOnce }]) => {
    const deletion = statement(name, { sql });
    return runRegularly(deps, name, async (now) => {
      const values = before === undefined ? [] : [before(now)];
      // Repeated as long as it reaches its LIMIT.
      while ((await execute(deps.pool, deletion, values)) >= atOnce);
    });
  });
  return () => {
    for (const stop of stops) stop();
  };
}

export function startCleaning(
  deps: CleaningDeps & WorldDeps & { security: SecurityLog },
): () => Promise<void> {
  const stops = [cleanAccounts, cleanOldRows, cleanLedgers].map((start): (() => Promise<void> | void) =>
    start(deps),
  );
  return async () => {
    for (const stop of stops) await stop();
  };
}
