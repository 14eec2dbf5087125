/** Contract of the Socket.IO events, both directions. */
import { z } from 'zod';
import * as shared from './members.ts';
import { announced } from './announcement.ts';
import { battleStatus, buildingType, errorCode, unitType } from './kinds.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import { allianceUpdate } from './alliance.ts';
import { allianceMessageEvent, threatEvent } from './alliance-chat.ts';
import { battle } from './battle.ts';
import { empireEvent } from './event-log.ts';
import { city } from './city.ts';
import { empire } from './empire.ts';
import { messageEvent } from './messages.ts';
import { integer, timestamp } from './text.ts';
import { amounts, location, military, unitCounts } from './shapes.ts';

const seq = z
  .int()
  .describe(
    'Counts the messages about this empire, by one. It is not the number of an entry of the event log.',
  );

const receivers = {
  room: 'Every connection in the room of the empire.',
  bothRooms: 'Every connection in the room of either side.',
  members: 'Every connection of the present members, without join_empire.',
} as const;

export const serverEvents = {
  empire_update: {
    summary: 'Resources, population and units of an empire after a change',
    receivers: `${receivers.room} After request_update of any empire or city, the requesting connection.`,
    when: 'After every action that changed resources, people or units, by any player. Carries `seq`.',
    payload: z.object({
      empire_id: shared.empireId,
      changes: z
        .object({ resources: amounts, population: z.int().describe('Inhabitants.'), military })
        .describe('The values after the change.'),
      timestamp: timestamp.describe('The time for which all values hold.'),
      seq,
    }),
  },
  resource_update: {
    summary: 'The stock and its net change per hour',
    receivers: receivers.room,
    when: 'When a rate changes, and every 30 seconds. The periodic event repeats the current `seq`, so that clients detect a gap within 30 seconds.',
    payload: z.object({
      empire_id: shared.empireId,
      resources: amounts,
      production_rates: amounts.describe('Net change per hour.'),
      timestamp: timestamp.describe('The time for which all values hold.'),
      seq,
    }),
  },
  construction_complete: {
    summary: 'A level of a building is finished',
    receivers: receivers.room,
    when: 'When the level is finished. Carries `seq`.',
    payload: z.object({
      empire_id: shared.empireId,
      city_id: shared.cityId,
      building: z
        .object({ id: shared.id, type: buildingType, level: shared.level })
        .describe('The building.'),
      seq,
    }),
  },
  unit_training_complete: {
    summary: 'A batch of units was delivered',
    receivers: receivers.room,
    when: 'When the batch is finished. Carries `seq`.',
    payload: z.object({
      empire_id: shared.empireId,
      city_id: shared.cityId,
      units: z.object({ type: unitType, quantity: shared.quantity }).describe('The units.'),
      seq,
    }),
  },
  battle_start: {
    summary: 'An attack was ordered; warns the target',
    receivers: 'The owners of both sides, joined or not, and every connection in the room of either side.',
    when: 'When the attack is ordered, at least 30 seconds (divided by the speed of the world) before contact.',
    payload: z.object({
      battle_id: shared.battleId,
      attacker_id: shared.attackerId,
      attacker: z.string().describe('Name of the attacking empire.'),
      defender_id: shared.defenderId,
      defender: z.string().describe('Name of the attacked empire.'),
      location,
      contact_at: timestamp.describe('When the attacker meets the target.'),
    }),
  },
  battle_update: {
    summary: 'A round of a battle',
    receivers: `${receivers.bothRooms} After request_update, the requesting connection.`,
    when: 'At contact (round 0) and at the time of each round, in the order of the rounds.',
    payload: z.object({
      battle_id: shared.battleId,
      round: z.int().describe('0 at contact, before the first round.'),
      events: z.array(z.string()).describe('Losses of this round, in sentences.'),
      status: battleStatus,
    }),
  },
  battle_end: {
    summary: 'A battle is over',
    receivers: receivers.bothRooms,
    when: 'When the last round has been shown, or at once if the battle was called off.',
    payload: z.object({
      battle_id: shared.battleId,
      winner: z.enum(['attacker', 'defender', 'draw']).describe('`draw` also if the battle was called off.'),
      casualties: z.object({ attacker: unitCounts, defender: unitCounts }).describe('Without militia.'),
      loot: amounts.describe('All zeros if nothing was plundered.'),
    }),
  },
  empire_event: {
    summary: 'A new entry of the event log of your empire',
    receivers: receivers.room,
    when: 'When the entry is written, in the order of the numbers and without gaps. After join_empire with `after`, the missed entries come first.',
    payload: z.object({ empire_id: shared.empireId, event: empireEvent }),
  },
  alliance_update: {
    summary: 'An alliance has changed: its members, candidates or description',
    receivers:
      'Every connection in the room of a member, and of an empire that joined, left or was a candidate.',
    when: 'When the change is stored, and after missed notifications to every connection of a member. Read the alliance again, and its threats.',
    payload: allianceUpdate,
  },
  alliance_message: {
    summary: 'A message to the members of your alliance',
    receivers: receivers.members,
    when: 'When the message is stored, in the order of the numbers of the alliance. After missed notifications, the latest 20 are repeated: alliance and number identify a message.',
    payload: allianceMessageEvent,
  },
  alliance_threat: {
    summary: 'An attack on a member of your alliance was ordered, or is no longer on its way',
    receivers: receivers.members,
    when: 'When the attack is ordered, and when it meets its target or is called off.',
    payload: threatEvent,
  },
  message: {
    summary: 'A message of one of your threads',
    receivers: 'Every connection of its author and of the other player, without join_empire.',
    when: 'When the message is stored, in the order of the numbers of its thread. After missed notifications, unread messages are repeated: thread and number identify a message.',
    payload: messageEvent,
  },
  announcement: {
    summary: 'What the operator tells all players has changed',
    receivers: 'Every connection, without join_empire.',
    when: 'When the operator publishes or withdraws an announcement, after missed notifications, and at the start of a connection if there is one. None is sent when it ends: see `ends_at`.',
    payload: announced,
  },
  error: {
    summary: 'Your event was refused, or the server closes the connection',
    receivers: 'The connection concerned.',
    when: 'In addition to an acknowledgement that refuses; and with SESSION_REPLACED or SESSION_ENDED before the server closes the connection.',
    payload: z.object({ message: z.string().describe('For people.'), code: errorCode }),
  },
};

