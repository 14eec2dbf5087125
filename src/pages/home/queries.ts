/** Reads the battle that the landing page shows. */
import { z } from 'zod';
import { uuid } from '../../db/columns.ts';
import { defineQuery, selectOptional, statement, type Db } from '../../db/pool.ts';
import { restMs } from '../../today/queries.ts';
import { namedSides, outcome } from '../../world/rows/shapes.ts';

/** How many great battles, and how many of the latest ended ones, are examined. */
const great = 30;
const latest = 50;
const minRounds = 3;

const shownBattleRow = z.strictObject({ id: uuid, ...namedSides, outcome });

export type ShownBattleRow = z.infer<typeof shownBattleRow>;

/**
 * The battle between players with most losses of the last days, else the latest one; it has three rounds or more, and the
 * last of them was shown at least an hour ago. Null without one.
 */
export const selectShownBattle = defineQuery('selectShownBattle', {
  sql: `SELECT b.id, b.attacker_id, b.defender_id, a.name AS attacker_name, a.alliance_tag AS attacker_tag,
     d.name AS defender_name, d.alliance_tag AS defender_tag, b.outcome
   FROM (
     (SELECT battle_id, losses FROM great_battles ORDER BY losses DESC, battle_id LIMIT ${great})
     UNION ALL
     (SELECT id, 0 FROM battles WHERE ends_at <= $1::bigint ORDER BY ends_at DESC LIMIT ${latest})
   ) AS found
   JOIN battles b ON b.id = found.battle_id AND b.ends_at <= $1::bigint
   JOIN empires a ON a.id = b.attacker_id JOIN empires d ON d.id = b.defender_id
   WHERE jsonb_array_length(b.outcome -> 'rounds') >= $2::int
   ORDER BY found.losses DESC, b.ends_at DESC, b.number DESC LIMIT 1`,
  row: shownBattleRow,
  values: (now: number) => [now - restMs, minRounds],
}).optionalRow;

const selectDemoStatement = statement('selectDemo', {
  sql: `SELECT value AS player FROM settings WHERE key = 'demo'`,
  row: z.strictObject({ player: z.object({ username: z.string(), password: z.string() }) }),
});

/** The account with which visitors of a demo play (src/admin/world/demo.ts); null in every other world. */
export async function selectDemo(db: Db): Promise<{ username: string; password: string } | null> {
  return (await selectOptional(db, selectDemoStatement, []))?.player ?? null;
}
