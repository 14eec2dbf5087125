/** The wire of battles. */
import { z } from 'zod';
import { amounts, location, stackCounts, unitCounts } from './shapes.ts';
import { queryLimit, timestamp, uuid } from './text.ts';
import { battlePhases, battleResults, battleStatuses, targetTypes } from './vocabulary.ts';

export const battleParams = z.object({ battle_id: uuid });

export const battlesQuery = z.object({
  empire_id: uuid.optional(),
  status: z.enum(battleStatuses).optional(),
  limit: queryLimit(20, 100),
});

export const battleItem = z.object({
  id: uuid,
  attacker_id: uuid,
  defender_id: uuid,
  attacker_name: z.string(),
  defender_name: z.string(),
  location,
  status: z.enum(battleStatuses),
  phase: z.enum(battlePhases),
  started_at: timestamp,
  contact_at: timestamp,
  /** When the last round is shown; null before the contact. */
  ends_at: timestamp.nullable(),
  /** Null while the battle is active. */
  result: z.enum(battleResults).nullable(),
});

export const battles = z.object({ battles: z.array(battleItem) });

export const attackBody = z.object({ army_id: uuid, target_type: z.enum(targetTypes), target_id: uuid });
export const attackAnswer = z.object({
  success: z.literal(true),
  battle: z.object({
    id: uuid,
    attacker_id: uuid,
    defender_id: uuid,
    location,
    status: z.enum(battleStatuses),
    phase: z.enum(battlePhases),
    started_at: timestamp,
    contact_at: timestamp,
    result: z.null(),
    seed_hash: z.string(),
    /** Thousandths; an estimate, worked out anew at contact. */
    morale: z.int(),
  }),
});

const side = z.object({
  empire_id: uuid,
  empire_name: z.string(),
  username: z.string(),
  army_id: uuid.nullable(),
  city_id: uuid.nullable(),
  /** Known from the contact on; militia included. */
  units_start: stackCounts.nullable(),
  /** Known when the battle is completed. */
  units_end: stackCounts.nullable(),
  losses: unitCounts.nullable(),
});

const roundSide = z.object({ units: stackCounts, damage: stackCounts });

export const round = z.object({
  round: z.int(),
  attacker: roundSide,
  defender: roundSide,
  events: z.array(z.string()),
});

export const battle = z.object({
  id: uuid,
  attacker: side,
  defender: side,
  location,
  rounds: z.array(round),
  status: z.enum(battleStatuses),
  phase: z.enum(battlePhases),
  result: z.enum(battleResults).nullable(),
  started_at: timestamp,
  contact_at: timestamp,
  /** When the last round is shown; null before the contact. */
  ends_at: timestamp.nullable(),
  seed_hash: z.string(),
  /** Null until the battle is completed. */
  seed: z.string().nullable(),
  /** Thousandths; an estimate before the contact. */
  morale: z.int(),
  wall: z.object({ before: z.int(), after: z.int() }).nullable(),
  loot: amounts.nullable(),
  called_off: z.enum(['army_gone', 'target_gone', 'protected', 'recalled']).nullable(),
});

export type BattleView = z.infer<typeof battle>;
export type BattleItem = z.infer<typeof battleItem>;
export type RoundView = z.infer<typeof round>;
export type BattlesQuery = z.infer<typeof battlesQuery>;
