/** Reads the battle that the landing page shows. */
import { z } from 'zod';
import { uuid } from '../../db/columns.ts';
import { selectOptional, statement, type Db } from '../../db/pool.ts';
import { hourMs } from '../../kernel/time.ts';
import { outcome } from '../../world/rows/shapes.ts';

/** How many of the latest ended battles are examined. */
const latest = 50;
const minRounds = 3;
/** Strangers see a battle only after this time. */
const restMs = hourMs;

const shownBattleRow = z.strictObject({
  id: uuid,
  attacker_id: uuid,
  defender_id: uuid,
  attacker_name: z.string(),
  attacker_tag: z.string().nullable(),
  defender_name: z.string(),
  defender_tag: z.string().nullable(),
  outcome,
});

export type ShownBattleRow = z.infer<typeof shownBattleRow>;

const selectShownBattleStatement = statement(
  'selectShownBattle',
  `SELECT b.id, b.attacker_id, b.defender_id, a.name AS attacker_name, a.alliance_tag AS attacker_tag,
     d.name AS defender_name, d.alliance_tag AS defender_tag, b.outcome
   FROM (SELECT * FROM battles WHERE ends_at <= $1::bigint ORDER BY ends_at DESC LIMIT ${latest}) b
   JOIN empires a ON a.id = b.attacker_id JOIN empires d ON d.id = b.defender_id
   WHERE jsonb_array_length(b.outcome -> 'rounds') >= $2::int
   ORDER BY b.ends_at DESC, b.number DESC LIMIT 1`,
  shownBattleRow,
);

/** The latest battle of three rounds or more whose last round was shown at least an hour ago; null without one. */
export function selectShownBattle(db: Db, now: number): Promise<ShownBattleRow | null> {
  return selectOptional(db, selectShownBattleStatement, [now - restMs, minRounds]);
}

const selectDemoStatement = statement(
  'selectDemo',
  `SELECT value AS player FROM settings WHERE key = 'demo'`,
  z.strictObject({ player: z.object({ username: z.string(), password: z.string() }) }),
);

/** The account with which visitors of a demo play (src/admin/world/demo.ts); null in every other world. */
export async function selectDemo(db: Db): Promise<{ username: string; password: string } | null> {
  return (await selectOptional(db, selectDemoStatement, []))?.player ?? null;
}
