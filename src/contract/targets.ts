/** Contract of the targets of a player: places that were attacked before. */
import { z } from 'zod';
import { battleResult, empireKind, errorCode, targetType } from './kinds.ts';
import { amounts, location, named, namedEmpire, unitCounts } from './shapes.ts';
import * as shared from './members.ts';

const placeType = targetType.exclude(['army']).describe('A city, also of a village, or a seat.');

const target = named('Target', 'A place that you have attacked before.', {
  target_type: placeType,
  target_id: shared.targetId,
  name: z.string().nullable().describe('Of a city; null for a seat.'),
  holder: z
    .object({ ...namedEmpire, kind: empireKind })
    .describe('The empire that has it; of a seat also its keeper.'),
  location,
  distance: z.number().describe('Tiles from your capital.'),
  loot: amounts
    .nullable()
    .describe('What a victory would take of a city at present, if the army could carry it. Null for a seat.'),
  garrison: unitCounts.describe('The armies of the holder that stand there, without militia.'),
  refusal: errorCode
    .nullable()
    .describe(
      'Why you cannot attack it at present: `ALLIED`, `PROTECTED`, `RECENTLY_RECALLED` or `SEAT_LIMIT`; null if you can.',
    ),
  ends_protection: z.boolean().describe('Whether the order would end your newcomer protection.'),
  army: z
    .object({
      army_id: shared.armyId,
      units: unitCounts.describe('The units that go: a part of the army if it is the last one in your city.'),
      march_seconds: z.number().describe('Time of the march to the target at the speed of the world.'),
      won: z.int().describe('The simulated battles that they win, of 40.'),
      expected_loot: z.int().describe('Mean loot of these battles, all resources added.'),
      expected_losses: z.int().describe('Mean price of the units that fall in them.'),
    })
    .nullable()
    .describe(
      'The raid that is planned: of your 3 nearest free armies the one that brings most for each hour of march, loot less losses; without gain the nearest one. It wins at least 30 simulated battles. Each army is named once. Guards and armies at your seats are left out. Null if no such army is left, or you cannot attack.',
    ),
  last_attack: z
    .object({
      battle_id: shared.battleId,
      result: battleResult.nullable().describe('Null until its last round was shown.'),
      loot: amounts.nullable().describe('What it took; null until then.'),
    })
    .describe('Your latest attack on it, of your latest 300.'),
});

export const targets = z.object({
  targets: z
    .array(target)
    .describe('The one first that brings most for each hour of march; those without an army last.'),
});

export type TargetView = z.infer<typeof target>;
