/** Deletes invitations and applications after 30 days. */
import { cleanRegularly, deletedAtOnce, type CleaningDeps } from '../db/cleaning.ts';
import { statement } from '../db/pool.ts';
import { dayMs } from '../kernel/time.ts';

/** How long an invitation or an application is open. */
export const candidateKeptMs = 30 * dayMs;

const deleteOldCandidates = statement(
  'deleteOldCandidates',
  `DELETE FROM alliance_candidates WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM alliance_candidates WHERE at < $1 ORDER BY at LIMIT ${deletedAtOnce}
   ))`,
);

/** Regularly deletes candidates. Returns a function that stops it. */
export function cleanCandidates(deps: CleaningDeps): () => void {
  return cleanRegularly(deps, deleteOldCandidates, (now) => [now - candidateKeptMs]);
}
