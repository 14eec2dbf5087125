/** Deletes threads after a year without a message, or once both accounts were deleted; messages to alliances after 30 days. */
import { cleanRegularly, deleteOldestSql, type CleaningDeps } from '../db/cleaning.ts';
import { statement } from '../db/pool.ts';
import { dayMs } from '../kernel/time.ts';

/** How long a thread is kept after its latest message. */
export const threadKeptMs = 365 * dayMs;

/** How long a message to an alliance is kept. */
export const chatKeptMs = 30 * dayMs;

/** Threads of a deletion, whose messages go with them: a busy thread has thousands. */
const threadsAtOnce = 100;

// A message that comes meanwhile waits for the deletion and begins a new thread, or changes last_at first.
const deleteOldThreads = statement(
  'deleteOldThreads',
  `DELETE FROM threads WHERE last_at < $1 AND id = ANY (ARRAY(
     SELECT id FROM threads WHERE last_at < $1 AND alliance_id IS NULL ORDER BY last_at LIMIT ${threadsAtOnce}
   ))`,
);

const deleteAbandonedThreads = statement(
  'deleteAbandonedThreads',
  `DELETE FROM threads WHERE id = ANY (ARRAY(
     SELECT id FROM threads WHERE first_id IS NULL AND second_id IS NULL AND alliance_id IS NULL LIMIT ${threadsAtOnce}
   ))`,
);

// The thread stays, so that numbers rise for as long as the alliance exists.
const deleteOldChat = statement('deleteOldChat', deleteOldestSql('messages', 'at', 'in_alliance'));

/** Regularly deletes threads, and old messages to alliances. Returns a function that stops it. */
export function cleanThreads(deps: CleaningDeps): () => void {
  const stops = [
    cleanRegularly(deps, deleteOldThreads, (now) => [now - threadKeptMs], threadsAtOnce),
    cleanRegularly(deps, deleteOldChat, (now) => [now - chatKeptMs]),
    cleanRegularly(deps, deleteAbandonedThreads, () => [], threadsAtOnce),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
