/**
 * Changes of the e-mail, forgotten passwords, and requests of deletion. Mails that warn the owner follow the response:
 * a client that disconnects early must not prevent them.
 */
import type { Response } from 'express';
import type {
  ChangeEmailBody,
  ConfirmEmailBody,
  DeleteAccountBody,
  ForgotPasswordBody,
  ResetPasswordBody,
} from '../contract/account.ts';
import { nameKey } from '../contract/text.ts';
import { translateConstraint } from '../db/constraints.ts';
import { transaction } from '../db/transaction.ts';
import { hit } from '../http/limits/rate-limit-store.ts';
import type { Viewer } from '../http/sessions/viewer.ts';
import { changeOnce } from '../world/idempotency/change-once.ts';
import { GameError, RateLimited } from '../kernel/errors.ts';
import { hourMs } from '../kernel/time.ts';
import { deletionDelayMs, markForDeletion } from './deletion.ts';
import * as texts from './mail-texts.ts';
import type { Mail } from './mailer.ts';
import { changesOf, type AccountDeps } from './deps.ts';
import { createMailLimit, tooManyAddresses } from './mail-limits.ts';
import { confirmPassword, emailKey, wrongPassword } from './operations.ts';
import { requireAnotherOperator } from './operators.ts';
import { deleteSessions, selectMailbox, updateEmail } from './queries.ts';
import { issueToken, linkLifetimeMs, usePasswordToken, useEmailToken } from './tokens.ts';

/** Limit per kind and account. */
const mailsPerHour = 3;

/**
 * Changes the e-mail, or confirms the present one: at once without a mail server, otherwise by a link in a mail.
 * Returns whether a mail was sent. Throws FORBIDDEN for a wrong password; DUPLICATE_ACCOUNT only without a mail server;
 * RATE_LIMITED; BUSY.
 */
export async function changeEmail(
  deps: AccountDeps,
  viewer: Viewer,
  { email, current_password }: ChangeEmailBody,
  response: Response,
): Promise<{ isSent: boolean }> {
  const { db, mailer, security, clock, random, baseUrl } = deps;
  const { userId, username } = viewer;
  const passwordHash = await confirmPassword(deps, viewer, current_password, response);
  if (mailer === null) {
    const values = { userId, passwordHash, email, emailKey: emailKey(email) };
    const isChanged = await changeOnce(changesOf(deps, viewer), (tx) => updateEmail(tx, values));
    if (!isChanged) throw wrongPassword();
    security.record('email_changed', response, userId, {});
    return { isSent: false };
  }
  const waitMs = await hit(db, `email:${userId}`, mailsPerHour, hourMs);
  if (waitMs !== null) throw new RateLimited(`${mailsPerHour} mails an hour`, waitMs);
  const mayReach = createMailLimit(deps, response.req);
  if (!(await mayReach({ to: email, isConfirmed: false })))
    throw new GameError('RATE_LIMITED', tooManyAddresses);
  const expiresAtMs = clock.now() + linkLifetimeMs.email;
  const change = { expiresAtMs, email, emailKey: emailKey(email), passwordHash };
  const issued = await changeOnce(changesOf(deps, viewer), (tx) =>
    issueToken(tx, random, 'email', userId, change),
  );
  if (issued === null) throw wrongPassword();
  security.record('email_change_requested', response, userId, {});
  const link = texts.linkTo(baseUrl, texts.confirmPage, issued.token);
  const warning = texts.changeRequestedMail(issued.owner, email, baseUrl);
  const isNew = emailKey(email) !== emailKey(issued.owner.to);
  mailer.post(async () => [
    texts.confirmMail({ username, to: email, isConfirmed: false }, link),
    ...(isNew && (await mayReach(issued.owner)) ? [warning] : []),
  ]);
  return { isSent: true };
}

/** Confirms a new e-mail, and warns another old address. Throws INVALID_LINK; DUPLICATE_ACCOUNT. */
export async function confirmEmail(
  deps: AccountDeps,
  { token }: ConfirmEmailBody,
  response: Response,
): Promise<void> {
  const { db, clock, mailer, security } = deps;
  const changed = await useEmailToken(db, token, clock.now()).catch((error: unknown) => {
    throw translateConstraint(error);
  });
  if (changed === null) throw new GameError('INVALID_LINK', 'change your e-mail again to get a new one');
  const { id, email, before } = changed;
  security.record('email_changed', response, id, {});
  if (emailKey(email) === emailKey(before.to)) return;
  const mayReach = createMailLimit(deps, response.req);
  mailer?.post(async () => ((await mayReach(before)) ? [texts.changedMail(before, email)] : []));
}

