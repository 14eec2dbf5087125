import { announcementText, type Announcement } from '../contract/announcement.ts';
import { hourMs, isoOf } from '../kernel/time.ts';
import { selectAnnouncement, storeAnnouncement } from '../world/announcement.ts';
import { defineCommand, Refusal, type CommandContext } from './command.ts';
import { hoursOption, parseText } from './options.ts';

/** A month. */
const maxHours = 720;

function replace(
  { change }: CommandContext,
  announcement: Announcement | null,
  details: object,
): Promise<object> {
  return change('announcement', async (tx) => {
    await storeAnnouncement(tx, announcement);
    return details;
  });
}

/** Null unless one is shown at present. */
async function readCurrent(context: CommandContext): Promise<{ now: number; current: Announcement | null }> {
  const now = (await context.openWorld()).clock.now();
  const stored = await selectAnnouncement(context.pool);
  return { now, current: stored !== null && Date.parse(stored.ends_at) > now ? stored : null };
}

export const announcementCommands = [
  defineCommand<{ hours: number }>('announcement publish <text>', {
    summary:
      'Shows a line of text on every page, and sends it to every live client, at once. Replaces the announcement before.',
    options: { hours: hoursOption(maxHours, 'when it ends: ') },
    examples: ['announcement publish "The server restarts at 18:00 UTC, for a minute." --hours 3'],
    run: async (context, [given = ''], { hours }) => {
      const text = parseText(announcementText, given, 'text');
      const { now, current } = await readCurrent(context);
      const announcement = {
        text,
        announced_at: isoOf(now),
        ends_at: isoOf(now + hours * hourMs),
      };
      const details = { after: announcement, before: current };
      await replace(context, announcement, details);
      return {
        data: { announcement, replaced: current },
        text: `Published until ${announcement.ends_at}.${current === null ? '' : ' It replaces the one before.'}`,
      };
    },
  }),
  defineCommand('announcement show', {
    summary: 'Shows the present announcement.',
    examples: ['announcement show', 'announcement show --json'],
    run: async (context) => {
      const { current } = await readCurrent(context);
      const text =
        current === null ? 'There is no announcement.' : `Until ${current.ends_at}:\n${current.text}`;
      return { data: { announcement: current }, text };
    },
  }),
  defineCommand('announcement withdraw', {
    summary: 'Takes the announcement back, at once.',
    examples: ['announcement withdraw'],
    run: async (context) => {
      const { current } = await readCurrent(context);
      if (current === null) throw new Refusal('There is no announcement.');
      await replace(context, null, { before: current });
      return { data: { withdrawn: current }, text: 'The announcement is withdrawn.' };
    },
  }),
];
