/** The JSON routes of accounts. The forms with the same paths (pages/login) are mounted before them. */
import {
  changePasswordBody,
  done,
  hasMissingFields,
  loginAnswer,
  loginBody,
  loginFromForm,
  profile,
  registerBody,
  sessionList,
  sessionParams,
} from '../contract/account.ts';
import { describeIssues } from '../contract/validation-issues.ts';
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts';
import { GameError } from '../kernel/errors.ts';
import { createChangeEndpoints } from './change-endpoints.ts';
import { changePassword, keptNotice, logIn, register, toProfile } from './operations.ts';
import type { AccountDeps } from './deps.ts';
import { listSessions, logOut, revokeOtherSessions, revokeSession } from './sessions.ts';

export function createAccountEndpoints(deps: AccountDeps): Endpoint[] {
  return [
    defineEndpoint({
      method: 'post',
      path: '/register',
      tag: 'account',
      summary: 'Create an account',
      auth: 'none',
      limit: 'auth',
      body: registerBody,
      fromForm: (fields) => fields,
      refuses: ['DUPLICATE_ACCOUNT'],
      response: done,
      async run({ body }) {
        await register(deps, body);
        return { success: true as const, message: 'The account was created. You can log in now.' };
      },
    }),
    defineEndpoint({
      method: 'post',
      path: '/login',
      tag: 'account',
      summary:
        'Log in with a username or an e-mail; the answer sets the session cookie and carries its token',
      description:
        'Ends the session that the request presents, and cancels the deletion of the account. A failed login takes as long as a successful one, for every reason.',
      auth: 'none',
      limit: 'auth',
      body: loginBody,
      fromForm: loginFromForm,
      refuseBody: (error) =>
        new GameError(hasMissingFields(error) ? 'MISSING_FIELDS' : 'VALIDATION_ERROR', describeIssues(error)),
      refuses: ['MISSING_FIELDS', 'INVALID_CREDENTIALS'],
      response: loginAnswer,
      async run({ body, response }) {
        const { token, expiresAt, isDeletionCancelled } = await logIn(deps, body, response);
        const message = isDeletionCancelled ? `You are logged in. ${keptNotice}` : 'You are logged in';
        const session = { token, expires_at: expiresAt, deletion_cancelled: isDeletionCancelled };
        return { success: true as const, message, ...session };
      },
    }),
    defineEndpoint({
      method: 'post',
      path: '/logout',
      tag: 'account',
      summary: 'End the session',
      description: 'Ends the session for good and closes the sockets that were opened with it.',
      limit: 'none',
      response: done,
      async run({ viewer, response }) {
        await logOut(deps, viewer, response);
        return { success: true as const, message: 'You are logged out' };
      },
    }),
    defineEndpoint({
      method: 'post',
      path: '/password',
      tag: 'account',
      summary: 'Change your password',
      description:
        'Ends all your sessions but the present one. A wrong current password counts as a failed login. Takes no Idempotency-Key, because nothing that follows from a password is stored.',
      limit: 'auth',
      body: changePasswordBody,
      refuses: ['FORBIDDEN'],
      response: done,
      async run({ viewer, body, response }) {
        await changePassword(deps, viewer, body, response);
        return { success: true as const, message: 'The password was changed' };
      },
    }),
    ...createChangeEndpoints(deps),
    defineEndpoint({
      method: 'get',
      path: '/api/user/profile',
      tag: 'account',
      summary: 'The account of the caller',
      response: profile,
      run: ({ viewer }) => Promise.resolve(toProfile(viewer)),
    }),
    defineEndpoint({
      method: 'get',
      path: '/api/user/sessions',
      tag: 'account',
      summary: 'The sessions of the caller',
      response: sessionList,
      run: ({ viewer }) => listSessions(deps, viewer),
    }),
    defineEndpoint({
      method: 'delete',
      path: '/api/user/sessions/others',
      tag: 'account',
      summary: 'End all your sessions but the present one',
      description: 'Also closes the sockets that were opened with them.',
      response: done,
      run: ({ viewer, idempotencyKey, response }) =>
        revokeOtherSessions(deps, viewer, response, idempotencyKey),
    }),
    defineEndpoint({
      method: 'delete',
      path: '/api/user/sessions/:session_id',
      tag: 'account',
      summary: 'End one of your sessions',
      params: sessionParams,
      refuses: ['NOT_FOUND', 'FORBIDDEN'],
      response: done,
      async run({ viewer, params, idempotencyKey, response }) {
        const answer = await revokeSession(deps, viewer, params.session_id, response, idempotencyKey);
        if (params.session_id === viewer.sessionId) deps.sessions.clearCookie(response);
        return answer;
      },
    }),
  ];
}
