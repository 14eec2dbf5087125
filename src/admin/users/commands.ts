/** Commands about accounts. */
import { deleteAccount, deletedName } from '../../account/deletion.ts';
import { createPasswords } from '../../account/passwords.ts';
import { newPassword } from '../../contract/account.ts';
import { defineCommand, Refusal } from '../command.ts';
import { limitOption } from '../options.ts';
import { pluralize, keyValues, table } from '../tables.ts';
import { credentialCommands } from './credentials.ts';
import { muteCommands } from './mute.ts';
import {
  deleteSessions,
  findUser,
  selectUsers,
  setActive,
  setPassword,
  type UserRow,
  targetOf,
} from './queries.ts';
import { createSecret } from '../../kernel/random.ts';

function describeUser(user: UserRow): string {
  return keyValues([
    ['name', user.username],
    ['id', user.id],
    ['e-mail', user.email],
    ['created (UTC)', user.created_at],
    ['last login (UTC)', user.last_login],
    ['active', user.is_active],
    ['bot', user.is_bot],
    ['muted until (UTC)', user.muted_until === null ? null : new Date(user.muted_until)],
    ['deletion (UTC)', user.deletion_at],
    ['empire', user.empire_id === null ? null : `${user.empire_name ?? '?'} (${user.empire_id})`],
    ['sessions', user.sessions],
  ]);
}

const listUsers = defineCommand<{
  search?: string;
  inactive?: boolean;
  bots?: boolean;
  leaving?: boolean;
  limit: number;
  after?: string;
}>({
  name: 'users list',
  summary: 'Lists accounts by name.',
  options: {
    search: { flags: '--search <text>', description: 'only names or e-mails that contain this text' },
    inactive: { flags: '--inactive', description: 'only deactivated accounts' },
    bots: { flags: '--bots', description: 'only accounts of bots' },
    leaving: { flags: '--leaving', description: 'only accounts that are due for deletion' },
    limit: limitOption,
    after: { flags: '--after <name>', description: 'only names after this one: the next page' },
  },
  examples: ['users list --search ann', 'users list --inactive --json'],
  run: async ({ pool, audit }, _args, { search, inactive, bots, leaving, limit, after }) => {
    const found = await selectUsers(pool, {
      search: search ?? null,
      onlyInactive: inactive ?? false,
      onlyBots: bots ?? false,
      onlyLeaving: leaving ?? false,
      after: after ?? null,
      limit: limit + 1,
    });
    const users = found.slice(0, limit);
    const next = found.length > limit ? (users.at(-1)?.username ?? null) : null;
    // Without the search, which can be an e-mail: the audit is kept.
    await audit('all accounts', { accounts: users.length });
    const rows = users.map((user) => [
      user.username,
      user.email,
      user.created_at,
      user.last_login,
      user.is_active,
      user.is_bot,
      user.empire_name,
      user.sessions,
    ]);
    const head = ['name', 'e-mail', 'created (UTC)', 'last login', 'active', 'bot', 'empire', 'sessions'];
    const more = next === null ? '' : `\n\nNext page: --after "${next}"`;
    return {
      data: { users, next },
      text: users.length === 0 ? 'No accounts found.' : table(head, rows) + more,
    };
  },
});

const showUser = defineCommand({
  name: 'users show',
  summary: 'Shows an account.',
  args: '<user>',
  examples: ['users show ann', 'users show ann@example.org --json'],
  run: async ({ pool, audit }, [nameOrId = '']) => {
    const user = await findUser(pool, nameOrId);
    await audit(targetOf(user), {});
    return { data: { user }, text: describeUser(user) };
  },
});

const deactivate = defineCommand({
  name: 'users deactivate',
  summary:
    'Deactivates an account: its sessions end permanently, its live connections close, and it cannot log in.',
  args: '<user>',
  examples: ['users deactivate ann'],
  run: async (context, [nameOrId = '']) => {
    const user = await findUser(context.pool, nameOrId);
    if (!user.is_active) throw new Refusal(`${user.username} is already deactivated.`);
    const details = await context.change(targetOf(user), async (tx) => {
      await setActive(tx, user.id, false);
      return { sessions_ended: user.sessions };
    });
    const ended = pluralize(details.sessions_ended, 'session');
    return {
      data: { username: user.username, ...details },
      text: `${user.username} is deactivated; ${ended} ended.`,
    };
  },
});

const reactivate = defineCommand({
  name: 'users reactivate',
  summary: 'Reactivates an account. Its player must log in again.',
  args: '<user>',
  examples: ['users reactivate ann'],
  run: async (context, [nameOrId = '']) => {
    const user = await findUser(context.pool, nameOrId);
    if (user.is_active) throw new Refusal(`${user.username} is already active.`);
    const details = await context.change(targetOf(user), async (tx) => {
      const ended = await deleteSessions(tx, user.id);
      await setActive(tx, user.id, true);
      return { sessions_ended: ended };
    });
    return { data: { username: user.username, ...details }, text: `${user.username} is active again.` };
  },
});

const resetPassword = defineCommand<{ stdin?: boolean }>({
  name: 'users reset-password',
  summary: 'Sets a new random password, prints it, and ends all sessions of the account.',
  args: '<user>',
  options: {
    stdin: { flags: '--stdin', description: 'read the password from stdin instead, and print none' },
  },
  examples: ['users reset-password ann', 'users reset-password ann --stdin < new-password'],
  run: async (context, [nameOrId = ''], { stdin }) => {
    const user = await findUser(context.pool, nameOrId);
    if (user.is_bot) throw new Refusal(`${user.username} is a bot: bots do not log in.`);
    const isFromStdin = stdin === true;
    const password = isFromStdin
      ? (await context.readInput()).replace(/\r?\n$/, '')
      : createSecret(context.random, 12);
    const parsed = newPassword.safeParse(password);
    if (!parsed.success)
      throw new Refusal(`The password ${parsed.error.issues[0]?.message ?? 'is invalid'}.`);
    const stored = await createPasswords(1, undefined, context.random).hash(password);
    const details = await context.change(targetOf(user), async (tx) => {
      await setPassword(tx, user.id, stored);
      return { sessions_ended: await deleteSessions(tx, user.id) };
    });
    const passwordLine = isFromStdin ? '' : `\nPassword: ${password}`;
    const ended = pluralize(details.sessions_ended, 'session');
    return {
      data: { username: user.username, ...(isFromStdin ? {} : { password }), ...details },
      text: `${user.username} has a new password; ${ended} ended.${passwordLine}`,
    };
  },
});

const deleteUserCommand = defineCommand({
  name: 'users delete',
  summary: `Permanently deletes an account at once. Its empire stays, with ${deletedName} as its owner.`,
  args: '<user>',
  examples: ['users delete ann', 'users delete ann --yes'],
  run: async (context, [nameOrId = '']) => {
    const user = await findUser(context.pool, nameOrId);
    const { id, username, empire_name: empire } = user;
    const stays = empire === null ? '' : ` ${empire} stays.`;
    await context.confirm(`The account ${username} will be deleted permanently.${stays}`, username);
    // No personal data except the name, because the audit is kept.
    const details = { created_at: user.created_at, empire_id: user.empire_id };
    await context.change(targetOf(user), async (tx) => {
      await Promise.all(await deleteAccount(tx, context.random, id));
      return details;
    });
    return { data: { username, id, ...details }, text: `${username} is deleted.${stays}` };
  },
});

export const userCommands = [
  listUsers,
  showUser,
  deactivate,
  reactivate,
  resetPassword,
  deleteUserCommand,
  ...credentialCommands,
  ...muteCommands,
];
