/** Contract of leaves: some days in which an empire stands still and cannot be attacked. */
import { z } from 'zod';
import { integer, timestamp } from './text.ts';

export const leave = z
  .object({
    days: z.int().describe('Real days from its begin to its end.'),
    ordered_at: timestamp.describe('When it was ordered. Since then, the empire sends out no armies.'),
    notice_ends_at: timestamp.describe(
      'The end of the notice. Attacks ordered since the order of the leave must meet the empire before it.',
    ),
    began_at: timestamp
      .nullable()
      .describe('Null until it begins, at the end of the notice or when the last army is home.'),
    ends_at: timestamp.nullable().describe('Null until it begins.'),
  })
  .meta({ id: 'Leave', description: 'A leave that is ordered or has begun.' });

export const leaveBody = z.object({
  days: integer(2, 30).describe('Real days, whatever the speed of the world is.'),
});

export const leaveAnswer = z.object({
  success: z.literal(true),
  leave: leave.nullable().describe('Null after the return.'),
});

export type LeaveView = z.infer<typeof leave>;
