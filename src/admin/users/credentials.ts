/** Commands that change the name, the e-mail or the password. */
import { Option } from 'commander';
import { linkTo, resetPage } from '../../account/mail-texts.ts';
import { confirmPendingEmail, issueToken } from '../../account/tokens.ts';
import { createPasswords } from '../../account/passwords.ts';
import { newPassword, registerBody } from '../../contract/account.ts';
import { nameKey } from '../../contract/text.ts';
import { constraintOf } from '../../db/constraints.ts';
import { execute, statement } from '../../db/pool.ts';
import { createSecret } from '../../kernel/random.ts';
import { dayMs, isoOf } from '../../kernel/time.ts';
import { Refusal } from '../command.ts';
import { parseText } from '../options.ts';
import { pluralize } from '../tables.ts';
import { defineUserCommand, deleteSessionsOfUser, targetOf } from './queries.ts';

/** Longer than that of a mail: the operator passes the link on by hand. */
const linkLifetimeMs = dayMs;

const updateUsername = statement('updateUsername', {
  sql: 'UPDATE users SET username = $2, username_key = $3 WHERE id = $1',
});

const updatePassword = statement('updatePassword', {
  sql: 'UPDATE users SET password_hash = $2, salt = $3 WHERE id = $1',
});

export const credentialCommands = [
  defineUserCommand<{ stdin?: boolean }>('users reset-password <user>', {
    summary: 'Sets a new random password, prints it, and ends all sessions of the account.',
    options: { stdin: new Option('--stdin', 'read the password from stdin instead, and print none') },
    examples: ['users reset-password ann', 'users reset-password ann --stdin < new-password'],
    run: async (context, user, _args, { stdin: isFromStdin = false }) => {
      if (user.is_bot) throw new Refusal(`${user.username} is a bot: bots do not log in.`);
      const password = isFromStdin
        ? (await context.readInput()).replace(/\r?\n$/, '')
        : createSecret(context.random, 12);
      const parsed = newPassword.safeParse(password);
      if (!parsed.success)
        throw new Refusal(`The password ${parsed.error.issues[0]?.message ?? 'is invalid'}.`);
      const { hash, salt } = await createPasswords(1, undefined, context.random).hash(password);
      const details = await context.change(targetOf(user), async (tx) => {
        await execute(tx, updatePassword, [user.id, hash, salt]);
        return { sessions_ended: await deleteSessionsOfUser(tx, user.id) };
      });
      const ended = pluralize(details.sessions_ended, 'session');
      return {
        data: { username: user.username, ...(isFromStdin ? {} : { password }), ...details },
        text: `${user.username} has a new password; ${ended} ended.`,
        ...(isFromStdin ? {} : { secret: `Password: ${password}` }),
      };
    },
  }),
  defineUserCommand('users rename <user> <name>', {
    summary: 'Renames an account. Its player logs in with the new name; sessions stay.',
    examples: ['users rename ann "Ann of Attica"'],
    run: async (context, user, [newName = '']) => {
      const username = parseText(registerBody.shape.username, newName);
      const details = { before: user.username, after: username };
      await context
        .change(targetOf(user), async (tx) => {
          await execute(tx, updateUsername, [user.id, username, nameKey(username)]);
          return details;
        })
        .catch((error: unknown) => {
          if (constraintOf(error) !== 'users_username_unique') throw error;
          throw new Refusal(`Another account has the name ${username}.`);
        });
      return { data: { id: user.id, ...details }, text: `${user.username} is now called ${username}.` };
    },
  }),
  defineUserCommand('users reset-link <user>', {
    summary:
      'Prints a link with which a player chooses a new password. It works once, for 24 hours, and voids an earlier one. For servers without mails.',
    examples: ['users reset-link ann'],
    run: async (context, user) => {
      if (user.is_bot) throw new Refusal(`${user.username} is a bot: bots do not log in.`);
      const { clock } = await context.openWorld();
      const expiresAtMs = clock.now() + linkLifetimeMs;
      const expires_at = isoOf(expiresAtMs);
      let link = '';
      await context.change(targetOf(user), async (tx) => {
        const issued = await issueToken(tx, context.random, 'password', user.id, { expiresAtMs });
        if (issued === null) throw new Refusal(`${user.username} is deactivated.`);
        link = linkTo(context.baseUrl, resetPage, issued.token);
        return { expires_at };
      });
      return {
        data: { username: user.username, link, expires_at },
        text: `Give this link to ${user.username} only. It works until ${expires_at}.`,
        secret: link,
      };
    },
  }),
  defineUserCommand('users confirm-email <user>', {
    summary:
      'Changes the e-mail of an account to the one that waits for its confirmation, as the link in the mail would.',
    examples: ['users confirm-email ann'],
    run: async (context, user) => {
      const { clock } = await context.openWorld();
      let email = '';
      await context.change(targetOf(user), async (tx) => {
        const changed = await confirmPendingEmail(tx, user.id, clock.now());
        if (changed === null) throw new Refusal(`No e-mail of ${user.username} waits for its confirmation.`);
        ({ email } = changed);
        // No e-mail, because the audit is kept.
        return {};
      });
      return {
        data: { username: user.username, email },
        text: `The e-mail of ${user.username} is ${email}.`,
      };
    },
  }),
];
