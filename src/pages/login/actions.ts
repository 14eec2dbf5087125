/** The forms of guests: register, login, forgotten password, links of mails; and logout. JSON routes have the same paths. */
import { confirmEmail, forgotPassword, linkSent, resetPassword } from '../../account/account-changes.ts';
import { keptNotice, logIn, register } from '../../account/operations.ts';
import { selectMailbox } from '../../account/queries.ts';
import { logOut } from '../../account/sessions.ts';
import {
  confirmEmailBody,
  forgotPasswordBody,
  loginBody,
  loginFromForm,
  registerBody,
  resetPasswordBody,
} from '../../contract/account.ts';
import { nameKey } from '../../contract/text.ts';
import { loginPath } from '../../http/sessions/authenticate.ts';
import { GameError } from '../../kernel/errors.ts';
import { defineAction } from '../framework/action.ts';
import type { Page } from '../framework/page.ts';
import { FormError } from '../shared/forms.ts';
import { confirmPage, forgotPage, loginPage, registerPage, resetPage } from './pages.ts';

const dashboardPath = '/dashboard';
const accountPath = '/account';

/** A form that is a page of its own. A JSON route has the same path. */
const openForm = (page: Page) =>
  ({
    path: page.path,
    page,
    senders: 'guest',
    limit: 'auth',
    hasJsonRoute: true,
    anchor: () => null,
  }) as const;

export const loginActions = [
  defineAction({
    ...openForm(registerPage),
    body: registerBody,
    run: async ({ account, body }) => {
      const { username } = body;
      try {
        await register(account, body);
      } catch (error) {
        // Names are public; whether an e-mail has an account is not.
        const isTaken = error instanceof GameError && error.code === 'DUPLICATE_ACCOUNT';
        if (isTaken && (await selectMailbox(account.db, nameKey(username), '')) !== null)
          throw new FormError(new Map([['username', 'is already taken']]));
        throw error;
      }
      return {
        notice: 'Account created. Log in to found your empire.',
        address: loginPath,
        fields: { username },
      };
    },
  }),
  defineAction({
    ...openForm(loginPage),
    body: loginBody,
    fromFields: loginFromForm,
    run: async ({ account, http, body, request, response }) => {
      const { isDeletionCancelled } = await logIn(account, body, response);
      const notice = isDeletionCancelled ? keptNotice : null;
      return { notice, address: http.takeReturnPath(request, response) ?? dashboardPath };
    },
  }),
  defineAction({
    ...openForm(forgotPage),
    body: forgotPasswordBody,
    run: ({ account, body, response }) => {
      forgotPassword(account, body, response);
      return Promise.resolve({ notice: linkSent, address: loginPath });
    },
  }),
  defineAction({
    ...openForm(resetPage),
    body: resetPasswordBody,
    run: async ({ account, body, response }) => {
      await resetPassword(account, body, response);
      return { notice: 'Your password is changed. Log in with the new one.', address: loginPath };
    },
  }),
  defineAction({
    ...openForm(confirmPage),
    body: confirmEmailBody,
    run: async ({ account, viewer, body, response }) => {
      await confirmEmail(account, body, response);
      return { notice: 'Your e-mail is changed.', address: viewer === null ? loginPath : accountPath };
    },
  }),
  defineAction({
    path: '/logout',
    page: loginPage,
    limit: 'none',
    hasJsonRoute: true,
    anchor: () => null,
    run: async ({ account, viewer, response }) => {
      await logOut(account, viewer, response);
      return { notice: 'You are logged out.', address: loginPath };
    },
  }),
];
