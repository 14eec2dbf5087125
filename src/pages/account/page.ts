/** The account page: profile, name and description of the empire, and active sessions. */
import { listSessions } from '../../account/operations.ts';
import { definePage } from '../framework/page.ts';

export const accountPage = definePage({
  path: '/account',
  section: 'account',
  readers: 'viewer',
  read: async ({ account, viewer, empireState }) => {
    const { sessions } = await listSessions(account, viewer);
    return {
      view: 'account',
      title: 'Your account',
      scripts: ['new-password'],
      places: ['profile', 'sessions', 'password'],
      values: { sessions, empire: empireState?.empire ?? null },
    };
  },
});
