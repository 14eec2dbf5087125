/** The form of every act, and that of the first operator's link. */
import { z } from 'zod';
import { confirmPassword } from '../../account/operations.ts';
import { writeMail, type Recipient } from '../../account/mail-texts.ts';
import { becomeOperator, operatorPath } from '../../account/operator-link.ts';
import { selectMailbox } from '../../account/queries.ts';
import { Refusal } from '../../admin/command.ts';
import { findUser, type UserRow } from '../../admin/users/queries.ts';
import { hasRole } from '../../contract/roles.ts';
import { messageText } from '../../contract/lines.ts';
import { name, nameKey } from '../../contract/text.ts';
import { readLocalPath } from '../../http/sessions/authenticate.ts';
import { requireRole, type Viewer } from '../../http/sessions/viewer.ts';
import { GameError } from '../../kernel/errors.ts';
import { sendMessage } from '../../messages/operations.ts';
import { defineAction } from '../framework/action.ts';
import type { PageDeps } from '../framework/page.ts';
import { inWords, optionalText, pageTop, sentenceOf } from '../shared/forms.ts';
import { argumentsOf, findAct, needsPassword } from './acts.ts';
import { commandOf, runCommand } from './context.ts';
import { actPage, operatorPage } from './pages.ts';

/** Only operators find an account by its e-mail. Throws VALIDATION_ERROR. */
function findPlayer({ services }: PageDeps, viewer: Viewer, text: string): Promise<UserRow> {
  const isOperator = hasRole(viewer.role, 'operator');
  return findUser(services.pool, text, isOperator).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const keys = isOperator ? 'name, e-mail or id' : 'name or id';
    throw new GameError('VALIDATION_ERROR', `There is no account with this ${keys}`);
  });
}

/** Null without a mail server or a confirmed e-mail. */
async function findMailbox(
  { services, account }: PageDeps,
  { username }: UserRow,
): Promise<Recipient | null> {
  const mailbox = account.mailer === null ? null : await selectMailbox(services.pool, nameKey(username), '');
  return mailbox?.isConfirmed === true ? { ...mailbox, username } : null;
}

async function writeToPlayer(
  { services, account }: PageDeps,
  viewer: Viewer,
  player: UserRow,
  text: string,
  mailbox: Recipient | null,
): Promise<string> {
  if (mailbox !== null)
    account.mailer?.post(() => Promise.resolve([writeMail(mailbox, 'Your account', [text])]));
  try {
    await sendMessage({ services, viewer }, { userId: player.id }, text);
    return mailbox === null ? ' Your message is sent.' : ' Your message is sent, also by mail.';
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    return ` Your message was not sent. ${sentenceOf(error)}`;
  }
}

export const adminActions = [
  defineAction(operatorPath, operatorPage, {
    anchor: () => pageTop,
    body: z.object({ token: z.string().max(100) }),
    result: { notice: 'You are the operator of this world.', address: '/admin' },
    run: ({ account, viewer, body }) => becomeOperator(account, viewer, body.token),
  }),
  defineAction('/admin/act/:act', actPage, {
    anchor: () => pageTop,
    address: ({ act = '' }, { back = '' }) => `/admin/act/${act}?back=${encodeURIComponent(back)}`,
    // Those of its command are read by their names.
    body: z.object({ reason: name(3, 200), message: messageText.optional() }),
    fromFields: ({ reason, message }) => ({ reason, message: optionalText(message) }),
    run: async ({ params, fields, viewer, body: { reason, message }, response, ...deps }) => {
      const act = findAct(params.act);
      requireRole(viewer, act.role);
      const given = argumentsOf(act).map((argument) => fields[argument] ?? '');
      const player = act.isAboutPlayer ? await findPlayer(deps, viewer, given[0] ?? '') : null;
      const args = player === null ? given : [player.id, ...given.slice(1)];
      if (needsPassword(act, viewer, deps.account.clock.now()))
        await confirmPassword(deps.account, viewer, fields.current_password ?? '', response);
      const { command, role } = act;
      const isLeaving = player !== null && act.id === 'users-deactivate';
      const mailbox = isLeaving ? await findMailbox(deps, player) : null;
      const { text, secret, isFailure } = await runCommand(deps, viewer, {
        ...{ command, role, args, fields, reason },
      });
      // The rest is for the command line.
      const [sentence = ''] = text.split('\n\n');
      if (isFailure === true) throw new GameError('VALIDATION_ERROR', sentence.replace(/\.$/, ''));
      const written =
        player === null || message === undefined
          ? ''
          : await writeToPlayer(deps, viewer, player, message, mailbox);
      if (optionalText(fields.handles) !== undefined) {
        const handle = { command: commandOf('reports handle'), role, args: [fields.handles ?? ''], reason };
        // Another moderator may have handled it meanwhile.
        await runCommand(deps, viewer, handle).catch((error: unknown) => {
          if (!(error instanceof GameError) || error.code !== 'VALIDATION_ERROR') throw error;
        });
      }
      const back = readLocalPath(fields.back ?? '');
      const notice = inWords(sentence.replaceAll('\n', ' ')) + written;
      // The page of the act, which has no form any more.
      if (secret !== undefined) return { notice, fields: { secret }, isShownOnce: true };
      return {
        notice,
        address: back?.startsWith('/admin') === true ? back : '/admin/acts',
      };
    },
  }),
];
