/** The events of Socket.IO, both directions: names, payloads, and the type maps of the socket. */
import { z } from 'zod';
import { errorCodes } from '../kernel/errors.ts';
import { empireEvent } from './chronicle.ts';
import { integer, timestamp, uuid } from './text.ts';
import { amounts, location, military, unitCounts } from './shapes.ts';
import { battleStatuses, buildingTypes, unitTypes } from './vocabulary.ts';

export const serverEvents = {
  empire_update: z.object({
    empire_id: uuid,
    changes: z.object({ resources: amounts, population: z.int(), military }),
    timestamp,
    seq: z.int(),
  }),
  resource_update: z.object({
    empire_id: uuid,
    resources: amounts,
    production_rates: amounts,
    timestamp,
    seq: z.int(),
  }),
  construction_complete: z.object({
    empire_id: uuid,
    city_id: uuid,
    building: z.object({ id: uuid, type: z.enum(buildingTypes), level: z.int() }),
    seq: z.int(),
  }),
  unit_training_complete: z.object({
    empire_id: uuid,
    city_id: uuid,
    units: z.object({ type: z.enum(unitTypes), quantity: z.int() }),
    seq: z.int(),
  }),
  battle_start: z.object({
    battle_id: uuid,
    attacker: z.string(),
    defender: z.string(),
    location,
    contact_at: timestamp,
  }),
  battle_update: z.object({
    battle_id: uuid,
    round: z.int(),
    events: z.array(z.string()),
    status: z.enum(battleStatuses),
  }),
  battle_end: z.object({
    battle_id: uuid,
    winner: z.enum(['attacker', 'defender', 'draw']),
    casualties: z.object({ attacker: unitCounts, defender: unitCounts }),
    loot: amounts,
  }),
  /** A new entry of the chronicle, as GET /api/empire/:empire_id/events reads it; in the order of their numbers. */
  empire_event: z.object({ empire_id: uuid, event: empireEvent }),
  error: z.object({ message: z.string(), code: z.enum(errorCodes) }),
};

export type ServerEvents = { [Name in keyof typeof serverEvents]: z.infer<(typeof serverEvents)[Name]> };

export const clientEvents = {
  join_empire: z.object({
    empire_id: uuid,
    /** The number of the last chronicle entry that is known: what came after it is sent before what is new. */
    after: integer(0, Number.MAX_SAFE_INTEGER).optional(),
  }),
  leave_empire: z.object({ empire_id: uuid }),
  request_update: z.object({ type: z.enum(['empire', 'city', 'battle']), id: uuid }),
};

export type ClientEvents = { [Name in keyof typeof clientEvents]: z.infer<(typeof clientEvents)[Name]> };

/** What the callback of a client event is called with. */
export type Acknowledgement =
  | { ok: true; data: unknown }
  | { ok: false; error: { message: string; code: ServerEvents['error']['code'] } };
