/** The account page: sessions, password, e-mail, empire, the download of all data, and the end of the account. */
import { deletedName } from '../../account/deletion.ts';
import { listSessions } from '../../account/sessions.ts';
import { selectPendingEmail } from '../../account/tokens.ts';
import { leaveEndsAt } from '../../game/leave.ts';
import { definePage } from '../framework/page.ts';

export const accountPage = definePage({
  path: '/account',
  section: 'account',
  readers: 'user',
  read: async ({ account, viewer, empireState }) => {
    const [{ sessions }, pendingEmail] = await Promise.all([
      listSessions(account, viewer),
      selectPendingEmail(account.db, viewer.userId, account.clock.now()),
    ]);
    return {
      view: 'account',
      title: 'Your account',
      scripts: ['new-password'],
      anchors: ['profile', 'leave', 'sessions', 'password', 'email', 'delete'],
      values: {
        sessions,
        pendingEmail,
        deletedName,
        empire: empireState?.empire ?? null,
        leaveEndsAt: leaveEndsAt(empireState?.empire.leave ?? null),
        sendsMail: account.mailer !== null,
      },
    };
  },
});
