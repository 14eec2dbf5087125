/** Reads a ledger for its chart and its sums. */
import { z } from 'zod';
import { moment } from '../../db/columns.ts';
import { defineQuery } from '../../db/pool.ts';
import { ledgerCauses, resources } from '../../contract/vocabulary.ts';
import { amounts, units } from '../../world/rows/shapes.ts';

/** Stock at a moment, in 1/3,600,000 of a unit. */
const sample = z.strictObject({ at: moment, stock: amounts });

/** The sum of one cause. The stock is float8, because it may exceed a safe integer. */
const causeSum = z.strictObject({
  cause: z.enum(ledgerCauses),
  stock: z.record(z.enum(resources), z.number()),
  units,
});

const ledgerSpan = z.strictObject({
  /** Oldest first: the last entry before the span, if any, then at most `samples` entries. */
  samples: z.array(sample),
  sums: z.array(causeSum),
});

export type Sample = z.infer<typeof sample>;
export type CauseSum = z.infer<typeof causeSum>;

const samples = 120;
/** Read limit: more entries than a busy player makes in a month, so that programs do not slow others down. */
const maxEntries = 20_000;

/** The ledger of an empire from `since` on, for `spanMs` milliseconds. */
export const selectLedgerSpan = defineQuery('selectLedgerSpan', {
  // One scan of the span: the last entry of each time step, and the sum of each cause.
  sql: `WITH span AS MATERIALIZED (
     SELECT * FROM ledger_entries WHERE empire_id = $1 AND at >= $2::bigint
       AND number > (SELECT max(number) FROM ledger_entries WHERE empire_id = $1) - ${maxEntries}
   ),
   sampled AS (
     (SELECT at, gold_after, food_after, materials_after FROM ledger_entries
      WHERE empire_id = $1 AND number < coalesce((SELECT min(number) FROM span), 9223372036854775807)
      ORDER BY number DESC LIMIT 1)
     UNION ALL
     (SELECT DISTINCT ON ((at - $2::bigint) / $3::bigint) at, gold_after, food_after, materials_after FROM span
      ORDER BY (at - $2::bigint) / $3::bigint, number DESC)
   ),
   summed AS (
     SELECT cause, sum(gold)::float8 AS gold, sum(food)::float8 AS food, sum(materials)::float8 AS materials,
       coalesce(sum((units ->> 'soldiers')::bigint), 0) AS soldiers, coalesce(sum((units ->> 'archers')::bigint), 0) AS archers,
       coalesce(sum((units ->> 'knights')::bigint), 0) AS knights, coalesce(sum((units ->> 'catapults')::bigint), 0) AS catapults
     FROM (
       SELECT cause, gold, food, materials, units FROM span
       UNION ALL
       SELECT 'production', gold_produced, food_produced, materials_produced, '{}' FROM span
       WHERE gold_produced IS NOT NULL
     ) entries GROUP BY cause
   )
   SELECT
     (SELECT coalesce(json_agg(json_build_object('at', at, 'stock',
        json_build_object('gold', gold_after, 'food', food_after, 'materials', materials_after)) ORDER BY at), '[]')
      FROM sampled) AS samples,
     (SELECT coalesce(json_agg(json_build_object('cause', cause,
        'stock', json_build_object('gold', gold, 'food', food, 'materials', materials),
        'units', json_build_object('soldiers', soldiers, 'archers', archers, 'knights', knights, 'catapults', catapults))
      ), '[]') FROM summed) AS sums`,
  row: ledgerSpan,
  values: (empireId: string, span: { since: number; spanMs: number }) => [
    empireId,
    span.since,
    Math.ceil(span.spanMs / samples),
  ],
}).oneRow;
