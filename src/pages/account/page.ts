/** The reader's account: profile, the empire's name and words, and where one is logged in. */
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
      places: ['profile', 'sessions'],
      values: { sessions, empire: empireState?.empire ?? null },
    };
  },
});
