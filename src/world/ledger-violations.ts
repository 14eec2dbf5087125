/**
 * The proof of the ledgers: each entry follows from the one before it, and the last says what the empire has. Read
 * only; a world at play may be proved.
 */
import { z } from 'zod';
import { id, integer } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';

/**
 * What is wrong with a ledger: it has no entry, a number is missing, a change is not what lies between two balances,
 * or the last balance is not the empire's.
 */
const ledgerFaultKinds = ['empty', 'gap', 'sum', 'balance'] as const;
export type LedgerViolationKind = (typeof ledgerFaultKinds)[number];

const ledgerFault = z.strictObject({
  empire_id: id,
  /** The entry at which it shows; null where there is none. */
  number: integer.nullable(),
  fault: z.enum(ledgerFaultKinds),
});

export type LedgerViolation = z.infer<typeof ledgerFault>;

const selectLedgerFaultsStatement = statement(
  'selectLedgerFaults',
  `WITH entries AS (
     SELECT *, lead(number) OVER ledger IS NULL AS is_last, lag(number) OVER ledger AS previous,
       lag(gold_after) OVER ledger AS gold_before, lag(food_after) OVER ledger AS food_before,
       lag(materials_after) OVER ledger AS materials_before, lag(units_after) OVER ledger AS units_before
     FROM ledger_entries WHERE empire_id = ANY ($1::uuid[])
     WINDOW ledger AS (PARTITION BY empire_id ORDER BY number)
   )
   SELECT empires.id AS empire_id, entries.number, fault
   FROM empires
   LEFT JOIN entries ON entries.empire_id = empires.id
   CROSS JOIN LATERAL (SELECT CASE
     WHEN entries.number IS NULL THEN 'empty'
     WHEN previous <> entries.number - 1 THEN 'gap'
     WHEN (previous IS NOT NULL OR entries.number = 1) AND (
       entries.gold <> gold_after - coalesce(gold_before, 0) OR entries.food <> food_after - coalesce(food_before, 0)
       OR entries.materials <> materials_after - coalesce(materials_before, 0)
       OR entries.units <> difference_of_counts(units_after, units_before)
     ) THEN 'sum'
     WHEN is_last AND (gold_after, food_after, materials_after, units_after)
       <> (empires.gold, empires.food, empires.materials, empires.units) THEN 'balance'
   END AS fault) AS looked
   WHERE empires.id = ANY ($1::uuid[]) AND fault IS NOT NULL
   ORDER BY empires.id, entries.number`,
  ledgerFault,
);

/** What is wrong with the ledgers of these empires; nothing when they are sound. */
export function selectLedgerViolations(db: Db, empireIds: readonly string[]): Promise<LedgerViolation[]> {
  return select(db, selectLedgerFaultsStatement, [empireIds]);
}
