import { Option } from 'commander';
import { deleteAccount, deletedName } from '../../account/deletion.ts';
import { requireAnotherOperator } from '../../account/operators.ts';
import { role } from '../../contract/roles.ts';
import { nameKey } from '../../contract/text.ts';
import { execute, select, statement } from '../../db/pool.ts';
import { transaction, type Writer } from '../../db/transaction.ts';
import { GameError } from '../../kernel/errors.ts';
import { hourMs, isoOf } from '../../kernel/time.ts';
import { wholeNumber } from '../../kernel/arguments.ts';
import { defineCommand, Refusal, UsageError } from '../command.ts';
import { hoursOption, limitOption } from '../options.ts';
import { pluralize, keyValues, table } from '../tables.ts';
import { credentialCommands } from './credentials.ts';
import { defineUserCommand, deleteSessionsOfUser, selectUsers, targetOf, type UserRow } from './queries.ts';

function describeUser(user: UserRow): string {
  return keyValues([
    ['name', user.username],
    ['id', user.id],
    ['e-mail', user.email],
    ['created (UTC)', user.created_at],
    ['last login (UTC)', user.last_login],
    ['active', user.is_active],
    ['deactivated until (UTC)', user.inactive_until === null ? null : new Date(user.inactive_until)],
    ['bot', user.is_bot],
    ['role', user.role],
    ['muted until (UTC)', user.muted_until === null ? null : new Date(user.muted_until)],
    ['deletion (UTC)', user.deletion_at],
    ['empire', user.empire_id === null ? null : `${user.empire_name ?? '?'} (${user.empire_id})`],
    ['sessions', user.sessions],
  ]);
}

const keyOf = (text: string | undefined): string | null => (text === undefined ? null : nameKey(text));

const listUsers = defineCommand<{
  search?: string;
  inactive?: boolean;
  bots?: boolean;
  leaving?: boolean;
  limit: number;
  after?: string;
}>('users list', {
  isLook: true,
  summary: 'Lists accounts by name.',
  options: {
    search: new Option('--search <text>', 'only names or e-mails that contain this text'),
    inactive: new Option('--inactive', 'only deactivated accounts'),
    bots: new Option('--bots', 'only accounts of bots'),
    leaving: new Option('--leaving', 'only accounts that are due for deletion'),
    limit: limitOption,
    after: new Option('--after <name>', 'only names after this one: the next page'),
  },
  examples: ['users list --search ann', 'users list --inactive --json'],
  run: async ({ pool, audit }, _args, options) => {
    const { search, inactive = false, bots = false, leaving = false, limit, after } = options;
    const values = [keyOf(search), inactive, bots, keyOf(after), limit + 1, leaving];
    const found = await select(pool, selectUsers, values);
    const users = found.slice(0, limit);
    const next = found.length > limit ? (users.at(-1)?.username ?? null) : null;
    // Without the search, which can be an e-mail: the audit is kept.
    await audit('all accounts', { accounts: users.length });
    const text = table(users, {
      name: ({ username }) => username,
      'e-mail': ({ email }) => email,
      'created (UTC)': ({ created_at }) => created_at,
      'last login': ({ last_login }) => last_login,
      active: ({ is_active }) => is_active,
      bot: ({ is_bot }) => is_bot,
      empire: ({ empire_name }) => empire_name,
      sessions: ({ sessions }) => sessions,
    });
    const more = next === null ? '' : `\n\nNext page: --after "${next}"`;
    return { data: { users, next }, text: text === '' ? 'No accounts found.' : text + more };
  },
});

const showUser = defineUserCommand('users show <user>', {
  isLook: true,
  summary: 'Shows an account.',
  examples: ['users show ann', 'users show ann@example.org --json'],
  run: async ({ audit }, user) => {
    await audit(targetOf(user), {});
    return { data: { user }, text: describeUser(user) };
  },
});

/** A year. */
const maxHours = 8_760;

const updateActive = statement('updateActive', {
  sql: 'UPDATE users SET is_active = $2, inactive_until = $3 WHERE id = $1',
});

