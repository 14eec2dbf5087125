/** The wire of armies. */
import { z } from 'zod';
import { location, military as militaryTotals, tile, unitCounts } from './shapes.ts';
import { integer, name, timestamp, uuid } from './text.ts';
import { armyStatuses, unitTypes } from './vocabulary.ts';

export const armyParams = z.object({ army_id: uuid });

export const army = z.object({
  id: uuid,
  name: z.string(),
  location,
  units: unitCounts,
  status: z.enum(armyStatuses),
  /** Where a march goes and when it arrives: for the owner, and for everybody when it is an attack. */
  destination: location.optional(),
  departed_at: timestamp.optional(),
  arrives_at: timestamp.optional(),
});

export const military = militaryTotals.extend({ armies: z.array(army) });

export const moveBody = z.object({ destination: tile });
export const armyAnswer = z.object({ success: z.literal(true), army });

const most = 1_000_000_000;
const split = Object.fromEntries(unitTypes.map((type) => [type, integer(0, most).default(0)])) as Record<
  (typeof unitTypes)[number],
  z.ZodDefault<z.ZodInt>
>;
const someUnits = z
  .object(split)
  .refine((units) => unitTypes.some((type) => units[type] > 0), 'must be at least one unit');
export const splitBody = z.object({ units: someUnits, name: name(1, 50).optional() });
export const mergeBody = z.object({ army_id: uuid });

export type ArmyView = z.infer<typeof army>;
