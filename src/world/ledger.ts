/**
 * The ledger as it is stored: the postings of a transaction, written by its save, and their removal when their time
 * is over. Each entry carries what there is after it, so that those that are kept can be proved without the others.
 */
import { z } from 'zod';
import { id, integer, moment } from '../db/columns.ts';
import { cleanRegularly, deletedAtOnce, type CleaningDeps } from '../db/cleaning.ts';
import { execute, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { buildingTypes, ledgerCauses } from '../contract/vocabulary.ts';
import type { WorldSlice, Posting } from '../game/types.ts';
import { dayMs } from '../kernel/time.ts';
import { units } from './shapes.ts';

/** Stock in 1/3,600,000 of a unit, moments in milliseconds since 1970. */
export const ledgerRow = z.strictObject({
  empire_id: id,
  number: integer,
  at: moment,
  cause: z.enum(ledgerCauses),
  city_id: id.nullable(),
  battle_id: id.nullable(),
  building: z.strictObject({ type: z.enum(buildingTypes), level: integer }).nullable(),
  gold: integer,
  food: integer,
  materials: integer,
  gold_after: integer,
  food_after: integer,
  materials_after: integer,
  units,
  units_after: units,
});

export type LedgerRow = z.infer<typeof ledgerRow>;

/** Milliseconds an entry is kept; the latest of an empire is kept for ever. */
export const ledgerKeptMs = 30 * dayMs;

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
export function postingsOf(world: WorldSlice, empireIds: ReadonlySet<string>): LedgerRow[] {
  return [...world.empires.values()].flatMap(({ id, postings }) =>
    postings === null || !empireIds.has(id)
      ? []
      : postings.map((posting, index) => toRow(id, posting, index + 1)),
  );
}

const enterCorrectionStatement = statement(
  'enterCorrection',
  `INSERT INTO ledger_entries (
     empire_id, number, at, cause, gold, food, materials, gold_after, food_after, materials_after, units, units_after
   )
   SELECT e.id, coalesce(latest.number, 0) + 1, e.settled_at, 'repair',
     e.gold - coalesce(gold_after, 0), e.food - coalesce(food_after, 0), e.materials - coalesce(materials_after, 0),
     e.gold, e.food, e.materials, difference_of_counts(e.units, units_after), e.units
   FROM empires e LEFT JOIN LATERAL (
     SELECT number, gold_after, food_after, materials_after, units_after
     FROM ledger_entries WHERE empire_id = e.id ORDER BY number DESC LIMIT 1
   ) AS latest ON true
   WHERE e.id = $1 AND (gold_after, food_after, materials_after, units_after)
     IS DISTINCT FROM (e.gold, e.food, e.materials, e.units)`,
);

/**
 * Enters what lies between the last balance and what the empire has, if anything does, as a correction by the
 * operator; the empire is locked by the transaction. Returns how many entries that made: 0 or 1.
 */
export function enterCorrection(tx: Tx, empireId: string): Promise<number> {
  return execute(tx, enterCorrectionStatement, [empireId]);
}

// From the oldest on, for what is kept has no gap: also after a pause of an empire, or of the servers, of months.
// Empires that do nothing keep their last entry, which is passed over.
const deletePastPostings = statement(
  'deletePastPostings',
  `DELETE FROM ledger_entries WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM ledger_entries entry
     WHERE at <= $1
       AND EXISTS (SELECT FROM ledger_entries later WHERE later.empire_id = entry.empire_id AND later.number > entry.number)
     ORDER BY at, empire_id, number LIMIT ${deletedAtOnce}
   ))`,
);

/** Removes entries whose time is over; returns what stops it. */
export function cleanLedgers(deps: CleaningDeps): () => void {
  return cleanRegularly(deps, deletePastPostings, (now) => [now - ledgerKeptMs]);
}