/** The advice if the server sends no mails. */
export function describeHelp({ operatorContact }: Pick<AccountDeps, 'operatorContact'>): string {
  return `ask the operator for a new password${operatorContact === null ? '' : `: ${operatorContact}`}`;
}

/** The same whether or not there is an account. */
export const linkSent =
  'If there is such an account, a mail with a link is on its way to its address. The link works for 30 minutes.';

/**
 * Looks for the account only after the response, which therefore reveals nothing. Throws NO_MAIL without a mail server.
 */
export function forgotPassword(
  deps: AccountDeps,
  { username: nameOrEmail }: ForgotPasswordBody,
  response: Response,
): void {
  const { db, mailer, security, clock, random, baseUrl } = deps;
  if (mailer === null) throw new GameError('NO_MAIL', describeHelp(deps));
  const mayReach = createMailLimit(deps, response.req);
  const prepare = async (): Promise<Mail[]> => {
    const mailbox = await selectMailbox(db, nameKey(nameOrEmail), emailKey(nameOrEmail));
    const id = mailbox?.id ?? null;
    const isTooMany =
      mailbox !== null &&
      ((await hit(db, `reset:${mailbox.id}`, mailsPerHour, hourMs)) !== null || !(await mayReach(mailbox)));
    security.record('password_reset_requested', response, id, isTooMany ? { reason: 'too many mails' } : {});
    if (id === null || isTooMany) return [];
    const expiresAtMs = clock.now() + linkLifetimeMs.password;
    const issued = await issueToken(db, random, 'password', id, { expiresAtMs });
    if (issued === null) return [];
    const { token, owner } = issued;
    return [texts.resetMail(owner, texts.linkTo(baseUrl, texts.resetPage, token))];
  };
  response.once('close', () => mailer.post(prepare));
}

/** Also ends all sessions of the account. Throws INVALID_LINK; BUSY. */
export async function resetPassword(
  { db, clock, passwords, security }: AccountDeps,
  { token, new_password }: ResetPasswordBody,
  response: Response,
): Promise<void> {
  const stored = await passwords.hash(new_password);
  const use = { now: clock.now(), addressHash: security.hashAddress(response.req) };
  const { id, endedIds } = await transaction(db, async (tx) => {
    const userId = await usePasswordToken(tx, token, stored, use);
    // A statement of its own also sees the session of a login that has just finished.
    return { id: userId, endedIds: userId === null ? [] : await deleteSessions(tx, userId, null) };
  });
  if (id === null) throw new GameError('INVALID_LINK', 'ask for a new one');
  security.record('password_reset', response, id, { endedIds });
}

/**
 * Marks the account for deletion and ends all its sessions; a login cancels it. Throws FORBIDDEN for a wrong password;
 * LAST_OPERATOR, RATE_LIMITED and BUSY.
 */
export async function requestDeletion(
  deps: AccountDeps,
  viewer: Viewer,
  { current_password }: DeleteAccountBody,
  response: Response,
): Promise<Date> {
  const { clock, security, sessions, mailer, baseUrl } = deps;
  const { userId, username, email } = viewer;
  const passwordHash = await confirmPassword(deps, viewer, current_password, response);
  const deletionAtMs = clock.now() + deletionDelayMs;
  const marked = await changeOnce(
    changesOf(deps, viewer),
    async (tx) => {
      await requireAnotherOperator(tx, userId);
      return markForDeletion(tx, userId, passwordHash, deletionAtMs);
    },
    { endsSession: true },
  );
  if (marked === null) throw wrongPassword();
  const { deletion_at: deletionAt, is_email_confirmed: isConfirmed } = marked;
  security.record('deletion_requested', response, userId, { deletionAt });
  sessions.clearCookie(response);
  const mayReach = createMailLimit(deps, response.req);
  const owner = { username, to: email, isConfirmed };
  mailer?.post(async () => ((await mayReach(owner)) ? [texts.deletionMail(owner, deletionAt, baseUrl)] : []));
  return deletionAt;
}
