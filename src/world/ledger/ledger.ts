/**
 * The stored ledger: rows for the save, corrections and cleaning. Each entry contains the balance after it, so that the
 * rest can be verified after older ones are deleted.
 */
import type pg from 'pg';
import { z } from 'zod';
import { uuid, integer, moment } from '../../db/columns.ts';
import { deletedAtOnce, runRegularly, type CleaningDeps } from '../../db/cleaning.ts';
import { select, selectOptional, statement } from '../../db/pool.ts';
import { transaction, type Writer } from '../../db/transaction.ts';
import { buildingTypes, ledgerCauses, unitTypes } from '../../contract/vocabulary.ts';
import type { WorldSlice, Posting, Units } from '../../game/types.ts';
import { noUnits } from '../../game/counts.ts';
import { dayMs } from '../../kernel/time.ts';
import { units } from '../rows/shapes.ts';

/** Stock is in 1/3,600,000 of a unit, moments are in milliseconds since 1970. */
export const ledgerRow = z.strictObject({
  empire_id: uuid,
  number: integer,
  at: moment,
  cause: z.enum(ledgerCauses),
  city_id: uuid.nullable(),
  battle_id: uuid.nullable(),
  building: z.strictObject({ type: z.enum(buildingTypes), level: integer }).nullable(),
  gold: integer,
  food: integer,
  materials: integer,
  gold_after: integer,
  food_after: integer,
  materials_after: integer,
  /** Only changed counts. */
  units: z.partialRecord(z.enum(unitTypes), integer),
  /** Null if unchanged. */
  units_after: units.nullable(),
  /** The production posted with this change is an entry of its own, with the number before. */
  gold_produced: integer.nullable(),
  food_produced: integer.nullable(),
  materials_produced: integer.nullable(),
});

export type LedgerRow = z.infer<typeof ledgerRow>;

/** An entry with the change of every unit type. */
export type LedgerEntryRow = LedgerRow & { units: Units };

/** In milliseconds. The latest entry of an empire is never deleted. */
export const ledgerKeptMs = 30 * dayMs;

const changedUnits = (change: Units): Partial<Units> =>
  Object.fromEntries(Object.entries(change).filter(([, count]) => count !== 0));

function toRow(empireId: string, posting: Posting, number: number, production: Posting | null): LedgerRow {
  const { stock, stockAfter } = posting;
  const change = changedUnits(posting.units);
  // A new ledger begins with units, so that the trigger of the empire finds some.
  const hasUnits = posting.cause === 'founding' || Object.keys(change).length > 0;
  return {
    empire_id: empireId,
    number,
    at: posting.at,
    cause: posting.cause,
    city_id: posting.cityId,
    battle_id: posting.battleId,
    building: posting.building,
    ...stock,
    gold_after: stockAfter.gold,
    food_after: stockAfter.food,
    materials_after: stockAfter.materials,
    units: change,
    units_after: hasUnits ? posting.unitsAfter : null,
    gold_produced: production?.stock.gold ?? null,
    food_produced: production?.stock.food ?? null,
    materials_produced: production?.stock.materials ?? null,
  };
}

/**
 * Oldest first. Production shares the row of the next posting of the same moment. Numbers start at 1; the save's
 * statement adds the last stored number.
 */
export function postingsOf(world: WorldSlice, empireIds: ReadonlySet<string>): LedgerRow[] {
  const rows: LedgerRow[] = [];
  for (const { id, postings } of world.empires.values()) {
    if (postings === null || !empireIds.has(id)) continue;
    postings.forEach((posting, index) => {
      const [previous, next] = [postings[index - 1] ?? null, postings[index + 1]];
      if (posting.cause === 'production' && next?.at === posting.at) return;
      const isShared = previous?.cause === 'production' && previous.at === posting.at;
      rows.push(toRow(id, posting, index + 1, isShared ? previous : null));
    });
  }
  return rows;
}

/** The change, and then the production posted with it. */
export function entriesOf(row: LedgerRow): LedgerEntryRow[] {
  const { gold_produced, food_produced, materials_produced } = row;
  const change = { ...row, units: { ...noUnits(), ...row.units } };
  if (gold_produced === null || food_produced === null || materials_produced === null) return [change];
  const production: LedgerEntryRow = {
    ...row,
    number: row.number - 1,
    cause: 'production',
    city_id: null,
    battle_id: null,
    building: null,
    gold: gold_produced,
    food: food_produced,
    materials: materials_produced,
    gold_after: row.gold_after - row.gold,
    food_after: row.food_after - row.food,
    materials_after: row.materials_after - row.materials,
    units: noUnits(),
    units_after: null,
  };
  return [change, production];
}

