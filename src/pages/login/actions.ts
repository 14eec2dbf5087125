/** The forms of guests, and logout. JSON routes have the same paths. */
import { confirmEmail, forgotPassword, linkSent, resetPassword } from '../../account/account-changes.ts';
import type { AccountDeps } from '../../account/deps.ts';
import { rememberDevice } from '../../account/known-device.ts';
import { keptNotice, logIn, openSession, register } from '../../account/operations.ts';
import { isNameTaken } from '../../account/queries.ts';
import { logOut } from '../../account/sessions.ts';
import {
  confirmEmailBody,
  forgotPasswordBody,
  loginBody,
  loginFromForm,
  registerBody,
  resetPasswordBody,
  type RegisterBody,
} from '../../contract/account.ts';
import { nameKey } from '../../contract/text.ts';
import { inPlainWords, listIssues } from '../../contract/validation-issues.ts';
import { loginPath } from '../../http/sessions/authenticate.ts';
import { defineAction } from '../framework/action.ts';
import { FormError, type Fields } from '../shared/forms.ts';
import { confirmPage, forgotPage, loginPage, registerPage, resetPage } from './pages.ts';

const dashboardPath = '/dashboard';
const accountPath = '/account';

const openForm = { senders: 'guest', limit: 'auth', anchor: () => null } as const;

/** Throws a FormError with every issue, also that of a taken name: names are public, e-mails are not. */
async function parseNewAccount({ db }: AccountDeps, fields: Fields): Promise<RegisterBody> {
  const { data, error } = registerBody.safeParse(fields, { error: inPlainWords });
  const issues = new Map(error === undefined ? [] : listIssues(error, 'form'));
  const { username = '' } = fields;
  const mayBeTaken = username !== '' && !issues.has('username');
  if (mayBeTaken && (await isNameTaken(db, nameKey(username)))) issues.set('username', 'is already taken');
  if (data === undefined || issues.size > 0) throw new FormError(issues);
  return data;
}

export const loginActions = [
  defineAction(registerPage.path, registerPage, {
    ...openForm,
    run: async ({ account, http, fields, request, response }) => {
      const body = await parseNewAccount(account, fields);
      const entrant = await register(account, body).catch(async (error: unknown) => {
        // The name was taken while the form was filled in, or is being taken now.
        await parseNewAccount(account, fields);
        throw error;
      });
      try {
        await openSession(account, entrant, false, response);
        rememberDevice(account, response, entrant.id);
      } catch (error) {
        // The account exists: the form must not be sent again.
        const reason = 'no session after the registration';
        account.security.record('login_failed', response, entrant.id, { reason, err: error });
        const { username } = body;
        return {
          notice: 'Account created. Log in to found your empire.',
          address: loginPath,
          fields: { username },
        };
      }
      return { notice: null, address: http.takeReturnPath(request, response) ?? dashboardPath };
    },
  }),
  defineAction(loginPage.path, loginPage, {
    ...openForm,
    body: loginBody,
    fromFields: loginFromForm,
    run: async ({ account, http, body, request, response }) => {
      const { userId, isDeletionCancelled } = await logIn(account, body, response);
      rememberDevice(account, response, userId);
      const notice = isDeletionCancelled ? keptNotice : null;
      return { notice, address: http.takeReturnPath(request, response) ?? dashboardPath };
    },
  }),
  defineAction(forgotPage.path, forgotPage, {
    ...openForm,
    body: forgotPasswordBody,
    result: { notice: linkSent, address: loginPath },
    run: ({ account, body, response }) => forgotPassword(account, body, response),
  }),
  defineAction(resetPage.path, resetPage, {
    ...openForm,
    body: resetPasswordBody,
    result: { notice: 'Your password is changed. Log in with the new one.', address: loginPath },
    run: ({ account, body, response }) => resetPassword(account, body, response),
  }),
  defineAction(confirmPage.path, confirmPage, {
    ...openForm,
    body: confirmEmailBody,
    run: async ({ account, viewer, body, response }) => {
      await confirmEmail(account, body, response);
      return { notice: 'Your e-mail is confirmed.', address: viewer === null ? loginPath : accountPath };
    },
  }),
  defineAction('/logout', loginPage, {
    limit: 'none',
    anchor: () => null,
    result: { notice: 'You are logged out.', address: loginPath },
    run: ({ account, viewer, response }) => logOut(account, viewer, response),
  }),
];
