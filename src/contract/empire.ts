/** Contract of empires. */
import { z } from 'zod';
import { allianceRole, empireKind, goalName, resource } from './kinds.ts';
import { city } from './city.ts';
import { leave } from './leave.ts';
import { allianceTag, amounts, location, military, named, tile } from './shapes.ts';
import { descriptionText } from './lines.ts';
import { newName } from './new-name.ts';
import { queryInteger, queryLimit, timestamp, uuid } from './text.ts';

const moments = z
  .record(resource, timestamp.nullable().describe('Null if it never comes.'))
  .meta({ id: 'Moments', description: 'A time per resource; null if it never comes.' });

const membership = named('Membership', 'The membership of an empire in an alliance.', {
  id: uuid,
  tag: z.string(),
  role: allianceRole.describe('As it was given; `leader_id` of the alliance names the one who leads it.'),
  joined_at: timestamp,
});

export const empireItem = named('EmpireItem', 'An empire as lists show it.', {
  id: uuid,
  kind: empireKind,
  name: z.string(),
  alliance_tag: allianceTag,
  owner_id: uuid.describe(
    'The user that owns the empire. One system account owns all empires without a player.',
  ),
  created_at: timestamp,
  description: z.string().nullable(),
  resources: amounts.describe('The stock, in whole units.'),
  military,
  score: z.int(),
});

export const empire = empireItem
  .omit({ alliance_tag: true })
  .extend({
    military_score: z.int(),
    economic_score: z.int(),
    rates: amounts.describe('Net change per hour.'),
    caps: amounts.describe('Storage capacity.'),
    full_at: moments.describe('When the stock reaches its cap.'),
    depleted_at: moments.describe('When the stock reaches zero.'),
    population: z
      .object({ used: z.int(), total: z.int() })
      .describe(
        'People of all cities. `used`: workers and units, queued ones included; `total`: all inhabitants.',
      ),
    crowns: z.int().describe('Crowns of the current reign: 1 an hour, times the speed, for each seat.'),
    seats: z.array(
      z.object({
        id: uuid,
        number: z.int(),
        location,
        held_since: timestamp.nullable().describe('Null for a keeper.'),
      }),
    ),
    alliance: membership.nullable().describe('Null outside of an alliance.'),
    leave: leave.nullable().describe('Null without a leave.'),
    cities: z.array(city),
    goals: z
      .array(
        z.object({
          name: goalName,
          reached_at: timestamp.nullable(),
          reward: amounts.describe('What the stock gains when the goal is reached.'),
        }),
      )
      .optional()
      .describe('Only for the owner. `GET /api/rules` has the conditions.'),
    server_time: timestamp.describe('The time for which all values are computed.'),
  })
  .meta({ id: 'Empire', description: 'The current state of an empire.' });

const empireSorts = ['name', 'created_at', 'score'] as const;

export const empiresQuery = z.object({
  page: queryInteger(1, 1_000_000_000).default(1),
  limit: queryLimit(20, 100),
  sort: z.enum(empireSorts).default('score'),
  order: z.enum(['asc', 'desc']).optional().describe('Default: `asc` for `name`, otherwise `desc`.'),
});

export const empires = z.object({
  empires: z.array(empireItem),
  pagination: z.object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() }),
});

export const foundEmpireBody = z.object({
  name: newName(3, 50).describe('Unique, ignoring case.'),
  capital_name: newName(1, 50).optional().describe('When absent, the tile of the capital decides it.'),
  starting_location: tile.describe('Preferred tile; the capital is founded on the nearest legal tile.'),
});
export const foundEmpireAnswer = z.object({
  success: z.literal(true),
  empire: z.object({
    id: uuid,
    name: z.string(),
    owner_id: uuid,
    created_at: timestamp,
    capital: z.object({ id: uuid, name: z.string(), location }),
  }),
});

export const updateEmpireBody = z
  .object({
    name: newName(3, 50).optional(),
    description: descriptionText.nullable().optional().describe('May have several lines. Null removes it.'),
  })
  .refine((body) => body.name !== undefined || body.description !== undefined, {
    message: 'name or description is required',
  });
export const updateEmpireAnswer = z.object({ success: z.literal(true), empire });

export type EmpireView = z.infer<typeof empire>;
export type EmpireItem = z.infer<typeof empireItem>;
export type EmpiresQuery = z.infer<typeof empiresQuery>;
