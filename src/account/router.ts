/** The JSON routes of accounts. Forms with the same paths belong to the pages (pages/login). */
import type { Router } from 'express';
import * as contract from '../contract/account.ts';
import { describeIssues } from '../contract/validation-issues.ts';
import * as tokens from '../contract/tokens.ts';
import { routerOf, type RouterDeps } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import { GameError } from '../kernel/errors.ts';
import {
  changeEmail,
  confirmEmail,
  forgotPassword,
  linkSent,
  requestDeletion,
  resetPassword,
} from './account-changes.ts';
import { createToken, repeatToken, selectTokens } from './api-tokens.ts';
import { changePassword, keptNotice, logIn, register, toProfile } from './operations.ts';
import type { AccountDeps } from './deps.ts';
import { listSessions, logOut, revokeOtherSessions, revokeSession } from './sessions.ts';

/** Passwords and tokens of mails have the limit of logins. */
const withPassword = { limit: 'auth' } as const;
const withSession = { ...withPassword, needsLogin: true } as const;
const withoutSession = { ...withPassword, auth: 'none' } as const;

const endpoint = endpointsOf('account');

export function createAccountRouter(deps: AccountDeps, routerDeps: RouterDeps): Router {
  return routerOf([
    endpoint.post('/register', {
      ...withoutSession,
      summary: 'Create an account',
      description:
        'The operator may close the registration, or admit only those with an invitation: the link ends with its token.',
      body: contract.registerBody,
      fromForm: (fields) => fields,
      refuses: ['DUPLICATE_ACCOUNT', 'REGISTRATION_CLOSED'],
      async run({ body }) {
        await register(deps, body);
        return { success: true as const, message: 'The account was created. You can log in now.' };
      },
    }),
    endpoint.post('/login', {
      ...withoutSession,
      summary:
        'Log in with a username or an e-mail; the answer sets the session cookie and carries its token',
      description:
        'Ends the session that the request presents, and cancels the deletion of the account. A failed login takes as long as a successful one, for every reason.',
      body: contract.loginBody,
      fromForm: contract.loginFromForm,
      refuseBody: (error) =>
        new GameError(
          contract.hasMissingFields(error) ? 'MISSING_FIELDS' : 'VALIDATION_ERROR',
          describeIssues(error),
        ),
      refuses: ['MISSING_FIELDS', 'INVALID_CREDENTIALS'],
      response: contract.loginResponse,
      async run({ body, response }) {
        const { token, expiresAt, isDeletionCancelled } = await logIn(deps, body, response);
        const message = isDeletionCancelled ? `You are logged in. ${keptNotice}` : 'You are logged in';
        const session = { token, expires_at: expiresAt, deletion_cancelled: isDeletionCancelled };
        return { success: true as const, message, ...session };
      },
    }),
    endpoint.post('/logout', {
      summary: 'End the session',
      description: 'Ends the session for good and closes the sockets that were opened with it.',
      limit: 'none',
      needsLogin: true,
      async run({ viewer, response }) {
        await logOut(deps, viewer, response);
        return { success: true as const, message: 'You are logged out' };
      },
    }),
    endpoint.post('/password', {
      ...withSession,
      summary: 'Change your password',
      description:
        'Ends all your sessions but the present one, and your API tokens. A wrong current password counts as a failed login. Takes no Idempotency-Key, because nothing that follows from a password is stored.',
      body: contract.changePasswordBody,
      refuses: ['FORBIDDEN'],
      async run({ viewer, body, response }) {
        await changePassword(deps, viewer, body, response);
        return { success: true as const, message: 'The password was changed' };
      },
    }),
    endpoint.post('/email', {
      ...withSession,
      summary: 'Change your e-mail',
      description:
        'If the server sends mails, the address gets a link that confirms it (`/confirm-email`), and another old one gets a warning. Otherwise the e-mail changes at once. At most 3 requests in an hour. A wrong password counts as a failed login.',
      body: contract.changeEmailBody,
      refuses: ['FORBIDDEN', 'DUPLICATE_ACCOUNT'],
      async run({ viewer, body, response }) {
        const { isSent } = await changeEmail(deps, viewer, body, response);
        const message = isSent ? `Open the link in the mail to ${body.email}` : 'The e-mail was changed';
        return { success: true as const, message };
      },
    }),
    endpoint.post('/confirm-email', {
      ...withoutSession,
      summary: 'Confirm a new e-mail with the token of its mail',
      body: contract.confirmEmailBody,
      refuses: ['INVALID_LINK', 'DUPLICATE_ACCOUNT'],
      async run({ body, response }) {
        await confirmEmail(deps, body, response);
        return { success: true as const, message: 'The e-mail is confirmed' };
      },
    }),
    endpoint.post('/forgot-password', {
      ...withoutSession,
      summary: 'Get a mail with a link to choose a new password',
      description:
        'The response is the same whether or not the account exists. An account gets at most 3 mails in an hour.',
      body: contract.forgotPasswordBody,
      refuses: ['NO_MAIL'],
      run({ body, response }) {
        forgotPassword(deps, body, response);
        return Promise.resolve({ success: true as const, message: linkSent });
      },
    }),
    endpoint.post('/reset-password', {
      ...withoutSession,
      summary: 'Choose a new password with the token of a mail',
      description: 'A token works once, for 30 minutes. Ends all sessions and API tokens of the account.',
      body: contract.resetPasswordBody,
      refuses: ['INVALID_LINK'],
      async run({ body, response }) {
        await resetPassword(deps, body, response);
        return { success: true as const, message: 'The password was changed. You can log in now.' };
      },
    }),
    endpoint.post('/delete-account', {
      ...withSession,
      summary: 'Delete your account in 7 days',
      description:
        'Ends all your sessions and API tokens. A login within 7 days cancels the deletion. After that, your name, e-mail, password and sessions are deleted; your empire stays, without a player. A wrong password counts as a failed login.',
      body: contract.deleteAccountBody,
      refuses: ['FORBIDDEN', 'LAST_OPERATOR'],
      response: contract.deletionResponse,
      async run({ viewer, body, response }) {
        const deletesAt = (await requestDeletion(deps, viewer, body, response)).toISOString();
        const message = 'Your account will be deleted. Log in within 7 days to keep it.';
        return { success: true as const, message, deletes_at: deletesAt };
      },
    }),
    endpoint.get('/api/user/profile', {
      summary: 'The account of the caller',
      response: contract.profile,
      run: ({ viewer }) => Promise.resolve(toProfile(viewer)),
    }),
    endpoint.get('/api/user/sessions', {
      summary: 'The sessions of the caller',
      needsLogin: true,
      response: contract.sessionList,
      run: ({ viewer }) => listSessions(deps, viewer),
    }),
    endpoint.delete('/api/user/sessions/others', {
      summary: 'End all your sessions but the present one',
      description: 'Also closes the sockets that were opened with them. API tokens stay.',
      needsLogin: true,
      run: ({ viewer, idempotencyKey, response }) =>
        revokeOtherSessions(deps, viewer, response, idempotencyKey),
    }),
    endpoint.delete('/api/user/sessions/:session_id', {
      summary: 'End one of your sessions',
      needsLogin: true,
      refuses: ['NOT_FOUND', 'FORBIDDEN'],
      async run({ viewer, params, idempotencyKey, response }) {
        const value = await revokeSession(deps, viewer, params.session_id, response, idempotencyKey);
        if (params.session_id === viewer.sessionId) deps.sessions.clearCookie(response);
        return value;
      },
    }),
    endpoint.get('/api/user/tokens', {
      summary: 'The API tokens of the caller',
      needsLogin: true,
      response: tokens.tokenList,
      run: async ({ viewer }) => ({ tokens: await selectTokens(deps.db, viewer.userId, deps.clock.now()) }),
    }),
    endpoint.post('/api/user/tokens', {
      summary: 'Make an API token for a program',
      description: 'At most 10 at a time. Only this response has the token: the server stores its SHA-256.',
      needsLogin: true,
      completeStored: (stored, key) => repeatToken(deps, stored, key),
      body: tokens.tokenBody,
      status: 201,
      refuses: ['NAME_TAKEN', 'TOKEN_LIMIT'],
      response: tokens.createdToken,
      run: ({ viewer, body, idempotencyKey, response }) =>
        createToken(deps, viewer, body, response, idempotencyKey),
    }),
    endpoint.delete('/api/user/tokens/:token_id', {
      summary: 'Revoke an API token',
      description: 'Also closes the sockets that were opened with it.',
      needsLogin: true,
      refuses: ['NOT_FOUND', 'FORBIDDEN'],
      run: ({ viewer, params, idempotencyKey, response }) =>
        revokeSession(deps, viewer, params.token_id, response, idempotencyKey, true),
    }),
  ])(routerDeps);
}
