/**
 * Verification of the ledgers: each entry follows from the one before it, and the last balance is the empire's.
 * It only reads, so it may run while the world is played. Units are compared from the first entry on that has them.
 */
import { z } from 'zod';
import { uuid, integer } from '../../db/columns.ts';
import { select, statement, type Db } from '../../db/pool.ts';

/**
 * empty: no entry. gap: a number is missing. sum: a change is not the difference of two balances. balance: the last
 * balance is not the empire's.
 */
const ledgerViolationKinds = ['empty', 'gap', 'sum', 'balance'] as const;
export type LedgerViolationKind = (typeof ledgerViolationKinds)[number];

const ledgerViolation = z.strictObject({
  empire_id: uuid,
  /** The number of the wrong entry; null for an empty ledger. */
  number: integer.nullable(),
  kind: z.enum(ledgerViolationKinds),
});

export type LedgerViolation = z.infer<typeof ledgerViolation>;

const selectLedgerViolationsStatement = statement(
  'selectLedgerViolations',
  `WITH counted AS (
     SELECT *, count(units_after) OVER (PARTITION BY empire_id ORDER BY number) AS units_known
     FROM ledger_entries WHERE empire_id = ANY ($1::uuid[])
   ), known AS (
     SELECT *, first_value(units_after) OVER (PARTITION BY empire_id, units_known ORDER BY number) AS latest_units
     FROM counted
   ), entries AS (
     SELECT *, number - (gold_produced IS NOT NULL)::int AS first,
       gold + coalesce(gold_produced, 0) AS gold_change, food + coalesce(food_produced, 0) AS food_change,
       materials + coalesce(materials_produced, 0) AS materials_change,
       lead(number) OVER ledger IS NULL AS is_last, lag(number) OVER ledger AS previous,
       lag(gold_after) OVER ledger AS gold_before, lag(food_after) OVER ledger AS food_before,
       lag(materials_after) OVER ledger AS materials_before, lag(latest_units) OVER ledger AS units_before
     FROM known WINDOW ledger AS (PARTITION BY empire_id ORDER BY number)
   )
   SELECT empires.id AS empire_id, entries.number, violations.kind
   FROM empires
   LEFT JOIN entries ON entries.empire_id = empires.id
   CROSS JOIN LATERAL (SELECT CASE
     WHEN entries.number IS NULL THEN 'empty'
     WHEN previous <> first - 1 THEN 'gap'
     WHEN (previous IS NOT NULL OR first = 1) AND (
       gold_change <> gold_after - coalesce(gold_before, 0) OR food_change <> food_after - coalesce(food_before, 0)
       OR materials_change <> materials_after - coalesce(materials_before, 0)
       OR units_after IS NULL AND entries.units <> '{}'
       OR (units_before IS NOT NULL OR first = 1)
         AND (SELECT jsonb_object_agg(type, 0) FROM jsonb_object_keys(units_after) AS type) || entries.units
           <> difference_of_counts(units_after, units_before)
     ) THEN 'sum'
     WHEN is_last AND (gold_after, food_after, materials_after, coalesce(latest_units, empires.units))
       <> (empires.gold, empires.food, empires.materials, empires.units) THEN 'balance'
   END AS kind) AS violations
   WHERE empires.id = ANY ($1::uuid[]) AND violations.kind IS NOT NULL
   ORDER BY empires.id, entries.number`,
  ledgerViolation,
);

/** The violations in the ledgers of these empires, at most one per entry. */
export function selectLedgerViolations(db: Db, empireIds: readonly string[]): Promise<LedgerViolation[]> {
  return select(db, selectLedgerViolationsStatement, [empireIds]);
}
