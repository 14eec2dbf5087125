/**
 * The own place in a ranking by a score: the own entry, its neighbours, and the ranks in the other rankings. The functions of
 * migrations/0007_rankings.sql look it up.
 */
import { z } from 'zod';
import type { OwnRanking, ScoreRanking } from '../contract/leaderboard.ts';
import { count, uuid, integer } from '../db/columns.ts';
import { selectOptional, statement, type Db } from '../db/pool.ts';
import { totalSql } from '../world/positions.ts';
import { rankedEmpire, type ScoreColumn } from './queries.ts';

const rival = z.strictObject({
  id: uuid,
  name: z.string(),
  alliance_tag: z.string().nullable(),
  rank: integer,
  /** The rival's points minus those of the empire. */
  lead: integer,
});

export type Rival = z.infer<typeof rival>;

const ownPlaceRow = z.strictObject({
  ...rankedEmpire,
  rank: count,
  position: count,
  score_rank: count,
  military_rank: count,
  economic_rank: count,
  rivals: z.array(rival),
  empires: count,
});

// $1 the empire.
function ownPlaceStatement(name: string, column: ScoreColumn) {
  return statement(
    name,
    `SELECT place.*, ${totalSql} AS empires FROM own_place_by_${column}($1) AS place`,
    ownPlaceRow,
  );
}

const selectOwnPlaceStatement = ownPlaceStatement('selectOwnPlace', 'score');
const selectOwnMilitaryPlace = ownPlaceStatement('selectOwnMilitaryPlace', 'military_score');
const selectOwnEconomicPlace = ownPlaceStatement('selectOwnEconomicPlace', 'economic_score');

const statements = {
  score: selectOwnPlaceStatement,
  military: selectOwnMilitaryPlace,
  economic: selectOwnEconomicPlace,
} satisfies Record<ScoreRanking, unknown>;

export interface OwnPlace {
  me: OwnRanking;
  ranks: Record<ScoreRanking, number>;
  /** The two empires above it and the one below, in the order of the ranking; equal scores are ordered by id. */
  rivals: Rival[];
  /** The number of empires of players. */
  empires: number;
}

/** Reads the place of an empire in a ranking by a score, in one snapshot. Null if no player has this empire. */
export async function selectOwnPlace(db: Db, type: ScoreRanking, empireId: string): Promise<OwnPlace | null> {
  const row = await selectOptional(db, statements[type], [empireId]);
  if (row === null) return null;
  const { score_rank: score, military_rank: military, economic_rank: economic, rivals, empires, ...me } = row;
  return { me, ranks: { score, military, economic }, rivals, empires };
}
