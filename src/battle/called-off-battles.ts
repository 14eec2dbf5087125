/** Deletes battles that were called off, 30 days after that: nothing happened in them, and nothing refers to them. */
import { cleanRegularly, deletedAtOnce, type CleaningDeps } from '../db/cleaning.ts';
import { statement } from '../db/pool.ts';
import { dayMs } from '../kernel/time.ts';

/** As long as the entries of the event logs that name them. */
const keptMs = 30 * dayMs;

const deleteCalledOffBattles = statement(
  'deleteCalledOffBattles',
  `DELETE FROM battles WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM battles
     WHERE outcome ->> 'result' = 'called_off' AND ends_at < $1 ORDER BY ends_at LIMIT ${deletedAtOnce}
   ))`,
);

/** Regularly deletes old battles that were called off. Returns a function that stops it. */
export function cleanCalledOffBattles(deps: CleaningDeps): () => void {
  return cleanRegularly(deps, deleteCalledOffBattles, (now) => [now - keptMs]);
}
