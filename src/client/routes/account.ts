/** Accounts, sessions and alarms. */
import type * as account from '../../contract/account.ts';
import type * as tokens from '../../contract/tokens.ts';
import type * as download from '../../contract/download.ts';
import { del, get, post, postBody, getWithQuery, putBody } from '../route.ts';
import type * as alarms from '../../contract/alarms.ts';

export const accountRoutes = {
  /** DUPLICATE_ACCOUNT: name or e-mail is taken, perhaps by an earlier attempt of this call whose response was lost. */
  register: postBody<[], typeof account.registerBody, typeof account.done>('/register'),
  /** Logs in by name or e-mail. The client then sends the token of the session. */
  logIn: postBody<[], typeof account.loginBody, typeof account.loginResponse>('/login'),
  /** AUTH_REQUIRED: the session has already ended. */
  logOut: post<[], typeof account.done>('/logout'),
  /** Ends all other sessions. FORBIDDEN: the current password is wrong. */
  changePassword: postBody<[], typeof account.changePasswordBody, typeof account.done>('/password'),
  /** At once, or with a link in a mail. FORBIDDEN: the password is wrong. */
  changeEmail: postBody<[], typeof account.changeEmailBody, typeof account.done>('/email'),
  /** With the token of the mail. */
  confirmEmail: postBody<[], typeof account.confirmEmailBody, typeof account.done>('/confirm-email'),
  /** Sends a mail with a link. NO_MAIL: the server sends none. */
  forgotPassword: postBody<[], typeof account.forgotPasswordBody, typeof account.done>('/forgot-password'),
  /** With the token of a mail. Ends all sessions. */
  resetPassword: postBody<[], typeof account.resetPasswordBody, typeof account.done>('/reset-password'),
  /** In 7 days; ends all sessions. A login cancels the deletion. */
  deleteAccount: postBody<[], typeof account.deleteAccountBody, typeof account.deletionResponse>(
    '/delete-account',
  ),
  /** Everything about the account and its empire. 3 times an hour. */
  readData: get<[], typeof download.download>('/api/user/data'),
  readProfile: get<[], typeof account.profile>('/api/user/profile'),
  listSessions: get<[], typeof account.sessionList>('/api/user/sessions'),
  /** All sessions of the user but that of this client. */
  revokeOtherSessions: del<[], typeof account.done>('/api/user/sessions/others'),
  revokeSession: del<[sessionId: string], typeof account.done>('/api/user/sessions/:session_id'),
  listTokens: get<[], typeof tokens.tokenList>('/api/user/tokens'),
  /** Only this response has the `secret` of the token. */
  createToken: postBody<[], typeof tokens.tokenBody, typeof tokens.createdToken>('/api/user/tokens'),
  /** Also ends the live connections that use the token. */
  revokeToken: del<[tokenId: string], typeof account.done>('/api/user/tokens/:token_id'),
};

export const alarmRoutes = {
  /** What concerns you at present. For the next page, send `next` as `after`. */
  listAlarms: getWithQuery<[], typeof alarms.alarmsQuery, typeof alarms.alarms>('/api/alarms'),
  readAlarmSettings: get<[], typeof alarms.alarmSettings>('/api/alarms/settings'),
  setAlarmSettings: putBody<[], typeof alarms.alarmSettingsBody, typeof alarms.setAlarmsResponse>(
    '/api/alarms/settings',
  ),
  /** One alarm when your stock covers these amounts, or a store is full. */
  setAlarmWake: putBody<[], typeof alarms.wakeBody, typeof alarms.setWakeResponse>('/api/alarms/wake'),
  endAlarmWake: del<[], typeof account.done>('/api/alarms/wake'),
  /** Sends your alarms to a browser. */
  addAlarmDevice: postBody<[], typeof alarms.addDeviceBody, typeof alarms.addDeviceResponse>(
    '/api/alarms/devices',
  ),
  removeAlarmDevice: del<[deviceId: string], typeof account.done>('/api/alarms/device/:device_id'),
  testAlarmDevice: post<[deviceId: string], typeof account.done>('/api/alarms/device/:device_id/test'),
};
