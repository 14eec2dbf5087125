/**
 * The ledger as it is stored: the postings of a transaction, written by its save, and their removal when their time
 * is over. Each entry carries what there is after it, so that those that are kept can be proved without the others.
 */
import { cleanRegularly, deletedAtOnce } from '../db/cleaning.ts';
import type { CleaningDeps } from '../db/cleaning.ts';
import { statement } from '../db/pool.ts';
import type { LedgerCause } from '../contract/vocabulary.ts';
import type { Units, World, About, Posting } from '../game/types.ts';

/** Stock in 1/3,600,000 of a unit, moments in milliseconds since 1970. */
export interface LedgerRow {
  empire_id: string;
  number: number;
  at: number;
  cause: LedgerCause;
  city_id: string | null;
  battle_id: string | null;
  building: About['building'];
  gold: number;
  food: number;
  materials: number;
  gold_after: number;
  food_after: number;
  materials_after: number;
  units: Units;
  units_after: Units;
}

/** Milliseconds an entry is kept; the latest of an empire is kept for ever. */
export const ledgerKeptMs = 30 * 24 * 60 * 60 * 1000;

function toRow(empireId: string, posting: Posting, number: number): LedgerRow {
  const { stock, stockAfter } = posting;
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
    units: posting.units,
    units_after: posting.unitsAfter,
  };
}

/** What these empires have posted, oldest first; numbered from 1 on, as the save's statement takes it. */
export function postingsOf(world: World, empireIds: ReadonlySet<string>): LedgerRow[] {
  return [...world.empires.values()].flatMap(({ id, books }) =>
    books === null || !empireIds.has(id) ? [] : books.map((posting, index) => toRow(id, posting, index + 1)),
  );
}

// From the oldest on, for what is kept has no gap: also after a pause of an empire, or of the servers, of months.
// Empires that do nothing keep their last entry, which is passed over.
const deletePastPostings = statement<never>(
  'deletePastPostings',
  `DELETE FROM ledger_entries WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM ledger_entries entry
     WHERE at <= $1
       AND EXISTS (SELECT FROM ledger_entries later WHERE later.empire_id = entry.empire_id AND later.number > entry.number)
     ORDER BY at LIMIT ${deletedAtOnce}
   ))`,
);

/** Removes entries whose time is over; returns what stops it. */
export function cleanLedgers(deps: CleaningDeps): () => void {
  return cleanRegularly(deps, deletePastPostings, (now) => [now - ledgerKeptMs]);
}
