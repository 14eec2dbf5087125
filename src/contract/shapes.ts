/** Schemas that several contracts share. */
import { z } from 'zod';
import { errorCode } from './kinds.ts';
import { integer, timestamp, uuid } from './text.ts';

export const amounts = z
  .object({ gold: z.int(), food: z.int(), materials: z.int() })
  .meta({ id: 'Amounts', description: 'Whole units of each resource; rates may be negative.' });

export const unitCounts = z
  .object({ soldiers: z.int(), archers: z.int(), knights: z.int(), catapults: z.int() })
  .meta({ id: 'UnitCounts', description: 'Number of units of each type.' });

export const stackCounts = unitCounts
  .extend({ militia: z.int() })
  .meta({ id: 'StackCounts', description: 'Number of units in each stack of a battle, with militia.' });

/** Beside every name of an empire. */
export const allianceTag = z.string().nullable().describe('The tag of its alliance; null outside of one.');

/** How an empire is named wherever it is mentioned. */
export const namedEmpire = { empire_id: uuid, empire_name: z.string(), alliance_tag: allianceTag };

export const location = z
  .object({ x: z.int(), y: z.int() })
  .meta({ id: 'Location', description: 'A tile of the map.' });

/** A tile in a request. Operations check that it is inside the world, because the radius is a setting. */
export const tile = z.object({ x: integer(-1_000_000, 1_000_000), y: integer(-1_000_000, 1_000_000) }).meta({
  id: 'Tile',
  description: 'A tile inside the world: both coordinates are from -world_radius to world_radius.',
});

export const military = z
  .object({ total_units: z.int(), units_by_type: unitCounts })
  .meta({ id: 'MilitaryTotals', description: 'The units of a whole empire.' });

export const errorBody = z
  .object({
    error: z.string().describe('For people.'),
    code: errorCode.describe('For programs.'),
    details: z.string().optional().describe('What is wrong or what to do. Never repeats the sent value.'),
  })
  .meta({ id: 'ErrorBody', description: 'A refusal.' });

export const rateLimits = z
  .object({
    auth: z.int().describe('Of each address and route outside `/api`.'),
    data: z.int().describe('Of each user: reads.'),
    action: z.int().describe('Of each user: everything else.'),
  })
  .describe('Requests per minute; 0: not limited.');

export type Amounts = z.infer<typeof amounts>;
export type UnitCounts = z.infer<typeof unitCounts>;
export type Location = z.infer<typeof location>;

/** The guard of a city or seat. */
export const placeGuard = z
  .object({
    ...namedEmpire,
    army_id: uuid,
    since: timestamp.describe('When it arrived.'),
    units: unitCounts,
  })
  .meta({
    id: 'PlaceGuard',
    description: 'The army of an ally that defends a city or seat before the holder.',
  });

export type PlaceGuard = z.infer<typeof placeGuard>;
