/** The end of reigns: enters each reign with its Hegemon and crowns exactly once. */
import type pg from 'pg';
import { z } from 'zod';
import { integer, moment, uuid } from '../db/columns.ts';
import { selectOptional, statement } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import type { GameEvent } from '../game/events.ts';
import { crownScale, reignEnd, reignNumberAt } from '../game/diplomacy/reigns.ts';
import { isoOf } from '../kernel/time.ts';
import type { WorldSlice } from '../game/types.ts';
import type { WorldDeps } from './deps.ts';
import type { NewLogEntry } from './log/event-log.ts';
import { appendLogEntries } from './log/log-statements.ts';
import type { AllianceCrownsRow, CrownsRow } from './rows/rows.ts';

export interface ReignEnds {
  crowns: CrownsRow[];
  allianceCrowns: AllianceCrownsRow[];
}

export function reignEndsOf(
  gameEvents: readonly GameEvent[],
  schedule: Pick<WorldSlice, 'speed' | 'firstReignAt'>,
): ReignEnds {
  const ends: ReignEnds = { crowns: [], allianceCrowns: [] };
  for (const gameEvent of gameEvents) {
    if (gameEvent.kind !== 'reign_ended') continue;
    const row = { reign: reignNumberAt(gameEvent.at, schedule), empire_id: gameEvent.empireId };
    ends.crowns.push({ ...row, parts: gameEvent.crownParts });
    for (const [alliance_id, parts] of Object.entries(gameEvent.allianceCrowns))
      ends.allianceCrowns.push({ ...row, alliance_id, parts });
  }
  return ends;
}

// Contacts at the end itself belong to the reign. In one snapshot: a contact that decides a seat also gives its sides
// the end of their reign, so that at any time either the contact or the rows are before the end.
const insertReign = statement('insertReign', {
  sql: `INSERT INTO reigns (number, ended_at, empire_id, empire_name, parts)
   SELECT $1, $2, best.id, best.name, coalesce(best.parts, 0)
   FROM (SELECT) AS one LEFT JOIN LATERAL (
     SELECT e.id, e.name, c.parts FROM reign_crowns c JOIN empires e ON e.id = c.empire_id
     WHERE c.reign = $1 ORDER BY c.parts DESC, e.created_at, e.id LIMIT 1
   ) AS best ON true
   WHERE NOT EXISTS (SELECT FROM battles WHERE outcome IS NULL AND target_type = 'seat' AND contact_at <= $2)
     AND NOT EXISTS (SELECT FROM empires WHERE reign_ends_at <= $2)
   ON CONFLICT ON CONSTRAINT reigns_pkey DO NOTHING
   RETURNING number, ended_at, empire_id, parts`,
  row: z.strictObject({ number: integer, ended_at: moment, empire_id: uuid.nullable(), parts: integer }),
});

/**
 * Closes every reign after `last` that is over at `now` and that no undecided contact and no unfinished row precedes.
 * Several instances may try at once; each stops at a reign that another one has closed.
 */
export async function closeReigns(
  { pool, settings }: Pick<WorldDeps, 'pool' | 'settings'>,
  last: number,
  now: number,
): Promise<void> {
  for (let number = last + 1; ; number++) {
    const endsAt = reignEnd(number, settings);
    if (endsAt > now || !(await closeReign(pool, number, endsAt))) return;
  }
}

/** Whether this transaction closes the reign. */
function closeReign(pool: pg.Pool, number: number, endsAt: number): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const row = await selectOptional(tx, insertReign, [number, endsAt]);
    if (row === null) return false;
    if (row.empire_id === null) return true;
    const entry: NewLogEntry = {
      empire_id: row.empire_id,
      at: endsAt,
      type: 'hegemon',
      data: { reign: number, crowns: Math.floor(row.parts / crownScale), ended_at: isoOf(endsAt) },
    };
    appendLogEntries(tx, [entry]);
    return true;
  });
}
