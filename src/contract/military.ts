/** The wire of armies. */
import { z } from 'zod';
import { location, military as militaryTotals, tile, unitCounts } from './shapes.ts';
import { integer, name, timestamp, uuid } from './text.ts';
import { armyStatuses, unitTypes } from './vocabulary.ts';

export const armyParams = z.object({ army_id: uuid });

export const army = z
  .object({
    id: uuid,
    name: z.string(),
    location: location.describe('Its tile at this moment, on the way as well.'),
    units: unitCounts,
    status: z
      .enum(armyStatuses)
      .describe('`garrisoned` stands in an own city, `idle` elsewhere; the last two obey no order.'),
    destination: location
      .optional()
      .describe('On the march: for its owner, and for everybody when it is an attack.'),
    departed_at: timestamp.optional(),
    arrives_at: timestamp.optional(),
  })
  .meta({ id: 'Army', description: 'An army.' });

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
export const splitBody = z.object({
  units: someUnits.describe('What the new army takes along: at least one unit, and at least one stays.'),
  name: name(1, 50).optional(),
});
export const mergeBody = z.object({ army_id: uuid.describe('The army that joins and is no more.') });

export type ArmyView = z.infer<typeof army>;
