/** Reads the cities, villages and seats that an empire has attacked, with the latest of these battles. */
import { z } from 'zod';
import { battleResults } from '../../contract/vocabulary.ts';
import { moment, uuid } from '../../db/columns.ts';
import { select, statement, type Db } from '../../db/pool.ts';
import { amounts } from '../../world/rows/shapes.ts';
import { ownedRow, ownerColumns } from '../shared/map-queries.ts';

/** How many of the latest attacks are examined. */
const examined = 300;
const maxTargets = 20;

const raidTargetRow = ownedRow.omit({ is_bot: true }).extend({
  type: z.enum(['city', 'seat']),
  held_since: moment.nullable(),
  battle_id: uuid,
  /** Of the latest attack; null until it is decided. */
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
   )
   SELECT f.target_type AS type, f.target_id AS id, coalesce(c.name, e.name) AS name, coalesce(c.x, s.x) AS x,
     coalesce(c.y, s.y) AS y, ${ownerColumns}, s.held_since, f.id AS battle_id, f.ends_at,
     f.outcome ->> 'result' AS result, f.outcome -> 'loot' AS loot
   FROM fought f
   LEFT JOIN cities c ON f.target_type = 'city' AND c.id = f.target_id
   LEFT JOIN seats s ON f.target_type = 'seat' AND s.id = f.target_id
   JOIN empires e ON e.id = coalesce(c.empire_id, s.holder_id)
   WHERE e.id <> $1::uuid ORDER BY f.number DESC LIMIT ${maxTargets}`,
  raidTargetRow,
);

/** The targets of others that were attacked last, the latest first. */
export function selectRaidTargets(db: Db, empireId: string): Promise<RaidTargetRow[]> {
  return select(db, selectRaidTargetsStatement, [empireId]);
}
