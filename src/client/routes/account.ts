/** The routes of accounts, sessions and alarms. */
import type * as account from '../../contract/account.ts';
import type * as tokens from '../../contract/tokens.ts';
import type * as download from '../../contract/download.ts';
import { del, get, post, postBody, getWithQuery, putBody } from '../route.ts';
import type * as alarms from '../../contract/alarms.ts';

export const accountRoutes = {
  /**
   * Creates an account. DUPLICATE_ACCOUNT: name or e-mail is taken, perhaps by an earlier attempt of this call whose
   * response was lost.
   */
  register: postBody<[], typeof account.registerBody, typeof account.done>('/register'),
  /** Logs in by name or e-mail. The client then sends the token of the session. */
  logIn: postBody<[], typeof account.loginBody, typeof account.loginAnswer>('/login'),
  /** Ends the session. AUTH_REQUIRED: it has already ended. */
  logOut: post<[], typeof account.done>('/logout'),
  /** Changes the password and ends all other sessions. FORBIDDEN: the current password is wrong. */
  changePassword: postBody<[], typeof account.changePasswordBody, typeof account.done>('/password'),
  /** Changes the e-mail: at once, or with a link in a mail. FORBIDDEN: the password is wrong. */
  changeEmail: postBody<[], typeof account.changeEmailBody, typeof account.done>('/email'),
  /** Confirms a new e-mail with the token of its mail. */
  confirmEmail: postBody<[], typeof account.confirmEmailBody, typeof account.done>('/confirm-email'),
  /** Asks for a mail with a link to choose a new password. NO_MAIL: the server sends none. */
  forgotPassword: postBody<[], typeof account.forgotPasswordBody, typeof account.done>('/forgot-password'),
  /** Chooses a new password with the token of a mail, and ends all sessions. */
  resetPassword: postBody<[], typeof account.resetPasswordBody, typeof account.done>('/reset-password'),
  /** Deletes the account in 7 days and ends all its sessions. A login cancels the deletion. */
  deleteAccount: postBody<[], typeof account.deleteAccountBody, typeof account.deletionAnswer>(
    '/delete-account',
  ),
  /** Everything about the account and its empire. 3 times an hour. */
  readData: get<[], typeof download.download>('/api/user/data'),
  readProfile: get<[], typeof account.profile>('/api/user/profile'),
  listSessions: get<[], typeof account.sessionList>('/api/user/sessions'),
  /** Ends all sessions of the user but that of this client. */
  revokeOtherSessions: del<[], typeof account.done>('/api/user/sessions/others'),
  /** Ends another session of the account. */
  revokeSession: del<[sessionId: string], typeof account.done>('/api/user/sessions/:session_id'),
  listTokens: get<[], typeof tokens.tokenList>('/api/user/tokens'),
  /** Makes an API token. The answer is the only one with its `secret`. */
  createToken: postBody<[], typeof tokens.tokenBody, typeof tokens.createdToken>('/api/user/tokens'),
  /** Ends an API token, and the live connections that use it. */
  revokeToken: del<[tokenId: string], typeof account.done>('/api/user/tokens/:token_id'),
};

export const alarmRoutes = {
  /** What holds at present and concerns you. For the next page, send `next` as `after`. */
  listAlarms: getWithQuery<[], typeof alarms.alarmsQuery, typeof alarms.alarms>('/api/alarms'),
  /** Which alarms you want, and the browsers that receive them. */
  readAlarmSettings: get<[], typeof alarms.alarmSettings>('/api/alarms/settings'),
  setAlarmSettings: putBody<[], typeof alarms.alarmSettingsBody, typeof alarms.setAlarmsAnswer>(
    '/api/alarms/settings',
  ),
  /** Asks once for an alarm of the moment at which your stock covers these amounts, or a store is full. */
  setAlarmWake: putBody<[], typeof alarms.wakeBody, typeof alarms.setWakeAnswer>('/api/alarms/wake'),
  endAlarmWake: del<[], typeof account.done>('/api/alarms/wake'),
  /** Sends your alarms to a browser. */
  addAlarmDevice: postBody<[], typeof alarms.addDeviceBody, typeof alarms.addDeviceAnswer>(
    '/api/alarms/devices',
  ),
  removeAlarmDevice: del<[deviceId: string], typeof account.done>('/api/alarms/device/:device_id'),
  /** Sends an alarm to a browser now. */
  testAlarmDevice: post<[deviceId: string], typeof account.done>('/api/alarms/device/:device_id/test'),
};
