/** The forms of the account page. */
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
    run: async ({ account, viewer, params, response }) => {
      await revokeSession(account, viewer, params.token_id, response, null, true);
      return { notice: 'That token is revoked.' };
    },
  }),
  defineAction('/account/empire', accountPage, {
    anchor: () => 'profile',
    body: updateEmpireBody,
    // A text area sends several lines, but a description is a single one.
    fromFields: ({ name, description }) => ({ name, description: description?.replace(/\s*\n\s*/g, ' ') }),
    run: async ({ body, ...actor }) => {
      await updateEmpire(actor, requireEmpireId(actor.viewer), body);
      return { notice: 'Saved.' };
    },
  }),
  defineAction('/account/leave', accountPage, {
    anchor: () => 'leave',
    body: leaveBody,
    fromFields: ({ days }) => ({ days: Number(days) }),
    run: async ({ body, ...actor }) => {
      await takeLeave(actor, requireEmpireId(actor.viewer), body.days);
      return { notice: 'Your leave is ordered. Bring your armies home.' };
    },
  }),
  defineAction('/account/leave/end', accountPage, {
    anchor: () => 'leave',
    run: async (actor) => {
      await endLeave(actor, requireEmpireId(actor.viewer));
      return { notice: 'Your leave has ended.' };
    },
  }),
  defineAction('/password', accountPage, {
    limit: 'auth',
    anchor: () => 'password',
    body: changePasswordBody,
    run: async ({ account, viewer, body, response }) => {
      await changePassword(account, viewer, body, response);
      return {
        notice: 'Your password is changed. Everywhere else, you are logged out, and your tokens have ended.',
      };
    },
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
      const { shows_names, quiet_from: from = '', quiet_to: to = '', time_zone } = fields;
      return {
        kinds: alarmKinds.filter((kind) => fields[`kind-${kind}`] !== undefined),
        shows_names: shows_names !== undefined,
        quiet: from === '' && to === '' ? null : { from, to },
        mail: { attacks: fields.mail_attacks !== undefined, summary: fields.mail_summary !== undefined },
        time_zone,
      };
    },
    run: async ({ services, alarms, viewer, body }) => {
      await setAlarmSettings(services, alarms, viewer, body);
      return { notice: 'Saved.' };
    },
  }),
  defineAction('/account/alarms/device/:device_id/test', accountPage, {
    anchor: () => 'alarms',
    run: async ({ services, viewer, params }) => {
      await testDevice(services, viewer.userId, params.device_id);
      return { notice: 'A test is on its way.' };
    },
  }),
  defineAction('/account/alarms/device/:device_id/remove', accountPage, {
    anchor: () => 'alarms',
    run: async ({ services, viewer, params }) => {
      await removeDevice(services, viewer.userId, params.device_id);
      return { notice: 'That browser gets no more alarms.' };
    },
  }),
  defineAction('/account/sessions/end-others', accountPage, {
    anchor: () => 'sessions',
    run: async ({ account, viewer, response }) => {
      await revokeOtherSessions(account, viewer, response);
      return { notice: 'All other devices are logged out.' };
    },
  }),
  defineAction('/account/session/:session_id/end', accountPage, {
    anchor: () => 'sessions',
    run: async ({ account, viewer, params, response }) => {
      await revokeSession(account, viewer, params.session_id, response);
      return { notice: 'That device is logged out.' };
    },
  }),
];
