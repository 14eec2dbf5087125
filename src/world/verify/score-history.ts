/** The invariant of the scores by day: each is from a day on which a player's empire was saved. */
import { z } from 'zod';
import { integer, uuid } from '../../db/columns.ts';
import { select, statement } from '../../db/pool.ts';
import { dayOf } from '../figures/score-history.ts';
import { checkEachEmpire, type EmpirePage, type Violation } from './invariant.ts';

const daysRow = z.strictObject({ empire_id: uuid, first: integer, last: integer });

const selectScoreDays = statement(
  'selectScoreDays',
  `SELECT empire_id, min(day) AS first, max(day) AS last FROM score_history
   WHERE empire_id = ANY ($1::uuid[]) GROUP BY empire_id`,
  daysRow,
);

export async function checkScoreHistory(page: EmpirePage): Promise<Violation[]> {
  const rows = await select(page.db, selectScoreDays, [page.empireIds]);
  const days = new Map(rows.map((row) => [row.empire_id, row]));
  return checkEachEmpire(({ empire }) => {
    const found = days.get(empire.id);
    if (found === undefined) return [];
    if (empire.kind !== 'player') return ['it has no player, and a history of scores.'];
    const isInLife = found.first >= dayOf(empire.createdAt) && found.last <= dayOf(empire.advancedAt);
    return isInLife ? [] : ['its history has a score from before its founding or after its last change.'];
  })(page);
}
