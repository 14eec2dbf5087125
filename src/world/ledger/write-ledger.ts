/** Writes the ledger entries of a save. */
import { resources } from '../../contract/vocabulary.ts';
import { toArrays, unnested } from '../../db/arrays.ts';
import { execute, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { LedgerRow } from './ledger.ts';

const ledgerColumns = {
  empire_id: 'uuid',
  number: 'bigint',
  at: 'bigint',
  cause: 'text',
  city_id: 'uuid',
  battle_id: 'uuid',
  building: 'jsonb',
  gold: 'bigint',
  food: 'bigint',
  materials: 'bigint',
  gold_after: 'bigint',
  food_after: 'bigint',
  materials_after: 'bigint',
  units: 'jsonb',
  units_after: 'jsonb',
  gold_produced: 'bigint',
  food_produced: 'bigint',
  materials_produced: 'bigint',
} satisfies Record<keyof LedgerRow, string>;
export const ledgerNames = Object.keys(ledgerColumns).join(', ');

/** The inserted columns that differ from those of the new row. */
const mergedColumns: Partial<Record<string, string>> = {
  empire_id: 'new.empire_id',
  number: 'number + coalesce(last_number, 0) - (merged.empire_id IS NOT NULL)::int',
  ...Object.fromEntries(
    resources.flatMap((resource) => [
      [
        resource,
        `new.${resource} + CASE WHEN produces AND number = 1 THEN coalesce(merged.${resource}, 0) ELSE 0 END`,
      ],
      [
        `${resource}_produced`,
        `${resource}_produced + CASE WHEN produces THEN coalesce(merged.${resource}, 0) ELSE 0 END`,
      ],
    ]),
  ),
};

// If the stored ledger ends with production, and the new rows begin with it, both become one: otherwise orders without
// a price and finished levels would each leave a row of nothing but production.
const insertLedgerEntries = statement(
  'insertLedgerEntries',
  `WITH new AS MATERIALIZED (
     SELECT *, CASE number WHEN 1 THEN cause = 'production' WHEN 2 THEN gold_produced IS NOT NULL ELSE false END AS produces
     FROM ${unnested(ledgerColumns, 'new')}
   ), last AS MATERIALIZED (
     SELECT empires.empire_id, latest.number AS last_number, latest.cause AS last_cause
     FROM (SELECT DISTINCT empire_id FROM new) AS empires CROSS JOIN LATERAL (
       SELECT number, cause FROM ledger_entries WHERE empire_id = empires.empire_id ORDER BY number DESC LIMIT 1
     ) AS latest
   ), merged AS (
     DELETE FROM ledger_entries old USING last JOIN new USING (empire_id)
     WHERE old.empire_id = last.empire_id AND old.number = last_number AND last_cause = 'production' AND produces
     RETURNING old.empire_id, old.gold, old.food, old.materials
   )
   INSERT INTO ledger_entries (${ledgerNames})
   SELECT ${Object.keys(ledgerColumns)
     .map((name) => mergedColumns[name] ?? name)
     .join(', ')}
   FROM new LEFT JOIN last USING (empire_id) LEFT JOIN merged USING (empire_id)`,
);

/** @param rows their numbers count from the last stored entry of their empire */
export function writeLedger(tx: Tx, rows: readonly LedgerRow[]): Promise<unknown> {
  return execute(tx, insertLedgerEntries, toArrays(ledgerColumns, rows));
}
