import type { z } from 'zod';
import { battleListFor, battleListRow, outcomeFor } from '../../battle/queries.ts';
import { select, statement, type Db } from '../../db/pool.ts';
import { amounts, guardFight, outcome, round, stacks } from '../../world/rows/shapes.ts';

export const sidesOfList = ['all', 'attacks', 'defences'] as const;
export type SidesOfList = (typeof sidesOfList)[number];

const ownBattleRow = battleListRow.extend({
  attacker_start: stacks.nullable(),
  defender_start: stacks.nullable(),
  last_round: round.nullable(),
  guard: guardFight.nullable(),
  loot: amounts.nullable(),
  /** As long as the rounds are still being shown. */
  on_show: outcome.nullable(),
});

export type OwnBattleRow = z.infer<typeof ownBattleRow>;

// $1 empire, $2 now, $3 limit, $4 the side, $5 the number below which to read. Each part of the union uses the index of
// its side.
const selectOwnBattlesStatement = statement('selectOwnBattles', {
  sql: `SELECT l.*,
     b.outcome -> 'attackerStart' AS attacker_start, b.outcome -> 'defenderStart' AS defender_start,
     b.outcome -> 'rounds' -> -1 AS last_round, b.outcome -> 'guard' AS guard, (${outcomeFor('b', '$1')}) -> 'loot' AS loot,
     CASE WHEN b.ends_at > $2::bigint THEN b.outcome END AS on_show
   FROM (
     (SELECT id FROM battles WHERE attacker_id = $1 AND $4 <> 'defences' AND number < $5 ORDER BY number DESC LIMIT $3)
     UNION ALL
     (SELECT id FROM battles WHERE defender_id = $1 AND attacker_id <> $1 AND $4 <> 'attacks' AND number < $5 ORDER BY number DESC LIMIT $3)
     UNION ALL
     (SELECT id FROM battles WHERE ally_id = $1 AND attacker_id <> $1 AND $4 <> 'attacks' AND number < $5 ORDER BY number DESC LIMIT $3)
   ) own
   JOIN battles b ON b.id = own.id
   JOIN ${battleListFor('$1')} AS l ON l.id = own.id
   ORDER BY l.number DESC LIMIT $3`,
  row: ownBattleRow,
});

/** Newest first. @param now decides which are still being shown */
export function selectOwnBattles(
  db: Db,
  { empireId, sides, limit, before }: { empireId: string; sides: SidesOfList; limit: number; before: number },
  now: number,
): Promise<OwnBattleRow[]> {
  return select(db, selectOwnBattlesStatement, [empireId, now, limit, sides, before]);
}
