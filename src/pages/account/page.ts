import { deletedName } from '../../account/deletion.ts';
import { readAlarmSettings } from '../../alarms/operations.ts';
import { selectTokens } from '../../account/api-tokens.ts';
import { maxTokens } from '../../contract/tokens.ts';
import { listSessions } from '../../account/sessions.ts';
import { selectPendingEmail } from '../../account/tokens.ts';
import type { AlarmKind } from '../../contract/vocabulary.ts';
import { leaveBody } from '../../contract/leave.ts';
import { leaveEndsAt, noticeRegretMs, planLeave } from '../../game/diplomacy/leave.ts';
import { dayMs } from '../../kernel/time.ts';
import type { EmpireState } from '../../world/read.ts';
import { definePage } from '../framework/page.ts';
import { wholeNumber } from '../shared/forms.ts';

const alarmWords = {
  attack: 'Attacks on you',
  battle: 'Battles that are over',
  message: 'Messages',
  threat: 'Attacks on your alliance',
  wish: 'Standing orders that your stock can never pay',
  storage: 'Full storages',
  ready: 'The moment for which you pressed “Wake me”',
  report: 'Players who are reported',
} satisfies Record<AlarmKind, string>;

/** With both dates; null if the address asks for none. */
function askedLeave(state: EmpireState | null, typedDays: string | undefined) {
  const { data } = leaveBody.safeParse({ days: wholeNumber(typedDays) });
  if (state === null || data === undefined) return null;
  const { notBefore: beginsAt } = planLeave(state.world, state.empire, data.days, state.now);
  return { ...data, beginsAt, endsAt: beginsAt + data.days * dayMs };
}

export const accountPage = definePage('/account', {
  section: 'account',
  readers: 'user',
  read: async ({ account, alarms: means, viewer, empireState, fields, message }) => {
    const [{ sessions }, tokens, pendingEmail, alarmSettings] = await Promise.all([
      listSessions(account, viewer),
      selectTokens(account.db, viewer.userId, account.clock.now()),
      selectPendingEmail(account.db, viewer.userId, account.clock.now()),
      readAlarmSettings(account.db, means, viewer.userId),
    ]);
    return {
      title: 'Your account',
      scripts: ['account'],
      values: {
        sessions,
        tokens,
        maxTokens,
        /** The token that this request has made. */
        secret: message?.kind === 'notice' ? message.fields.secret : undefined,
        pendingEmail,
        deletedName,
        alarmSettings,
        alarmWords: Object.entries(alarmWords).filter(
          ([kind]) => kind !== 'report' || viewer.role !== 'player',
        ),
        empire: empireState?.empire ?? null,
        noticeRegretMs,
        askedLeave: askedLeave(empireState, fields.leave_days),
        typedDays: fields.leave_days ?? '7',
        leaveEndsAt: leaveEndsAt(empireState?.empire.leave ?? null),
        sendsMail: account.mailer !== null,
      },
    };
  },
});
