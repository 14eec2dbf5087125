/** Reads the battles of two empires with each other. */
import { battleList, battleListRow, type BattleListRow } from '../../battle/queries.ts';
import { select, statement, type Db } from '../../db/pool.ts';

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
