/** SQL of the pages of alliances: the strongest, the scores of members by day, and the viewer's candidacy. */
import { z } from 'zod';
import { allianceColumns, allianceRow } from '../../alliance/queries.ts';
import { candidateKinds, type CandidateKind } from '../../contract/vocabulary.ts';
import { integer, uuid } from '../../db/columns.ts';
import { select, selectOptional, statement, type Db } from '../../db/pool.ts';

// Adds up the scores from the index alone.
const selectStrongestAlliancesStatement = statement('selectStrongestAlliances', {
  sql: `SELECT ${allianceColumns}, ranked.score FROM (
     SELECT alliance_id, sum(score)::bigint AS score FROM empires WHERE alliance_id IS NOT NULL GROUP BY alliance_id
   ) AS ranked JOIN alliances a ON a.id = ranked.alliance_id AND a.dissolved_at IS NULL
   ORDER BY ranked.score DESC, a.id LIMIT $1 OFFSET $2`,
  row: allianceRow.extend({ score: integer }),
});

/** One page of all alliances by the scores of their members, added up, and whether there is a next one. */
export async function selectStrongestAlliances(db: Db, { page, limit }: { page: number; limit: number }) {
  const rows = await select(db, selectStrongestAlliancesStatement, [limit + 1, (page - 1) * limit]);
  return { alliances: rows.slice(0, limit), hasMore: rows.length > limit };
}

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

const selectCandidacyStatement = statement('selectCandidacy', {
  sql: 'SELECT kind FROM alliance_candidates WHERE alliance_id = $1 AND empire_id = $2 AND is_open AND NOT withheld',
  row: z.strictObject({ kind: z.enum(candidateKinds) }),
});

/** Whether an alliance has invited an empire, or the empire has applied; null for neither. */
export async function selectCandidacy(
  db: Db,
  allianceId: string,
  empireId: string,
): Promise<CandidateKind | null> {
  return (await selectOptional(db, selectCandidacyStatement, [allianceId, empireId]))?.kind ?? null;
}
