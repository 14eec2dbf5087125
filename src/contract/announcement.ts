/** Contract of the operator's announcement to all players. */
import { z } from 'zod';
import { named } from './shapes.ts';
import { name, timestamp } from './text.ts';

/** Its notification must be shorter than 8,000 bytes. */
export const announcementText = name(1, 500);

/** As the route and the event send it, and the database stores it. */
export const announced = z.object({
  announcement: named('Announcement', 'What the operator tells all players; pages show it.', {
    text: z.string().describe('A line of plain text.'),
    announced_at: timestamp.describe('When the operator wrote it.'),
    ends_at: timestamp.describe('Until when it is shown.'),
  })
    .nullable()
    .describe('Null if there is none.'),
});

export type Announced = z.infer<typeof announced>;
export type Announcement = NonNullable<Announced['announcement']>;
