/** SQL of the page of an alliance: the scores of its members by day, and the viewer's candidacy. */
import { z } from 'zod';
import { candidateKinds, type CandidateKind } from '../../contract/vocabulary.ts';
import { integer, uuid } from '../../db/columns.ts';
import { select, selectOptional, statement, type Db } from '../../db/pool.ts';

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

// $3: whether the alliance asks, which does not learn that its invitation is withheld.
const selectCandidacyStatement = statement('selectCandidacy', {
  sql: `SELECT kind FROM alliance_candidates
   WHERE alliance_id = $1 AND empire_id = $2 AND is_open AND (NOT withheld OR $3)`,
  row: z.strictObject({ kind: z.enum(candidateKinds) }),
});

/** Whether an alliance has invited an empire, or the empire has applied, as this side sees it; null for neither. */
export async function selectCandidacy(
  db: Db,
  allianceId: string,
  empireId: string,
  side: 'alliance' | 'empire',
): Promise<CandidateKind | null> {
  const values = [allianceId, empireId, side === 'alliance'];
  return (await selectOptional(db, selectCandidacyStatement, values))?.kind ?? null;
}