export type ServerEvents = {
  [Name in keyof typeof serverEvents]: z.infer<(typeof serverEvents)[Name]['payload']>;
};

/** With the `data` of a successful acknowledgement, and its own error codes. */
export const clientEvents = {
  join_empire: {
    summary: 'Join the room of your empire, to receive its events',
    data: z
      .object({
        empire_id: shared.empireId,
        last: z.int().describe('Number of the last event log entry that was sent or already known.'),
      })
      .describe('The data of this type of entry or answer.'),
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
    payload: z.object({
      empire_id: shared.empireId,
      after: integer(0, Number.MAX_SAFE_INTEGER)
        .optional()
        .describe(
          'Number of the last event log entry that the client has. Later entries are sent first, then new ones.',
        ),
    }),
  },
  leave_empire: {
    summary: 'Leave the room of your empire',
    data: z.object({ empire_id: shared.empireId }).describe('The data of this type of entry or answer.'),
    refuses: [],
    payload: z.object({ empire_id: shared.empireId }),
  },
  request_update: {
    summary: 'Request the current state of an object, with the same access rights as over HTTP',
    data: z.union([empire, city, battle]).describe('The data of this type of entry or answer.'),
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
    payload: z.object({ type: z.enum(['empire', 'city', 'battle']).describe('Its type.'), id: shared.id }),
  },
} satisfies Record<
  string,
  { summary: string; payload: z.ZodType; data: z.ZodType; refuses: readonly ErrorCode[] }
>;

export type ClientEvents = {
  [Name in keyof typeof clientEvents]: z.infer<(typeof clientEvents)[Name]['payload']>;
};

export type Acknowledgement =
  | { ok: true; data: unknown }
  | { ok: false; error: { message: string; code: ServerEvents['error']['code'] } };
