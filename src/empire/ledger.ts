import type { Ledger, LedgerEntry, LedgerQuery } from '../contract/ledger.ts';
import { select, statement, type Db } from '../db/pool.ts';
import { eachResource } from '../game/balance.ts';
import { wholeUnits } from '../game/economy/stock.ts';
import { isoOf } from '../kernel/time.ts';
import { entriesOf, ledgerRow, type LedgerEntryRow } from '../world/ledger/ledger.ts';

// Up to the number itself, because its row may contain the entry before it; and one after the page.
const selectLedger = statement('selectLedger', {
  sql: 'SELECT * FROM ledger_entries WHERE empire_id = $1 AND number <= $2 ORDER BY number DESC LIMIT $3 + 2',
  row: ledgerRow,
});

/** A change is the difference of the rounded stocks, so that changes add up to what is shown. */
function toEntry(row: LedgerEntryRow): LedgerEntry {
  const stock_after = eachResource((resource) => wholeUnits(row[`${resource}_after`]));
  const stock = eachResource(
    (resource) => stock_after[resource] - wholeUnits(row[`${resource}_after`] - row[resource]),
  );
  const { number, at, cause, units, city_id, battle_id, building } = row;
  return { number, at: isoOf(at), cause, stock, stock_after, units, city_id, battle_id, building };
}

/** Newest first. */
export async function readLedger(db: Db, empireId: string, { before, limit }: LedgerQuery): Promise<Ledger> {
  const rows = await select(db, selectLedger, [empireId, before, limit]);
  const found = rows.flatMap(entriesOf).filter(({ number }) => number < before);
  const entries = found.slice(0, limit).map(toEntry);
  return { entries, next: found.length > limit ? (entries.at(-1)?.number ?? null) : null };
}
