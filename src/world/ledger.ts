/**
 * The stored ledger: rows for the save, corrections and cleaning. Each entry contains the balance after it, so that
 * the remaining entries can be verified after older ones are deleted.
 */
import { z } from 'zod';
import { uuid, integer, moment } from '../db/columns.ts';
import { cleanRegularly, deletedAtOnce, type CleaningDeps } from '../db/cleaning.ts';
import { execute, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { buildingTypes, ledgerCauses } from '../contract/vocabulary.ts';
import type { WorldSlice, Posting } from '../game/types.ts';
import { dayMs } from '../kernel/time.ts';
import { units } from './shapes.ts';

/** Stock is in 1/3,600,000 of a unit, moments are in milliseconds since 1970. */
export const ledgerRow = z.strictObject({
  empire_id: uuid,
  number: integer,
  at: moment,
  cause: z.enum(ledgerCauses),
  city_id: uuid.nullable(),
  battle_id: uuid.nullable(),
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

/** The retention of an entry in milliseconds. The latest entry of an empire is never deleted. */
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

/** The postings of these empires, oldest first. Numbers start at 1; the save's statement adds the last stored number. */
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
 * Enters the difference between the last balance and the empire's stock and units as a repair. The transaction must
 * hold the lock of the empire. Returns the number of entries: 0 without a difference, else 1.
 */
export function enterCorrection(tx: Tx, empireId: string): Promise<number> {
  return execute(tx, enterCorrectionStatement, [empireId]);
}

// Deletes the oldest entries first, so that the remaining ones have no gap, even after an empire or the servers
// paused for months. The last entry of an empire is skipped.
const deletePastPostings = statement(
  'deletePastPostings',
  `DELETE FROM ledger_entries WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM ledger_entries entry
     WHERE at <= $1
       AND EXISTS (SELECT FROM ledger_entries later WHERE later.empire_id = entry.empire_id AND later.number > entry.number)
     ORDER BY at, empire_id, number LIMIT ${deletedAtOnce}
   ))`,
);

/** Deletes old entries regularly. Returns the function that stops it. */
export function cleanLedgers(deps: CleaningDeps): () => void {
  return cleanRegularly(deps, deletePastPostings, (now) => [now - ledgerKeptMs]);
}
