/** Commands that change what a player logs in with: the name, the e-mail, and a link to a new password. */
import { refusingTaken } from '../../account/account-changes.ts';
import { linkTo, resetPage } from '../../account/mail-texts.ts';
import { confirmPendingEmail, issueToken } from '../../account/tokens.ts';
import { registerBody } from '../../contract/account.ts';
import { nameKey } from '../../contract/text.ts';
import { constraintOf } from '../../db/constraints.ts';
import { dayMs, isoOf } from '../../kernel/time.ts';
import { defineCommand, Refusal } from '../command.ts';
import { parseName } from '../options.ts';
import { findUser, setUsername, targetOf } from './queries.ts';

/** Longer than that of a mail, because the operator passes it on by hand. */
const linkLifetimeMs = dayMs;

export const credentialCommands = [
  defineCommand({
    name: 'users rename',
    summary: 'Renames an account. Its player logs in with the new name; sessions stay.',
    args: '<user> <name>',
    examples: ['users rename ann "Ann of Attica"'],
    run: async (context, [nameOrId = '', newName = '']) => {
      const user = await findUser(context.pool, nameOrId);
      const username = parseName(registerBody.shape.username, newName);
      const details = { before: user.username, after: username };
      await context
        .change(targetOf(user), async (tx) => {
          await setUsername(tx, user.id, username, nameKey(username));
          return details;
        })
        .catch((error: unknown) => {
          if (constraintOf(error) !== 'users_username_unique') throw error;
          throw new Refusal(`Another account has the name ${username}.`);
        });
      return { data: { id: user.id, ...details }, text: `${user.username} is now called ${username}.` };
    },
  }),
  defineCommand({
    name: 'users reset-link',
    summary:
      'Prints a link with which a player chooses a new password. It works once, for 24 hours, and voids an earlier one. For servers without mails.',
    args: '<user>',
    examples: ['users reset-link ann'],
    run: async (context, [nameOrId = '']) => {
      const user = await findUser(context.pool, nameOrId);
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
        text: `Give this link to ${user.username} only. It works until ${expires_at}:\n${link}`,
      };
    },
  }),
  defineCommand({
    name: 'users confirm-email',
    summary:
      'Changes the e-mail of an account to the one that waits for its confirmation, as the link in the mail would.',
    args: '<user>',
    examples: ['users confirm-email ann'],
    run: async (context, [nameOrId = '']) => {
      const user = await findUser(context.pool, nameOrId);
      const { clock } = await context.openWorld();
      let email = '';
      await context.change(targetOf(user), async (tx) => {
        const changed = await refusingTaken(confirmPendingEmail(tx, user.id, clock.now()));
        if (changed === null) throw new Refusal(`No e-mail of ${user.username} waits for its confirmation.`);
        ({ email } = changed);
        // No personal data except the name, because the audit is kept.
        return {};
      });
      return {
        data: { username: user.username, email },
        text: `The e-mail of ${user.username} is ${email}.`,
      };
    },
  }),
];
