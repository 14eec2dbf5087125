/** Shapes that several answers share. */
import { z } from 'zod';
import { integer } from './text.ts';

/** Whole units of each resource; rates may be negative. */
export const amounts = z.object({ gold: z.int(), food: z.int(), materials: z.int() });

/** How many of each unit. */
export const unitCounts = z.object({
  soldiers: z.int(),
  archers: z.int(),
  knights: z.int(),
  catapults: z.int(),
});

/** How many of each stack of a battle, militia included. */
export const stackCounts = unitCounts.extend({ militia: z.int() });

export const location = z.object({ x: z.int(), y: z.int() });

/** A tile that a request names; whether it lies inside the world is decided by the world. */
export const tile = z.object({ x: integer(-1_000_000, 1_000_000), y: integer(-1_000_000, 1_000_000) });

export const military = z.object({ total_units: z.int(), units_by_type: unitCounts });
