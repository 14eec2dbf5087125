/** Reads what the page of an empire shows besides its state: its ruler and rank, and its battles with the viewer. */
import { z } from 'zod';
import { battleList, battleListRow, type BattleListRow } from '../../battle/queries.ts';
import { count } from '../../db/columns.ts';
import { select, selectOptional, statement, type Db } from '../../db/pool.ts';
import type { WorldDeps } from '../../world/deps.ts';
import { beforeSql, renewMarks } from '../../world/figures/rank-marks.ts';

const rulerRow = z.strictObject({
  username: z.string(),
  is_bot: z.boolean(),
  /** By score among players; null for a village and a keeper. */
  rank: count.nullable(),
});

const selectRulerStatement = statement(
  'selectRuler',
  `SELECT u.username, u.is_bot,
     CASE WHEN e.kind = 'player' THEN ${beforeSql('score', 'e.score')} + 1 END AS rank
   FROM empires e JOIN users u ON u.id = e.owner_id WHERE e.id = $1`,
  rulerRow,
);

/** The player of an empire, and its rank. Null if the empire does not exist. */
export async function readRuler(
  deps: Pick<WorldDeps, 'pool' | 'clock'>,
  empireId: string,
): Promise<z.infer<typeof rulerRow> | null> {
  await renewMarks(deps, 'score');
  return selectOptional(deps.pool, selectRulerStatement, [empireId]);
}

/** The newest attacks of each side that are searched, so that a long war costs no more than a short one. */
const searched = 500;

const attacksOf = (attacker: string, defender: string): string => `
  SELECT id FROM (
    SELECT id, defender_id FROM battles WHERE attacker_id = ${attacker} ORDER BY number DESC LIMIT ${searched}
  ) newest WHERE defender_id = ${defender}`;

// $1 and $2 the empires, $3 limit
const selectBattlesBetweenStatement = statement(
  'selectBattlesBetween',
  `SELECT battle_list.* FROM (${attacksOf('$1', '$2')} UNION ALL ${attacksOf('$2', '$1')}) AS between_them
   JOIN ${battleList} AS battle_list USING (id) ORDER BY number DESC LIMIT $3`,
  battleListRow,
);

/** The battles of two empires with each other among the newest 500 attacks of each, newest first. */
export function selectBattlesBetween(
  db: Db,
  empireId: string,
  otherId: string,
  limit: number,
): Promise<BattleListRow[]> {
  return select(db, selectBattlesBetweenStatement, [empireId, otherId, limit]);
}
