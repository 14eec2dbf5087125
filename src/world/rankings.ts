/** Builds the counts of src/world/positions.ts, and rebuilds those that have become too fine. */
import { runRegularly, type CleaningDeps } from '../db/cleaning.ts';
import { execute, statement, type Db } from '../db/pool.ts';
import { orderings } from './positions.ts';

/** In a smaller world, counting is as fast. */
const leastEmpires = 1000;

const buildRanking = statement('buildRanking', 'SELECT FROM build_ranking($1, $2)');
const buildCrownRankings = statement('buildCrownRankings', 'SELECT FROM build_crown_rankings($1)');
const foldRankings = statement('foldRankings', 'SELECT fold_alliance_scores(), fold_rankings()');

// Folded changes are deleted, but Postgres removes deleted rows once a minute at most: until then, each fold and each rank
// would read them.
const vacuumRankingChanges = statement(
  'vacuumRankingChanges',
  'VACUUM (SKIP_LOCKED) score_changes, ranking_changes',
);

/** Removes the rows of folded changes. Call it after many changes, outside a transaction. */
export async function vacuumRankings(db: Db): Promise<void> {
  await execute(db, vacuumRankingChanges, []);
}

/** Builds every ordering that needs it, one by one: while an ordering is built, changes are not folded. */
export async function buildRankings(db: Db, least = leastEmpires): Promise<void> {
  for (const ordering of orderings) await execute(db, buildRanking, [ordering, least]);
  await execute(db, buildCrownRankings, [least]);
  await execute(db, foldRankings, []);
}

/** Builds the counts now and regularly. Returns the function that stops it and waits for the first build. */
export function maintainRankings(deps: CleaningDeps): () => Promise<void> {
  const maintain = (): Promise<void> => buildRankings(deps.pool);
  const building = maintain().catch((error: unknown) => {
    deps.log.warn({ err: error }, 'rankings: build failed, retrying later');
  });
  const stop = runRegularly(deps, 'maintainRankings', maintain);
  return () => {
    stop();
    return building;
  };
}
