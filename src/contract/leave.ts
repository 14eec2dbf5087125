/** Contract of leaves: some days in which an empire stands still and cannot be attacked. */
import { z } from 'zod';
import * as shared from './members.ts';
import { named } from './shapes.ts';
import { integer, timestamp } from './text.ts';

export const leave = named('Leave', 'A leave that is ordered or has begun.', {
  days: z.int().describe('Real days from its begin to its end.'),
  ordered_at: timestamp.describe('When it was ordered. Since then, the empire sends out no armies.'),
  notice_ends_at: timestamp.describe(
    'The end of the notice. Attacks ordered since the order of the leave must meet the empire before it.',
  ),
  began_at: timestamp
    .nullable()
    .describe('Null until it begins, at the end of the notice or when the last army is home.'),
  ends_at: timestamp.nullable().describe('Null until it begins.'),
});

export const leaveBody = z.object({
  days: integer(2, 30).describe('Real days. The speed of the world does not change them.'),
});

export const leaveResponse = z.object({
  success: shared.success,
  leave: leave.nullable().describe('Null after the return.'),
});

export const leaveRules = z
  .object({
    shortest_days: z.int().describe('Real days that a leave lasts at least.'),
    longest_days: z.int().describe('Real days that a leave lasts at most.'),
    pause_days: z.int().describe('Real days from the end of a leave to the next order.'),
    notice_limit_hours: z
      .number()
      .describe('Hours of this world after the notice, after which a leave that has not begun is dropped.'),
    notice_hours: z.number().describe('Hours of this world from the order to the end of the notice.'),
  })
  .describe('The limits of leaves.');

export type LeaveView = z.infer<typeof leave>;
