/** Commands that mute players: a muted player reads messages and sends none. */
import { hourMs, isoOf } from '../../kernel/time.ts';
import { defineCommand, Refusal } from '../command.ts';
import { setMuted } from '../messages/queries.ts';
import { countUpTo } from '../options.ts';
import { findUser, targetOf } from './queries.ts';

/** A year. */
const maxHours = 8_760;

export const muteCommands = [
  defineCommand<{ hours: number }>({
    name: 'users mute',
    summary: 'Lets an account send no messages for some hours, from now on. It still reads them.',
    args: '<user>',
    options: {
      hours: {
        flags: '--hours <n>',
        description: `1 to ${maxHours}`,
        parse: countUpTo(maxHours),
        defaultValue: 24,
      },
    },
    examples: ['users mute ann', 'users mute ann --hours 72'],
    run: async (context, [nameOrId = ''], { hours }) => {
      const user = await findUser(context.pool, nameOrId);
      const until = context.clock.now() + hours * hourMs;
      const details = await context.change(targetOf(user), async (tx) => {
        await setMuted(tx, user.id, until);
        return { hours, muted_until: isoOf(until) };
      });
      return {
        data: { username: user.username, ...details },
        text: `${user.username} is muted until ${details.muted_until}.`,
      };
    },
  }),
  defineCommand({
    name: 'users unmute',
    summary: 'Lets a muted account send messages again.',
    args: '<user>',
    examples: ['users unmute ann'],
    run: async (context, [nameOrId = '']) => {
      const user = await findUser(context.pool, nameOrId);
      const muted = user.muted_until ?? 0;
      if (muted <= context.clock.now()) throw new Refusal(`${user.username} is not muted.`);
      await context.change(targetOf(user), async (tx) => {
        await setMuted(tx, user.id, null);
        return { muted_until: isoOf(muted) };
      });
      return { data: { username: user.username }, text: `${user.username} may send messages again.` };
    },
  }),
];
