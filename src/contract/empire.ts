import { z } from 'zod';
import * as shared from './members.ts';
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
  id: shared.id,
  tag: shared.tag,
  role: allianceRole.describe('As it was given; `leader_id` of the alliance names the one who leads it.'),
  joined_at: timestamp.describe('When it became a member.'),
});

export const empireItem = named('EmpireItem', 'An empire as lists show it.', {
  id: shared.id,
  kind: empireKind,
  name: shared.name,
  alliance_tag: allianceTag,
  owner_id: uuid.describe(
    'The user that owns the empire. One system account owns all empires without a player.',
  ),
  created_at: shared.createdAt,
  description: z.string().nullable().describe('What its player wrote about it.'),
  resources: amounts.describe('The stock, in whole units.'),
  military,
  score: shared.score,
});

export const empire = empireItem
  .omit({ alliance_tag: true })
  .extend({
    military_score: z.int().describe('The part of the score that comes from units and destroyed enemies.'),
    economic_score: z.int().describe('The part of the score that comes from what is built.'),
    rates: amounts.describe('Net change per hour.'),
    caps: amounts.describe('Storage capacity.'),
    full_at: moments.describe('When the stock reaches its cap.'),
    depleted_at: moments.describe('When the stock reaches zero.'),
    population: z
      .object({
        used: z.int().describe('Those that work or serve.'),
        total: z.int().describe('All of them.'),
      })
      .describe(
        'People of all cities. `used`: workers and units, queued ones included; `total`: all inhabitants.',
      ),
    crowns: z.int().describe('Crowns of the current reign: 1 an hour, times the speed, for each seat.'),
    seats: z
      .array(
        z.object({
          id: shared.id,
          number: shared.number,
          location,
          held_since: timestamp.nullable().describe('Null for a keeper.'),
        }),
      )
      .describe('The seats.'),
    alliance: membership.nullable().describe('Null outside of an alliance.'),
    leave: leave.nullable().describe('Null without a leave.'),
    cities: z.array(city).describe('The cities.'),
    goals: z
      .array(
        z.object({
          name: goalName,
          reached_at: timestamp.nullable().describe('When it was reached; null: not yet.'),
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
  page: queryInteger(1, 1_000_000_000).default(1).describe('The page, from 1.'),
  limit: queryLimit(20, 100),
  sort: z.enum(empireSorts).default('score'),
  order: z.enum(['asc', 'desc']).optional().describe('Default: `asc` for `name`, otherwise `desc`.'),
});

export const empires = z.object({
  empires: z.array(empireItem).describe('The empires of the page.'),
  pagination: z
    .object({
      page: z.int().describe('The page, from 1.'),
      limit: z.int().describe('Number of items per page.'),
      total: z.int().describe('All of them.'),
      pages: z.int().describe('Number of pages.'),
    })
    .describe('The place of this page in the list.'),
});

export const foundEmpireBody = z.object({
  name: newName(3, 50).describe('Unique, ignoring case.'),
  capital_name: newName(1, 50).optional().describe('When absent, the tile of the capital decides it.'),
  starting_location: tile.describe('Preferred tile; the capital is founded on the nearest legal tile.'),
});
export const foundEmpireResponse = z.object({
  success: shared.success,
  empire: z
    .object({
      id: shared.id,
      name: shared.name,
      owner_id: shared.ownerId,
      created_at: shared.createdAt,
      capital: z.object({ id: shared.id, name: shared.name, location }).describe('The first city.'),
    })
    .describe('The empire.'),
});

export const updateEmpireBody = z
  .object({
    name: newName(3, 50).optional().describe('Its name.'),
    description: descriptionText.nullable().optional().describe('May have several lines. Null removes it.'),
  })
  .refine((body) => body.name !== undefined || body.description !== undefined, {
    message: 'name or description is required',
  });
export const updateEmpireResponse = z.object({ success: shared.success, empire });

export type EmpireView = z.infer<typeof empire>;
export type EmpireItem = z.infer<typeof empireItem>;
export type EmpiresQuery = z.infer<typeof empiresQuery>;
