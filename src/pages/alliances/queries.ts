/** SQL of the page of an alliance: the scores of its members by day. */
import { z } from 'zod';
import { integer, uuid } from '../../db/columns.ts';
import { select, statement, type Db } from '../../db/pool.ts';

const memberScoreRow = z.strictObject({ empire_id: uuid, day: integer, score: integer });

const selectMemberScores = statement('selectMemberScores', {
  sql: `SELECT empire_id, day, score FROM score_history
   WHERE empire_id = ANY (ARRAY(SELECT id FROM empires WHERE alliance_id = $1)) ORDER BY day`,
  row: memberScoreRow,
});

/** The scores of the present members by UTC day, added up; a member without a row of the day counts with its last one. */
export async function readAllianceScores(
  db: Db,
  allianceId: string,
): Promise<{ day: number; score: number }[]> {
  const latest = new Map<string, number>();
  const totals = new Map<number, number>();
  let total = 0;
  for (const { empire_id, day, score } of await select(db, selectMemberScores, [allianceId])) {
    total += score - (latest.get(empire_id) ?? 0);
    latest.set(empire_id, score);
    totals.set(day, total);
  }
  return [...totals].map(([day, score]) => ({ day, score }));
}
