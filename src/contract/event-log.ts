/** Contract of an empire's event log: entries numbered from 1 without gaps, kept for 30 days. */
import { z } from 'zod';
import * as shared from './members.ts';
import {
  allianceRole,
  battleResult,
  buildingType,
  callOffReason,
  goalName,
  guardedType,
  leaveReason,
  role,
  unitType,
} from './kinds.ts';
import { amounts, location, unitCounts } from './shapes.ts';
import { integer, nextNumber, queryInteger, queryLimit, timestamp, uuid } from './text.ts';

const cityOf = { city_id: shared.cityId, city_name: shared.cityName, location };

/** With name and tag at that time. */
const opponent = {
  opponent_id: uuid.describe('The empire of the other side.'),
  opponent_name: z.string().describe('The name of that empire.'),
  opponent_tag: z.string().optional().describe('The tag of its alliance; absent outside of one.'),
};

const battle = { battle_id: shared.battleId, role, ...opponent, location };

const seat = {
  seat_id: uuid.describe('The id of the seat.'),
  seat_number: z.int().describe('The number of the seat.'),
  location,
  battle_id: shared.battleId,
  ...opponent,
};

/** With its tag at that time. */
const alliance = {
  alliance_id: shared.allianceId,
  alliance_tag: z.string().describe('The tag of the alliance.'),
};

/** The other empire is the owner of the army, or the holder. */
const guard = {
  army_id: shared.armyId,
  army_name: z.string().describe('The name of the army.'),
  place_type: guardedType,
  place_id: uuid.describe('The id of the city or seat.'),
  location,
  is_own: z.boolean().describe('Whether the army is yours; else the place is.'),
  ...opponent,
};

function entry<Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) {
  return z.object({
    number: z
      .int()
      .describe(
        'Place in the event log of the empire: from 1, without gaps. Join with the last one as `after`.',
      ),
    at: timestamp.describe('When it happened.'),
    type: z.literal(type).describe('Its type.'),
    data: z.object(data).describe('The data of this type of entry.'),
  });
}

/** The result of a battle is in `battle_end`, written once its rounds have been shown. */
export const empireEvent = z
  .discriminatedUnion('type', [
    entry('empire_founded', cityOf),
    entry('city_founded', cityOf),
    entry('city_renamed', {
      city_id: shared.cityId,
      city_name: shared.cityName,
      former_name: z.string().describe('The name before.'),
    }),
    entry('construction_complete', {
      city_id: shared.cityId,
      city_name: shared.cityName,
      building: z
        .object({ id: shared.id, type: buildingType, level: shared.level })
        .describe('The building.'),
    }),
    entry('unit_training_complete', {
      city_id: shared.cityId,
      city_name: shared.cityName,
      units: z.object({ type: unitType, quantity: shared.quantity }).describe('The units.'),
    }),
    entry('army_arrived', {
      army_id: shared.armyId,
      army_name: z.string().describe('The name of the army.'),
      location,
      loot: amounts,
    }),
    entry('desertion', { lost: unitCounts }),
    entry('sack_ended', { city_id: shared.cityId, city_name: shared.cityName }),
    entry('goal_reached', {
      goal: goalName,
      reward: amounts.describe('What your stock gained at that moment.'),
    }),
    entry('seat_taken', seat),
    entry('seat_lost', seat),
    entry('guard_arrived', guard),
    entry('guard_left', guard),
    entry('guard_fell', guard),
    entry('hegemon', {
      reign: z.int().describe('Number of the reign that you won.'),
      crowns: shared.crowns,
      ended_at: shared.endedAt,
    }),
    entry('alliance_joined', { ...alliance, role: allianceRole }),
    entry('alliance_role', { ...alliance, role: allianceRole }),
    entry('alliance_left', { ...alliance, reason: leaveReason }),
    entry('alliance_invited', alliance),
    entry('alliance_applied', { ...alliance, empire_id: shared.empireId, empire_name: shared.empireName }),
    entry('leave_begun', { ends_at: timestamp.describe('When it ends, unless you return before.') }),
    entry('leave_ended', {
      began_at: timestamp.nullable().describe('Null if it was dropped because it could not begin.'),
    }),
    entry('protection_ended', {}),
    entry('battle_start', {
      ...battle,
      contact_at: timestamp.describe('When the attacker meets the target.'),
    }),
    entry('battle_contact', { ...battle, ends_at: timestamp.describe('When it ends.') }),
    entry('battle_end', {
      ...battle,
      result: battleResult,
      losses: z.object({ attacker: unitCounts, defender: unitCounts }).describe('Without militia.'),
      loot: amounts.describe('All zeros if nothing was plundered.'),
    }),
    entry('battle_called_off', {
      ...battle,
      reason: callOffReason,
      count: z
        .int()
        .optional()
        .describe(
          'Only for the defender: how many attacks of this attacker were called off in 24 hours, this one included.',
        ),
    }),
  ])
  .meta({
    id: 'EmpireEvent',
    description: 'An entry of the event log of an empire. It never changes.',
  });

export const eventsQuery = z.object({
  after: queryInteger(0, Number.MAX_SAFE_INTEGER)
    .default(0)
    .describe('Return entries after this number. 0 starts at the oldest entry that is kept.'),
  limit: queryLimit(50, 100),
});

export const events = z.object({
  events: z
    .array(empireEvent)
    .describe(
      'Oldest first. If the first number is above `after` + 1, the entries between are no longer kept.',
    ),
  last: z.int().describe('Number of the latest entry; 0 if there is none.'),
  next: nextNumber('`after`'),
});

export const news = z.object({
  results: z
    .array(empireEvent)
    .describe('Results that you have not read, newest first; at most 50. Older ones count as read.'),
});

export const readNewsBody = z.object({
  numbers: z
    .array(integer(1, Number.MAX_SAFE_INTEGER))
    .min(1)
    .max(50)
    .describe('Numbers of entries. Those that are no unread results change nothing.'),
});

export const readNewsResponse = z.object({ success: shared.success });

export type EmpireEvent = z.infer<typeof empireEvent>;
export type EventsQuery = z.infer<typeof eventsQuery>;
