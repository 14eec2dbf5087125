/** Commands that mute players: a muted player reads messages and sends none. */
import { hourMs, isoOf } from '../../kernel/time.ts';
import { execute, statement } from '../../db/pool.ts';
import { Refusal } from '../command.ts';
import { hoursOption } from '../options.ts';
import { defineUserCommand, targetOf } from './queries.ts';

/** A year. */
const maxHours = 8_760;

/** Waits for a message of the player that is being sent. */
const updateMuted = statement('updateMuted', 'UPDATE users SET muted_until = $2 WHERE id = $1');

export const muteCommands = [
  defineUserCommand<{ hours: number }>({
    name: 'users mute',
    summary: 'Lets an account send no messages for some hours, from now on. It still reads them.',
    options: { hours: hoursOption(maxHours) },
    examples: ['users mute ann', 'users mute ann --hours 72'],
    run: async (context, user, _args, { hours }) => {
      const until = context.clock.now() + hours * hourMs;
      const details = await context.change(targetOf(user), async (tx) => {
        await execute(tx, updateMuted, [user.id, until]);
        return { hours, muted_until: isoOf(until) };
      });
      return {
        data: { username: user.username, ...details },
        text: `${user.username} is muted until ${details.muted_until}.`,
      };
    },
  }),
  defineUserCommand({
    name: 'users unmute',
    summary: 'Lets a muted account send messages again.',
    examples: ['users unmute ann'],
    run: async (context, user) => {
      const muted = user.muted_until ?? 0;
      if (muted <= context.clock.now()) throw new Refusal(`${user.username} is not muted.`);
      await context.change(targetOf(user), async (tx) => {
        await execute(tx, updateMuted, [user.id, null]);
        return { muted_until: isoOf(muted) };
      });
      return { data: { username: user.username }, text: `${user.username} may send messages again.` };
    },
  }),
];
