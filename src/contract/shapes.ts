/** Shapes that several answers share. */
import { z } from 'zod';
import { errorCodes } from '../kernel/errors.ts';
import { integer } from './text.ts';

export const amounts = z
  .object({ gold: z.int(), food: z.int(), materials: z.int() })
  .meta({ id: 'Amounts', description: 'Whole units of each resource; rates may be negative.' });

export const unitCounts = z
  .object({ soldiers: z.int(), archers: z.int(), knights: z.int(), catapults: z.int() })
  .meta({ id: 'UnitCounts', description: 'How many of each unit.' });

export const stackCounts = unitCounts
  .extend({ militia: z.int() })
  .meta({ id: 'StackCounts', description: 'How many of each stack of a battle, militia included.' });

export const location = z
  .object({ x: z.int(), y: z.int() })
  .meta({ id: 'Location', description: 'A tile of the map.' });

/** A tile that a request names; whether it lies inside the world is decided by the world. */
export const tile = z
  .object({ x: integer(-1_000_000, 1_000_000), y: integer(-1_000_000, 1_000_000) })
  .meta({ id: 'Tile', description: 'A tile inside the world: from -world_radius to world_radius each way.' });

export const military = z
  .object({ total_units: z.int(), units_by_type: unitCounts })
  .meta({ id: 'MilitaryTotals', description: 'The units of a whole empire.' });

export const errorBody = z
  .object({
    error: z.string().describe('For people.'),
    code: z.enum(errorCodes).describe('For programs.'),
    details: z.string().optional().describe('What to do about it; never what was sent.'),
  })
  .meta({ id: 'Error', description: 'A refusal.' });
