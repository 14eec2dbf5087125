/**
 * An independent check that nothing was created or destroyed: it sums up the ledger with SQL of its own and compares the
 * sums with the stored stock, units, queues and battles. It shares no code with the product.
 */
import type pg from 'pg';

const everyUnit = 'no unit is trained without its price';

// Old entries are deleted, so only some ledgers are still whole.
const wholeLedgers = `(
  SELECT * FROM empires
  WHERE created_at > coalesce((SELECT value::text::bigint FROM settings WHERE key = 'ledger_cleaned'), 0)
)`;

/** Each statement selects violations; `what` describes one. One takes the prices as $1. */
const checks: Record<string, string> = {
  'the stock is the sum of the ledger': `
    SELECT format('%s: %s %s %s, ledger %s %s %s', e.id, e.gold, e.food, e.materials, l.gold, l.food, l.materials) AS what
    FROM ${wholeLedgers} e LEFT JOIN (
      SELECT empire_id, sum(gold + coalesce(gold_produced, 0)) AS gold, sum(food + coalesce(food_produced, 0)) AS food,
        sum(materials + coalesce(materials_produced, 0)) AS materials
      FROM ledger_entries GROUP BY empire_id
    ) AS l ON l.empire_id = e.id
    WHERE (e.gold, e.food, e.materials) IS DISTINCT FROM (l.gold, l.food, l.materials)`,
  'the units of all armies are the sum of the ledger': `
    SELECT format('%s %s: %s, ledger %s', e.id, unit, armed.count, entered.count) AS what
    FROM ${wholeLedgers} e CROSS JOIN unnest(ARRAY['soldiers', 'archers', 'knights', 'catapults']) AS unit
    CROSS JOIN LATERAL (
      SELECT coalesce(sum((units ->> unit)::bigint), 0) AS count FROM armies WHERE empire_id = e.id
    ) AS armed
    CROSS JOIN LATERAL (
      SELECT coalesce(sum((units ->> unit)::bigint), 0) AS count FROM ledger_entries WHERE empire_id = e.id
    ) AS entered
    WHERE armed.count <> entered.count`,
  'the ledger has no gap': `
    SELECT format('%s: %s entries, numbers %s to %s', empire_id, entries, first, last) AS what FROM (
      SELECT empire_id, count(*) + count(gold_produced) AS entries, max(number) AS last,
        min(number - (gold_produced IS NOT NULL)::int) AS first
      FROM ledger_entries WHERE empire_id IN (SELECT id FROM ${wholeLedgers} e) GROUP BY empire_id
    ) AS ledgers WHERE first <> 1 OR entries <> last`,
  'every change has a cause': `
    SELECT format('%s entry %s', empire_id, number) AS what FROM ledger_entries WHERE cause = 'unrecorded'`,
  [everyUnit]: `
    SELECT format('%s: paid %s, trained %s, in training %s', e.id, paid.gold, trained.gold, queued.gold) AS what
    FROM ${wholeLedgers} e
    CROSS JOIN LATERAL (
      SELECT coalesce(-sum(gold), 0) AS gold FROM ledger_entries WHERE empire_id = e.id AND cause = 'training'
    ) AS paid
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(value::bigint * ($1::jsonb ->> key)::bigint), 0) AS gold
      FROM ledger_entries CROSS JOIN LATERAL jsonb_each_text(units)
      WHERE empire_id = e.id AND cause = 'trained'
    ) AS trained
    CROSS JOIN LATERAL (
      SELECT coalesce(sum((batch ->> 'quantity')::bigint * ($1::jsonb ->> (batch ->> 'unit'))::bigint), 0) AS gold
      FROM cities CROSS JOIN LATERAL jsonb_array_elements(training) AS batch
      WHERE empire_id = e.id
    ) AS queued
    WHERE paid.gold <> trained.gold + queued.gold`,
  // A sack takes what the city would have produced, in whole units: the loser has no entry of it.
  'no loot without plunder or sack': `
    SELECT format('battle %s: gained %s, lost %s, sacked %s', battle_id, gained, lost, sacked) AS what FROM (
      SELECT battle_id, jsonb_build_object('gold', sum(gold), 'food', sum(food), 'materials', sum(materials)) AS gained
      FROM ledger_entries WHERE cause = 'loot' GROUP BY battle_id
    ) AS victors LEFT JOIN (
      SELECT battle_id, jsonb_build_object('gold', -sum(gold), 'food', -sum(food), 'materials', -sum(materials)) AS lost
      FROM ledger_entries WHERE cause = 'plundered' GROUP BY battle_id
    ) AS losers USING (battle_id) LEFT JOIN (
      SELECT id AS battle_id, outcome #> '{sack,loot}' AS sacked FROM battles
    ) AS sacks USING (battle_id)
    WHERE EXISTS (
      SELECT FROM jsonb_each_text(gained) AS g (resource, amount) WHERE amount::bigint
        > coalesce((lost ->> resource)::bigint, 0) + coalesce((sacked ->> resource)::bigint, 0) * 3600000
    )`,
};

/**
 * Lists the violations by the name of their check.
 * @param prices of a unit in gold, in 1/3,600,000 of a unit of stock
 */
export async function findImbalances(
  db: Pick<pg.ClientBase, 'query'>,
  prices: Readonly<Record<string, number>>,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [name, text] of Object.entries(checks)) {
    const values = name === everyUnit ? [prices] : [];
    const { rows } = await db.query<{ what: string }>({ name, text, values });
    if (rows.length > 0) found[name] = rows.map(({ what }) => what);
  }
  return found;
}
