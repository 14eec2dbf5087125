import { changeEmail, requestDeletion } from '../../account/account-changes.ts';
import { removeDevice, setAlarmSettings, testDevice } from '../../alarms/operations.ts';
import { createToken } from '../../account/api-tokens.ts';
import { changePassword } from '../../account/operations.ts';
import { revokeOtherSessions, revokeSession } from '../../account/sessions.ts';
import { changeEmailBody, changePasswordBody, deleteAccountBody } from '../../contract/account.ts';
import { alarmSettingsBody } from '../../contract/alarms.ts';
import { tokenBody } from '../../contract/tokens.ts';
import { updateEmpireBody } from '../../contract/empire.ts';
import { leaveBody } from '../../contract/leave.ts';
import { endLeave, takeLeave } from '../../empire/leave.ts';
import { updateEmpire } from '../../empire/operations.ts';
import { alarmKinds } from '../../contract/vocabulary.ts';
import { loginPath } from '../../http/sessions/authenticate.ts';
import { defineAction } from '../framework/action.ts';
import { requireEmpireId } from '../framework/page.ts';
import { inWords, wholeNumber } from '../shared/forms.ts';
import { accountPage } from './page.ts';

export const accountActions = [
  defineAction('/account/tokens', accountPage, {
    anchor: () => 'tokens',
    body: tokenBody,
    fromFields: ({ name, scope, days }) => ({ name, scope, days: wholeNumber(days) ?? null }),
    run: async ({ account, viewer, body, response }) => {
      const { secret } = await createToken(account, viewer, body, response);
      return { notice: 'Copy the token now: it is shown only once.', fields: { secret }, isShownOnce: true };
    },
  }),
  defineAction('/account/token/:token_id/revoke', accountPage, {
    anchor: () => 'tokens',
    result: { notice: 'That token is revoked.' },
    run: ({ account, viewer, params, response }) =>
      revokeSession(account, viewer, params.token_id, response, null, true),
  }),
  defineAction('/account/empire', accountPage, {
    anchor: () => 'profile',
    body: updateEmpireBody,
    result: { notice: 'Saved.' },
    run: ({ body, ...context }) => updateEmpire(context, requireEmpireId(context.viewer), body),
  }),
  defineAction('/account/leave', accountPage, {
    anchor: () => 'leave',
    body: leaveBody,
    fromFields: ({ days }) => ({ days: Number(days) }),
    result: { notice: 'Your leave is ordered. Bring your armies home.' },
    run: ({ body, ...context }) => takeLeave(context, requireEmpireId(context.viewer), body.days),
  }),
  defineAction('/account/leave/end', accountPage, {
    anchor: () => 'leave',
    result: { notice: 'Your leave has ended.' },
    run: (context) => endLeave(context, requireEmpireId(context.viewer)),
  }),
  defineAction('/password', accountPage, {
    limit: 'auth',
    anchor: () => 'password',
    body: changePasswordBody,
    result: {
      notice: 'Your password is changed. Everywhere else, you are logged out, and your tokens have ended.',
    },
    run: ({ account, viewer, body, response }) => changePassword(account, viewer, body, response),
  }),
  defineAction('/email', accountPage, {
    limit: 'auth',
    anchor: () => 'email',
    body: changeEmailBody,
    run: async ({ account, viewer, body, response }) => {
      const { isSent } = await changeEmail(account, viewer, body, response);
      return { notice: isSent ? `Open the link in the mail to ${body.email}.` : 'Your e-mail is changed.' };
    },
  }),
  defineAction('/delete-account', accountPage, {
    limit: 'auth',
    anchor: () => 'delete',
    body: deleteAccountBody,
    run: async ({ account, viewer, body, response }) => {
      const moment = inWords((await requestDeletion(account, viewer, body, response)).toISOString());
      const notice = `Your account will be deleted on ${moment}. Log in before then to keep it.`;
      return { notice, address: loginPath };
    },
  }),
  defineAction('/account/alarms', accountPage, {
    anchor: () => 'alarms',
    body: alarmSettingsBody,
    fromFields: (fields) => {
      return {
        kinds: alarmKinds.filter((kind) => fields[`kind-${kind}`] !== undefined),
        shows_names: fields.shows_names !== undefined,
        mail: { attacks: fields.mail_attacks !== undefined },
      };
    },
    result: { notice: 'Saved.' },
    run: ({ services, alarms, viewer, body }) => setAlarmSettings(services, alarms, viewer, body),
  }),
  defineAction('/account/alarms/device/:device_id/test', accountPage, {
    anchor: () => 'alarms',
    result: { notice: 'A test is on its way.' },
    run: ({ services, viewer, params }) => testDevice(services, viewer.userId, params.device_id),
  }),
  defineAction('/account/alarms/device/:device_id/remove', accountPage, {
    anchor: () => 'alarms',
    result: { notice: 'That browser gets no more alarms.' },
    run: ({ services, viewer, params }) => removeDevice(services, viewer.userId, params.device_id),
  }),
  defineAction('/account/sessions/end-others', accountPage, {
    anchor: () => 'sessions',
    result: { notice: 'All other devices are logged out.' },
    run: ({ account, viewer, response }) => revokeOtherSessions(account, viewer, response),
  }),
  defineAction('/account/session/:session_id/end', accountPage, {
    anchor: () => 'sessions',
    result: { notice: 'That device is logged out.' },
    run: ({ account, viewer, params, response }) =>
      revokeSession(account, viewer, params.session_id, response),
  }),
];
