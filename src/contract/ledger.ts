/** The wire of an empire's ledger: every change of its stock and its units, with its cause, kept for 30 days. */
import { z } from 'zod';
import { amounts } from './shapes.ts';
import { queryInteger, queryLimit, timestamp, uuid } from './text.ts';
import { buildingTypes, ledgerCauses } from './vocabulary.ts';

const change = z.int().describe('Negative where something went.');

export const ledgerEntry = z
  .object({
    number: z.int().describe('From 1 on, without a gap.'),
    at: timestamp,
    cause: z.enum(ledgerCauses),
    stock: z
      .object({ gold: change, food: change, materials: change })
      .describe('By how many whole units the stock that is shown changed.'),
    stock_after: amounts,
    units: z.object({ soldiers: change, archers: change, knights: change, catapults: change }),
    city_id: uuid.nullable().describe('Where it was built or trained, or what was plundered.'),
    battle_id: uuid.nullable().describe('Where units fell, or what was plundered or brought home was taken.'),
    building: z
      .object({ type: z.enum(buildingTypes), level: z.int() })
      .nullable()
      .describe('Ordered up to this level; of a cancelled order, the lowest level that is not built.'),
  })
  .meta({ id: 'LedgerEntry', description: 'A change of stock or units with its cause. It never changes.' });

export const ledgerQuery = z.object({
  before: queryInteger(1, Number.MAX_SAFE_INTEGER)
    .default(Number.MAX_SAFE_INTEGER)
    .describe('The number of the entry before which to read; absent: from the latest on.'),
  limit: queryLimit(50, 100),
});

export const ledger = z.object({
  entries: z
    .array(ledgerEntry)
    .describe('Newest first. What is produced meanwhile is posted with the next order or event.'),
});

export type LedgerEntry = z.infer<typeof ledgerEntry>;
export type LedgerQuery = z.infer<typeof ledgerQuery>;
