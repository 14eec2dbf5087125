/** The JSON routes that change or end an account: e-mail, forgotten password, deletion. */
import * as contract from '../contract/account.ts';
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts';
import {
  changeEmail,
  confirmEmail,
  forgotPassword,
  linkSent,
  requestDeletion,
  resetPassword,
} from './account-changes.ts';
import type { AccountDeps } from './deps.ts';

export function createChangeEndpoints(deps: AccountDeps): Endpoint[] {
  return [
    defineEndpoint({
      method: 'post',
      path: '/email',
      tag: 'account',
      summary: 'Change your e-mail',
      description:
        'If the server sends mails, the new address gets a link that confirms it (`/confirm-email`), and the old address gets a warning. Otherwise the e-mail changes at once. At most 3 requests in an hour. A wrong password counts as a failed login.',
      limit: 'auth',
      body: contract.changeEmailBody,
      refuses: ['FORBIDDEN', 'DUPLICATE_ACCOUNT'],
      response: contract.done,
      async run({ viewer, body, response }) {
        const { isSent } = await changeEmail(deps, viewer, body, response);
        const message = isSent ? 'Open the link in the mail to the new address' : 'The e-mail was changed';
        return { success: true as const, message };
      },
    }),
    defineEndpoint({
      method: 'post',
      path: '/confirm-email',
      tag: 'account',
      summary: 'Confirm a new e-mail with the token of its mail',
      auth: 'none',
      limit: 'auth',
      body: contract.confirmEmailBody,
      refuses: ['INVALID_LINK', 'DUPLICATE_ACCOUNT'],
      response: contract.done,
      async run({ body, response }) {
        await confirmEmail(deps, body, response);
        return { success: true as const, message: 'The e-mail was changed' };
      },
    }),
    defineEndpoint({
      method: 'post',
      path: '/forgot-password',
      tag: 'account',
      summary: 'Get a mail with a link to choose a new password',
      description:
        'The response is the same whether or not the account exists. An account gets at most 3 mails in an hour.',
      auth: 'none',
      limit: 'auth',
      body: contract.forgotPasswordBody,
      refuses: ['NO_MAIL'],
      response: contract.done,
      run({ body, response }) {
        forgotPassword(deps, body, response);
        return Promise.resolve({ success: true as const, message: linkSent });
      },
    }),
    defineEndpoint({
      method: 'post',
      path: '/reset-password',
      tag: 'account',
      summary: 'Choose a new password with the token of a mail',
      description: 'A token works once, for 30 minutes. Ends all sessions of the account.',
      auth: 'none',
      limit: 'auth',
      body: contract.resetPasswordBody,
      refuses: ['INVALID_LINK'],
      response: contract.done,
      async run({ body, response }) {
        await resetPassword(deps, body, response);
        return { success: true as const, message: 'The password was changed. You can log in now.' };
      },
    }),
    defineEndpoint({
      method: 'post',
      path: '/delete-account',
      tag: 'account',
      summary: 'Delete your account in 7 days',
      description:
        'Ends all your sessions. A login within 7 days cancels the deletion. After that, your name, e-mail, password and sessions are deleted; your empire stays, without a player. A wrong password counts as a failed login.',
      limit: 'auth',
      body: contract.deleteAccountBody,
      refuses: ['FORBIDDEN'],
      response: contract.deletionAnswer,
      async run({ viewer, body, response }) {
        const deletesAt = (await requestDeletion(deps, viewer, body, response)).toISOString();
        const message = 'Your account will be deleted. Log in within 7 days to keep it.';
        return { success: true as const, message, deletes_at: deletesAt };
      },
    }),
  ];
}
