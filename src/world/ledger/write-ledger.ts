import { resources } from '../../contract/vocabulary.ts';
import { statement } from '../../db/pool.ts';
import { ledgerRow } from './ledger.ts';

const ledgerColumns = Object.keys(ledgerRow.shape);
export const ledgerNames = ledgerColumns.join(', ');

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

// If the stored ledger ends with production, and the new rows begin with it, both become one: otherwise free orders and
// finished levels would each leave a row of nothing but production. The numbers of the rows count from the last stored
// entry of their empire.
export const insertLedgerEntries = statement('insertLedgerEntries', {
  sql: `WITH new AS MATERIALIZED (
     SELECT *, CASE number WHEN 1 THEN cause = 'production' WHEN 2 THEN gold_produced IS NOT NULL ELSE false END AS produces
     FROM json_populate_recordset(NULL::ledger_entries, $1::json)
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
   SELECT ${ledgerColumns.map((name) => mergedColumns[name] ?? name).join(', ')}
   FROM new LEFT JOIN last USING (empire_id) LEFT JOIN merged USING (empire_id)`,
});