const enterCorrectionStatement = statement('enterCorrection', {
  sql: `INSERT INTO ledger_entries (
     empire_id, number, at, cause, gold, food, materials, gold_after, food_after, materials_after, units, units_after
   )
   SELECT e.id, coalesce(latest.number, 0) + 1, e.advanced_at, 'repair',
     e.gold - coalesce(gold_after, 0), e.food - coalesce(food_after, 0), e.materials - coalesce(materials_after, 0),
     e.gold, e.food, e.materials, difference_of_counts(e.units, units_before), e.units
   FROM empires e
   LEFT JOIN LATERAL (
     SELECT number, gold_after, food_after, materials_after
     FROM ledger_entries WHERE empire_id = e.id ORDER BY number DESC LIMIT 1
   ) AS latest ON true
   CROSS JOIN LATERAL (
     SELECT coalesce(latest_ledger_units(e.id), CASE WHEN latest.number IS NOT NULL THEN e.units END) AS units_before
   ) AS known
   WHERE e.id = $1 AND (gold_after, food_after, materials_after, units_before)
     IS DISTINCT FROM (e.gold, e.food, e.materials, e.units)`,
});

/** Enters the difference between the last balance and the empire as a repair, under the lock of the empire. */
export const enterCorrection = (tx: Writer, empireId: string): void =>
  tx.write(enterCorrectionStatement, [empireId]);

const lockCleaning = statement('lockCleaning', {
  sql: `SELECT value::text::bigint AS at FROM settings WHERE key = 'ledger_cleaned' FOR UPDATE SKIP LOCKED`,
  row: z.strictObject({ at: moment }),
});

// Walks the entries that have aged since the last run. Each one takes its older predecessors along, also one that an
// earlier run kept as the latest of its empire. The oldest entries of an empire go first, so that the rest has no gap.
// WITH TIES, because the position is a moment, and the index has minutes.
const deletePastPostings = statement('deletePastPostings', {
  sql: `WITH
     walked AS MATERIALIZED (
       SELECT empire_id, number, at FROM ledger_entries
       WHERE at > $1 AND at <= $2 AND at / 60000 BETWEEN $1 / 60000 AND $2 / 60000
       ORDER BY at / 60000 FETCH FIRST ${deletedAtOnce} ROWS WITH TIES
     ),
     reached AS MATERIALIZED (
       SELECT latest.empire_id, latest.number, EXISTS (
         SELECT FROM ledger_entries later
         WHERE later.empire_id = latest.empire_id AND later.number > latest.number
       ) AS is_followed
       FROM (SELECT empire_id, max(number) AS number FROM walked GROUP BY empire_id) AS latest
     ),
     deleted AS (
       DELETE FROM ledger_entries entry USING reached
       WHERE entry.empire_id = reached.empire_id AND entry.at <= $2
         AND entry.number < reached.number + is_followed::int
     ),
     counted AS (SELECT count(*) AS walked, max(at) AS last_at FROM walked)
   UPDATE settings
   SET value = to_jsonb(CASE WHEN counted.walked >= ${deletedAtOnce} THEN counted.last_at ELSE $2::bigint END)
   FROM counted
   WHERE key = 'ledger_cleaned'
   RETURNING counted.walked`,
  row: z.strictObject({ walked: integer }),
});

/**
 * Returns whether more remain. Two statements: the second one sees what the trigger of late entries committed before
 * the lock (migrations/0006_event_log_and_ledger.sql).
 */
async function deletePart(pool: pg.Pool, until: number): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const position = await selectOptional(tx, lockCleaning, []);
    // Another instance cleans, or nothing has aged.
    if (position === null || position.at >= until) return false;
    const rows = await select(tx, deletePastPostings, [position.at, until]);
    return (rows[0]?.walked ?? 0) >= deletedAtOnce;
  });
}

/** One instance at a time. Returns the function that stops it. */
export function cleanLedgers(deps: CleaningDeps): () => void {
  return runRegularly(deps, deletePastPostings.name, async (now) => {
    while (await deletePart(deps.pool, now - ledgerKeptMs));
  });
}
