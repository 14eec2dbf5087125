import { z } from 'zod';
import * as shared from './members.ts';
import { errorCode } from './kinds.ts';
import { integer, timestamp } from './text.ts';

/** Documents and clients name the object by its id. */
export function named<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) {
  return z.object(shape).meta({ id, description });
}

export const amounts = named('Amounts', 'Whole units of each resource; rates may be negative.', {
  gold: z.int().describe('Amount of gold.'),
  food: z.int().describe('Amount of food.'),
  materials: z.int().describe('Amount of materials.'),
});

export const unitCounts = named('UnitCounts', 'Number of units of each type.', {
  soldiers: z.int().describe('Number of soldiers.'),
  archers: z.int().describe('Number of archers.'),
  knights: z.int().describe('Number of knights.'),
  catapults: z.int().describe('Number of catapults.'),
});

export const stackCounts = unitCounts
  .extend({ militia: z.int().describe('The militia of a city.') })
  .meta({ id: 'StackCounts', description: 'Number of units in each stack of a battle, with militia.' });

/** Beside every name of an empire. */
export const allianceTag = z.string().nullable().describe('The tag of its alliance; null outside of one.');

export const namedEmpire = {
  empire_id: shared.empireId,
  empire_name: shared.empireName,
  alliance_tag: allianceTag,
};

export const location = named('Location', 'A tile of the map.', {
  x: z.int().describe('Column, counted from the centre of the world.'),
  y: z.int().describe('Row, counted from the centre of the world.'),
});

/** Operations check that it is inside the world, because the radius is a setting. */
export const tile = named(
  'Tile',
  'A tile inside the world: both coordinates are from -world_radius to world_radius.',
  {
    x: integer(-1_000_000, 1_000_000).describe('Column, counted from the centre of the world.'),
    y: integer(-1_000_000, 1_000_000).describe('Row, counted from the centre of the world.'),
  },
);

export const military = named('MilitaryTotals', 'The units of a whole empire.', {
  total_units: z.int().describe('Number of units of all types.'),
  units_by_type: unitCounts,
});

export const errorBody = named('ErrorBody', 'A refusal.', {
  error: z.string().describe('For people.'),
  code: errorCode.describe('For programs.'),
  details: z.string().optional().describe('What is wrong or what to do. Never repeats the sent value.'),
});

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

export const placeGuard = named(
  'PlaceGuard',
  'The army of an ally that defends a city or seat before the holder.',
  {
    ...namedEmpire,
    army_id: shared.armyId,
    since: timestamp.describe('When it arrived.'),
    units: unitCounts,
  },
);

export type PlaceGuard = z.infer<typeof placeGuard>;
