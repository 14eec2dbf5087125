/** The changes of the holders of seats, which operators look through. The update of a seat writes them. */
import { cleanRegularly, type CleaningDeps } from '../db/cleaning.ts';
import { statement } from '../db/pool.ts';
import { dayMs } from '../kernel/time.ts';

/** How long a change is kept. */
export const seatChangeKeptMs = 30 * dayMs;

const deleteOldSeatChanges = statement('deleteOldSeatChanges', 'DELETE FROM seat_changes WHERE at <= $1');

/** Deletes old changes regularly. Returns the function that stops it. */
export function cleanSeatChanges(deps: CleaningDeps): () => void {
  return cleanRegularly(deps, deleteOldSeatChanges, (now) => [now - seatChangeKeptMs], Infinity);
}
