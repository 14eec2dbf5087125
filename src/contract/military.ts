import { z } from 'zod';
import { armyStatus, guardedType } from './kinds.ts';
import { location, military as militaryTotals, named, tile, unitCounts } from './shapes.ts';
import { newName } from './new-name.ts';
import { integer, timestamp, uuid } from './text.ts';
import { unitTypes } from './vocabulary.ts';
import * as shared from './members.ts';

export const army = named('Army', 'An army.', {
  id: shared.id,
  name: shared.name,
  location: location.describe('Its current tile, also during a march.'),
  units: unitCounts,
  status: armyStatus,
  destination: location
    .optional()
    .describe('During a march: for the owner, and for every player if it is an attack.'),
  departed_at: timestamp.optional().describe('When the march began.'),
  arrives_at: timestamp.optional().describe('When the march ends.'),
  guards: z
    .object({ type: guardedType, id: shared.id })
    .nullable()
    .describe(
      'The city or seat of an ally that it guards; for its owner also the one that it will guard after its march. Else null.',
    ),
});

export const military = militaryTotals.extend({ armies: z.array(army).describe('The armies.') });

const maxUnits = 1_000_000_000;
const countOfEachType = Object.fromEntries(
  unitTypes.map((type) => [type, integer(0, maxUnits).default(0).describe(`Number of ${type}.`)]),
) as Record<(typeof unitTypes)[number], z.ZodDefault<z.ZodInt>>;
const chosenUnits = z
  .object(countOfEachType)
  .refine((units) => unitTypes.some((type) => units[type] > 0), 'must be at least one unit');
export const sentUnits = chosenUnits
  .optional()
  .describe(
    'Only these units go, as an army of their own; the others stay. The army must stand. Absent, or all of them: the army itself goes.',
  );

export const moveBody = z.object({ destination: tile, units: sentUnits });
export const guardBody = z.object({
  target_type: guardedType,
  target_id: uuid.describe('A place of another member of your alliance.'),
  units: sentUnits,
});
export const armyResponse = z.object({ success: shared.success, army });

export const splitBody = z.object({
  units: chosenUnits.describe('Units of the new army: at least one, and at least one unit must stay.'),
  name: newName(1, 50).optional().describe('Its name.'),
});
export const mergeBody = z.object({
  army_id: uuid.describe('The army to merge into this one; it ceases to exist.'),
});
export const dismissBody = z.object({
  units: chosenUnits.describe('Units to discharge: at least one.'),
});
export const dismissResponse = z.object({
  success: shared.success,
  army: army.nullable().describe('null: no unit is left, so the army has ceased to exist.'),
});

export type ArmyView = z.infer<typeof army>;
