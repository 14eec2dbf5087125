/**
 * The events of Socket.IO, both directions: names, payloads, what is said of them in the API document, and the type
 * maps of the socket.
 */
import { z } from 'zod';
import { errorCodes, type ErrorCode } from '../kernel/errors.ts';
import { battle } from './battle.ts';
import { empireEvent } from './event-log.ts';
import { city } from './city.ts';
import { empire } from './empire.ts';
import { integer, timestamp, uuid } from './text.ts';
import { amounts, location, military, unitCounts } from './shapes.ts';
import { battleStatuses, buildingTypes, unitTypes } from './vocabulary.ts';

const seq = z.int().describe('The number of this event among those of its empire; rises by one.');

export const serverEvents = {
  empire_update: z.object({
    empire_id: uuid,
    changes: z.object({ resources: amounts, population: z.int(), military }),
    timestamp,
    seq,
  }),
  resource_update: z.object({
    empire_id: uuid,
    resources: amounts,
    production_rates: amounts.describe('Net change an hour.'),
    timestamp,
    seq,
  }),
  construction_complete: z.object({
    empire_id: uuid,
    city_id: uuid,
    building: z.object({ id: uuid, type: z.enum(buildingTypes), level: z.int() }),
    seq,
  }),
  unit_training_complete: z.object({
    empire_id: uuid,
    city_id: uuid,
    units: z.object({ type: z.enum(unitTypes), quantity: z.int() }),
    seq,
  }),
  battle_start: z.object({
    battle_id: uuid,
    attacker: z.string(),
    defender: z.string(),
    location,
    contact_at: timestamp.describe('When the armies meet.'),
  }),
  battle_update: z.object({
    battle_id: uuid,
    round: z.int().describe('0 at contact, before anybody has struck.'),
    events: z.array(z.string()).describe('What fell in this round, in sentences.'),
    status: z.enum(battleStatuses),
  }),
  battle_end: z.object({
    battle_id: uuid,
    winner: z.enum(['attacker', 'defender', 'draw']).describe('`draw` also where it was called off.'),
    casualties: z.object({ attacker: unitCounts, defender: unitCounts }).describe('Without militia.'),
    loot: amounts.describe('Zeros where nothing was won.'),
  }),
  empire_event: z.object({ empire_id: uuid, event: empireEvent }),
  error: z.object({ message: z.string(), code: z.enum(errorCodes) }),
};

const viewersOf = {
  room: 'Whoever has joined the empire’s room.',
  bothRooms: 'Whoever has joined the room of either side.',
} as const;

/** What is said of an event in the API document. */
interface EventWords {
  summary: string;
  /** Who hears it. */
  receivers: string;
  when: string;
}

export const serverEventWords = {
  empire_update: {
    summary: 'What an empire has, after it changed',
    receivers: `${viewersOf.room} After request_update of an empire or a city, whosever it is: who asked.`,
    when: 'After every action that changed resources, people or units, whoever gave the order; carries `seq`.',
  },
  resource_update: {
    summary: 'The stock and what it changes by in an hour',
    receivers: viewersOf.room,
    when: 'When a rate changes, and every 30 seconds; the periodic one repeats the current `seq`, so that a gap is seen within 30 seconds.',
  },
  construction_complete: {
    summary: 'A level of a building stands',
    receivers: viewersOf.room,
    when: 'When the level is finished; carries `seq`.',
  },
  unit_training_complete: {
    summary: 'A batch of units was delivered',
    receivers: viewersOf.room,
    when: 'When the batch is finished; carries `seq`.',
  },
  battle_start: {
    summary: 'An attack was ordered: the warning of its target',
    receivers: 'The owners of both sides, joined or not, and whoever has joined the room of either.',
    when: 'When the attack is ordered, at least 30 seconds (by the speed of the world) before contact.',
  },
  battle_update: {
    summary: 'A round of a battle',
    receivers: `${viewersOf.bothRooms} After request_update: who asked.`,
    when: 'At contact (round 0) and at every round, at its moment; the order is that of the rounds.',
  },
  battle_end: {
    summary: 'A battle is over',
    receivers: viewersOf.bothRooms,
    when: 'When the last round has been shown, or at once where nobody fought.',
  },
  empire_event: {
    summary: 'A new entry of the chronicle of your empire',
    receivers: viewersOf.room,
    when: 'When it is written, in the order of the numbers and without a gap; after join_empire with `after` first what was missed.',
  },
  error: {
    summary: 'An event of yours was refused, or the connection ends',
    receivers: 'The connection it is about.',
    when: 'Beside the refusing acknowledgement; and with SESSION_REPLACED or SESSION_ENDED before the server closes.',
  },
} satisfies Record<keyof typeof serverEvents, EventWords>;

export type ServerEvents = { [Name in keyof typeof serverEvents]: z.infer<(typeof serverEvents)[Name]> };

export const clientEvents = {
  join_empire: z.object({
    empire_id: uuid,
    after: integer(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .describe(
        'The number of the last chronicle entry that is known: what came after it is sent before what is new.',
      ),
  }),
  leave_empire: z.object({ empire_id: uuid }),
  request_update: z.object({ type: z.enum(['empire', 'city', 'battle']), id: uuid }),
};

export type ClientEvents = { [Name in keyof typeof clientEvents]: z.infer<(typeof clientEvents)[Name]> };

/** What each is for, and what its callback is given as `data` where it succeeds. */
export const clientEventWords = {
  join_empire: {
    summary: 'Join the room of your empire, to hear what happens to it',
    data: z.object({
      empire_id: uuid,
      last: z.int().describe('The number of the last chronicle entry that has been sent, or was known.'),
    }),
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
  },
  leave_empire: {
    summary: 'Leave that room',
    data: z.object({ empire_id: uuid }),
    refuses: [],
  },
  request_update: {
    summary: 'Ask for an object as it stands now, with the rights of the same read over HTTP',
    data: z.union([empire, city, battle]),
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
  },
} satisfies Record<
  keyof typeof clientEvents,
  { summary: string; data: z.ZodType; refuses: readonly ErrorCode[] }
>;

/** What the callback of a client event is called with. */
export type Acknowledgement =
  | { ok: true; data: unknown }
  | { ok: false; error: { message: string; code: ServerEvents['error']['code'] } };
