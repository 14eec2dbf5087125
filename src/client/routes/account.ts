/** The routes of accounts and sessions. */
import type * as account from '../../contract/account.ts';
import type * as download from '../../contract/download.ts';
import { route, type Body } from '../route.ts';

export const accountRoutes = {
  /**
   * Creates an account. DUPLICATE_ACCOUNT: name or e-mail is taken, perhaps by an earlier attempt of this call whose
   * response was lost.
   */
  register: route<[account: Body<typeof account.registerBody>], typeof account.done>(
    'POST',
    '/register',
    'body',
  ),
  /** Logs in by name or e-mail. The client then sends the token of the session. */
  logIn: route<[credentials: Body<typeof account.loginBody>], typeof account.loginAnswer>(
    'POST',
    '/login',
    'body',
  ),
  /** Ends the session. AUTH_REQUIRED: it has already ended. */
  logOut: route<[], typeof account.done>('POST', '/logout'),
  /** Changes the password and ends all other sessions. FORBIDDEN: the current password is wrong. */
  changePassword: route<[change: Body<typeof account.changePasswordBody>], typeof account.done>(
    'POST',
    '/password',
    'body',
  ),
  /** Changes the e-mail: at once, or with a link in a mail. FORBIDDEN: the password is wrong. */
  changeEmail: route<[change: Body<typeof account.changeEmailBody>], typeof account.done>(
    'POST',
    '/email',
    'body',
  ),
  /** Confirms a new e-mail with the token of its mail. */
  confirmEmail: route<[link: Body<typeof account.confirmEmailBody>], typeof account.done>(
    'POST',
    '/confirm-email',
    'body',
  ),
  /** Asks for a mail with a link to choose a new password. NO_MAIL: the server sends none. */
  forgotPassword: route<[player: Body<typeof account.forgotPasswordBody>], typeof account.done>(
    'POST',
    '/forgot-password',
    'body',
  ),
  /** Chooses a new password with the token of a mail, and ends all sessions. */
  resetPassword: route<[change: Body<typeof account.resetPasswordBody>], typeof account.done>(
    'POST',
    '/reset-password',
    'body',
  ),
  /** Deletes the account in 7 days and ends all its sessions. A login cancels the deletion. */
  deleteAccount: route<[proof: Body<typeof account.deleteAccountBody>], typeof account.deletionAnswer>(
    'POST',
    '/delete-account',
    'body',
  ),
  /** Everything about the account and its empire. 3 times an hour. */
  downloadData: route<[], typeof download.download>('GET', '/api/user/data'),
  readProfile: route<[], typeof account.profile>('GET', '/api/user/profile'),
  listSessions: route<[], typeof account.sessionList>('GET', '/api/user/sessions'),
  /** Ends all sessions of the user but that of this client. */
  revokeOtherSessions: route<[], typeof account.done>('DELETE', '/api/user/sessions/others'),
  /** Ends another session of the account. */
  revokeSession: route<[sessionId: string], typeof account.done>('DELETE', '/api/user/sessions/:session_id'),
};
