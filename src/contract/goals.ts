/** Contract of goals, which are rewarded once, and of deeds, which are lasting signs of an empire. */
import { z } from 'zod';
import { deedName, goalMeasure, goalName } from './kinds.ts';
import { amounts } from './shapes.ts';
import { buildingTypes, unitTypes } from './vocabulary.ts';

export const goalRules = z
  .array(
    z.object({
      name: goalName,
      counts: goalMeasure.describe(
        'What the condition counts: complete levels of these types in all cities, together or the highest of one building; living units of these types; attacks won; cities; seats.',
      ),
      of: z
        .array(z.enum([...buildingTypes, ...unitTypes]))
        .describe('The types that count; empty if the measure has none.'),
      at_least: z.int().describe('The count that reaches the goal.'),
      reward: amounts,
    }),
  )
  .describe('Each is rewarded once for every empire, at the moment at which it is first reached.');

export const deeds = z
  .array(
    z.object({
      name: deedName,
      count: z.int().describe('What the deed counts; it never falls.'),
      reached_on: z.array(z.iso.date()).describe('The day in UTC of each step, 1 to 5 of them.'),
    }),
  )
  .describe('Deeds with at least one step. `GET /api/rules` has the counts that reach the steps.');

export const deedRules = z
  .array(
    z.object({ name: deedName, steps: z.array(z.int()).describe('The counts that reach the five steps.') }),
  )
  .describe('Lasting signs of an empire, without a reward.');
