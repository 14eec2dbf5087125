/** The forms for register, login and logout. JSON routes have the same paths. */
import { logIn, logOut, register } from '../../account/operations.ts';
import { loginBody, loginFromForm, registerBody } from '../../contract/account.ts';
import { loginPath } from '../../http/authenticate.ts';
import { defineAction, emptyBody } from '../framework/action.ts';
import { loginPage, registerPage } from './pages.ts';

const dashboardPath = '/dashboard';

const place = (): null => null;

export const loginActions = [
  defineAction({
    path: '/register',
    page: registerPage,
    senders: 'everybody',
    limit: 'auth',
    hasJsonRoute: true,
    place,
    body: registerBody,
    fromFields: (fields) => fields,
    run: async ({ account, body }) => {
      await register(account, body);
      return { notice: 'The account was created. You can log in now.', address: loginPath };
    },
  }),
  defineAction({
    path: loginPath,
    page: loginPage,
    senders: 'everybody',
    limit: 'auth',
    hasJsonRoute: true,
    place,
    body: loginBody,
    fromFields: loginFromForm,
    run: async ({ account, http, body, request, response }) => {
      await logIn(account, body, response);
      return { notice: null, address: http.takeReturnPath(request, response) ?? dashboardPath };
    },
  }),
  defineAction({
    path: '/logout',
    page: loginPage,
    limit: 'none',
    hasJsonRoute: true,
    place,
    body: emptyBody,
    fromFields: () => ({}),
    run: async ({ account, viewer, response }) => {
      await logOut(account, viewer, response);
      return { notice: 'You are logged out', address: loginPath };
    },
  }),
];
