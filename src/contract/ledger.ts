/** Contract of an empire's ledger: every change of stock and units with its cause, kept for 30 days. */
import { z } from 'zod';
import * as shared from './members.ts';
import { buildingType, ledgerCause } from './kinds.ts';
import { amounts, named } from './shapes.ts';
import { nextNumber, queryInteger, queryLimit, timestamp, uuid } from './text.ts';

const change = z.int().describe('Negative for a loss.');

export const ledgerEntry = named(
  'LedgerEntry',
  'A change of stock or units with its cause. Only production that is the latest entry changes: it grows until the next change.',
  {
    number: z.int().describe('Starts at 1, without gaps.'),
    at: timestamp.describe('When it happened.'),
    cause: ledgerCause,
    stock: z
      .object({ gold: change, food: change, materials: change })
      .describe('Change of the shown stock, in whole units.'),
    stock_after: amounts,
    units: z
      .object({ soldiers: change, archers: change, knights: change, catapults: change })
      .describe('The units.'),
    city_id: uuid.nullable().describe('The city that built or trained, or that was plundered.'),
    battle_id: uuid.nullable().describe('The battle that cost units, or from which the plunder comes.'),
    building: z
      .object({ type: buildingType, level: shared.level })
      .nullable()
      .describe('The highest level ordered; for a cancelled order, the lowest level that is not built.'),
  },
);

export const ledgerQuery = z.object({
  before: queryInteger(1, Number.MAX_SAFE_INTEGER)
    .default(Number.MAX_SAFE_INTEGER)
    .describe('Return entries before this number; when absent, start at the latest entry.'),
  limit: queryLimit(50, 100),
});

export const ledger = z.object({
  entries: z
    .array(ledgerEntry)
    .describe('Newest first. Production since the last entry is posted with the next order or event.'),
  next: nextNumber('`before`'),
});

export type Ledger = z.infer<typeof ledger>;
export type LedgerEntry = z.infer<typeof ledgerEntry>;
export type LedgerQuery = z.infer<typeof ledgerQuery>;
