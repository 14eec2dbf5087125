/** Reads the cities, villages and seats that an empire has attacked, with the latest of these battles, and the marked ones. */
import { z } from 'zod';
import { maxMarks } from '../contract/targets.ts';
import { battleResults } from '../contract/vocabulary.ts';
import { moment, uuid } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';
import { ownedRow, ownerColumns } from '../map/owned-row.ts';
import { guardRow, guardSql } from '../military/guards.ts';
import { amounts } from '../world/rows/shapes.ts';
import { marksSql } from './marks.ts';

/** How many of the latest attacks are examined. */
const examined = 300;
/** The targets that were attacked last, beside all marked ones. */
const maxAttacked = 20;

const raidTargetRow = ownedRow.omit({ is_bot: true }).extend({
  type: z.enum(['city', 'seat']),
  held_since: moment.nullable(),
  guard: guardRow.nullable(),
  marked_at: moment.nullable(),
  /** The latest attack; null without one. */
  battle_id: uuid.nullable(),
  /** Null until it is decided. */
  ends_at: moment.nullable(),
  result: z.enum(battleResults).nullable(),
  loot: amounts.nullable(),
});

export type RaidTargetRow = z.infer<typeof raidTargetRow>;

const selectRaidTargetsStatement = statement(
  'selectRaidTargets',
  `WITH fought AS (
     SELECT DISTINCT ON (target_type, target_id) id, number, target_type, target_id, ends_at, outcome
     FROM (SELECT * FROM battles WHERE attacker_id = $1::uuid ORDER BY number DESC LIMIT ${examined}) AS latest
     WHERE target_type <> 'army' ORDER BY target_type, target_id, number DESC
   ), marked AS (${marksSql('$1::uuid')}
   )
   SELECT target_type AS type, target_id AS id, coalesce(c.name, e.name) AS name, coalesce(c.x, s.x) AS x,
     coalesce(c.y, s.y) AS y, ${ownerColumns}, s.held_since, ${guardSql('target_id')} AS guard, m.at AS marked_at, f.id AS battle_id, f.ends_at,
     f.outcome ->> 'result' AS result, f.outcome -> 'loot' AS loot
   FROM fought f FULL JOIN marked m USING (target_type, target_id)
   LEFT JOIN cities c ON target_type = 'city' AND c.id = target_id
   LEFT JOIN seats s ON target_type = 'seat' AND s.id = target_id
   JOIN empires e ON e.id = coalesce(c.empire_id, s.holder_id)
   WHERE e.id <> $1::uuid OR m.at IS NOT NULL
   ORDER BY m.at IS NULL, f.number DESC LIMIT ${maxMarks + maxAttacked}`,
  raidTargetRow,
);

/** The marked targets, and those of others that were attacked last, the latest first. */
export function selectRaidTargets(db: Db, empireId: string): Promise<RaidTargetRow[]> {
  return select(db, selectRaidTargetsStatement, [empireId]);
}
