/** Contract of goals, which are rewarded once. */
import { z } from 'zod';
import { goalMeasure, goalName } from './kinds.ts';
import { amounts } from './shapes.ts';
import { buildingTypes, unitTypes } from './vocabulary.ts';

export const goalRules = z
  .array(
    z.object({
      name: goalName,
      counts: goalMeasure.describe(
        'What the condition counts: complete levels of these types in all cities, together or the highest of one building; living units of these types; attacks won; cities; seats; full hours that one seat has been held; whether an army on guard has won a fight.',
      ),
      of: z
        .array(z.enum([...buildingTypes, ...unitTypes]))
        .describe('The types that count; empty if the measure has none.'),
      at_least: z.int().describe('The count that reaches the goal.'),
      reward: amounts,
    }),
  )
  .describe('Each is rewarded once for every empire, at the moment at which it is first reached.');
