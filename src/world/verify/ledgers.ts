/** The invariant of the ledgers: each entry follows from the one before it, and the last balance is the empire's. */
import { checkBySql, type EmpirePage } from './invariant.ts';

/** At most one violation per entry. Units are compared from the first entry on that has them. */
export const checkLedgers = checkBySql<Pick<EmpirePage, 'db' | 'empireIds'>>('checkLedgers', {
  sql: `WITH counted AS (
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
   SELECT empires.id, empires.name || ': ' || violations.what || coalesce(' Entry ' || entries.number || '.', '') AS sentence
   FROM empires
   LEFT JOIN entries ON entries.empire_id = empires.id
   CROSS JOIN LATERAL (SELECT CASE
     WHEN entries.number IS NULL THEN 'its ledger has no entry.'
     WHEN previous <> first - 1 THEN 'entries are missing in its ledger.'
     WHEN (previous IS NOT NULL OR first = 1) AND (
       gold_change <> gold_after - coalesce(gold_before, 0) OR food_change <> food_after - coalesce(food_before, 0)
       OR materials_change <> materials_after - coalesce(materials_before, 0)
       OR units_after IS NULL AND entries.units <> '{}'
       OR (units_before IS NOT NULL OR first = 1)
         AND (SELECT jsonb_object_agg(type, 0) FROM jsonb_object_keys(units_after) AS type) || entries.units
           <> difference_of_counts(units_after, units_before)
     ) THEN 'an entry of its ledger does not add up.'
     WHEN is_last AND (gold_after, food_after, materials_after, coalesce(latest_units, empires.units))
       <> (empires.gold, empires.food, empires.materials, empires.units) THEN 'its stock or units differ from the last balance of its ledger.'
   END AS what) AS violations
   WHERE empires.id = ANY ($1::uuid[]) AND violations.what IS NOT NULL
   ORDER BY empires.id, entries.number`,
  values: ({ empireIds }) => [empireIds],
});