const deactivate = defineUserCommand<{ hours?: number }>('users deactivate <user>', {
  summary:
    'Deactivates an account: its sessions end permanently, its live connections close, and it cannot log in, for some hours or until it is reactivated.',
  options: {
    hours: new Option(
      '--hours <n>',
      `for so many hours, 1 to ${maxHours}; absent: until it is reactivated`,
    ).argParser(wholeNumber(1, maxHours)),
  },
  examples: ['users deactivate ann', 'users deactivate ann --hours 72'],
  run: async (context, user, _args, { hours }) => {
    const now = context.clock.now();
    const hasEnded = user.inactive_until !== null && user.inactive_until <= now;
    if (!user.is_active && !hasEnded) throw new Refusal(`${user.username} is already deactivated.`);
    const details = await context.change(targetOf(user), async (tx) => {
      await requireAnotherOperator(tx, user.id);
      const until = hours === undefined ? null : now + hours * hourMs;
      await execute(tx, updateActive, [user.id, false, until]);
      return { sessions_ended: user.sessions, until: until === null ? null : isoOf(until) };
    });
    const ended = pluralize(details.sessions_ended, 'session');
    return {
      data: { username: user.username, ...details },
      text: `${user.username} is deactivated${details.until === null ? '' : ` until ${details.until}`}; ${ended} ended.`,
    };
  },
});

const reactivate = defineUserCommand('users reactivate <user>', {
  summary: 'Reactivates an account. Its player must log in again.',
  examples: ['users reactivate ann'],
  run: async (context, user) => {
    if (user.is_active) throw new Refusal(`${user.username} is already active.`);
    const details = await context.change(targetOf(user), async (tx) => {
      const ended = await deleteSessionsOfUser(tx, user.id);
      await execute(tx, updateActive, [user.id, true, null]);
      return { sessions_ended: ended };
    });
    return { data: { username: user.username, ...details }, text: `${user.username} is active again.` };
  },
});

const deleteUserCommand = defineUserCommand('users delete <user>', {
  summary: `Permanently deletes an account at once. Its empire stays, with ${deletedName} as its owner.`,
  examples: ['users delete ann', 'users delete ann --yes'],
  run: async (context, user) => {
    const { id, username, empire_name: empire } = user;
    const stays = empire === null ? '' : ` ${empire} stays.`;
    await context.confirm(`The account ${username} will be deleted permanently.${stays}`, username);
    // No personal data except the name, because the audit is kept.
    const details = { created_at: user.created_at, empire_id: user.empire_id };
    const record = (tx: Writer) => context.auditIn(tx, targetOf(user), details);
    if (!(await deleteAccount(await context.openWorld(), user, { record }))) throw new GameError('BUSY');
    return { data: { username, id, ...details }, text: `${username} is deleted.${stays}` };
  },
});

const updateRole = statement('updateRole', { sql: 'UPDATE users SET role = $2 WHERE id = $1' });

const setRole = defineUserCommand('users role <user> <role>', {
  summary:
    'Gives an account a role. Moderators handle reports, mute and rename in the browser, below /admin; operators do everything there. It applies from the next request on.',
  examples: ['users role ann moderator', 'users role ann player'],
  run: async (context, user, [text = '']) => {
    const parsed = role.safeParse(text);
    if (!parsed.success) throw new UsageError(`The role must be one of ${role.options.join(', ')}.`);
    if (user.is_bot) throw new Refusal(`${user.username} is a bot: bots have no role.`);
    const details = { before: user.role, after: parsed.data };
    await transaction(context.pool, async (tx) => {
      if (parsed.data !== 'operator') await requireAnotherOperator(tx, user.id);
      // The audit first: an operator who steps down may write none afterwards.
      context.auditIn(tx, targetOf(user), details);
      tx.write(updateRole, [user.id, parsed.data]);
    });
    return {
      data: { username: user.username, ...details },
      text: `${user.username} is ${parsed.data === 'operator' ? 'an' : 'a'} ${parsed.data} now.`,
    };
  },
});

/** Waits for a message of the player that is being sent. */
const updateMuted = statement('updateMuted', { sql: 'UPDATE users SET muted_until = $2 WHERE id = $1' });

const muteCommands = [
  defineUserCommand<{ hours: number }>('users mute <user>', {
    summary:
      'Lets an account send no messages, applications, invitations, names and descriptions for some hours, from now on. It still plays.',
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
  defineUserCommand('users unmute <user>', {
    summary: 'Lets a muted account write to others again.',
    examples: ['users unmute ann'],
    run: async (context, user) => {
      const muted = user.muted_until ?? 0;
      if (muted <= context.clock.now()) throw new Refusal(`${user.username} is not muted.`);
      await context.change(targetOf(user), async (tx) => {
        await execute(tx, updateMuted, [user.id, null]);
        return { muted_until: isoOf(muted) };
      });
      return { data: { username: user.username }, text: `${user.username} may write to others again.` };
    },
  }),
];

export const userCommands = [
  listUsers,
  showUser,
  deactivate,
  reactivate,
  deleteUserCommand,
  setRole,
  ...credentialCommands,
  ...muteCommands,
];
