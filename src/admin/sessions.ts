/** Commands about sessions. Database triggers close the sockets of an ended session on every instance. */
import { selectSessions } from '../account/queries.ts';
import { transaction } from '../db/transaction.ts';
import { defineCommand, Refusal, UsageError } from './command.ts';
import { asId } from './options.ts';
import { pluralize, table } from './tables.ts';
import { deleteSessions, findUser } from './users/queries.ts';

export const sessionCommands = [
  defineCommand({
    name: 'sessions list',
    summary: 'Lists the unexpired sessions of an account, newest first.',
    args: '<user>',
    examples: ['sessions list ann'],
    run: async ({ pool, clock, audit }, [nameOrId = '']) => {
      const { id, username } = await findUser(pool, nameOrId);
      const sessions = await selectSessions(pool, id, clock.now());
      await audit(`${username} (${id})`, { sessions: sessions.length });
      const rows = sessions.map((session) => [
        session.id,
        session.created_at,
        session.expires_at,
        session.ip_address,
        session.user_agent,
      ]);
      return {
        data: { username, sessions },
        text:
          sessions.length === 0
            ? `${username} has no session.`
            : table(['id', 'created (UTC)', 'expires (UTC)', 'IP address', 'user agent'], rows),
      };
    },
  }),
  defineCommand<{ session?: string; all?: boolean }>({
    name: 'sessions revoke',
    summary: 'Ends one session of an account, or all, and closes their live connections.',
    args: '<user>',
    options: {
      session: { flags: '--session <id>', description: 'end this session' },
      all: { flags: '--all', description: 'end all sessions' },
    },
    examples: [
      'sessions revoke ann --all',
      'sessions revoke ann --session 3f2b8a54-9c1d-4e67-8a01-5b6c7d8e9f00',
    ],
    run: async ({ pool, audit }, [nameOrId = ''], { session, all }) => {
      if ((session === undefined) === (all !== true)) {
        throw new UsageError('Specify either --session <id> or --all.');
      }
      const { id, username } = await findUser(pool, nameOrId);
      const sessionId = session === undefined ? null : asId(session);
      if (session !== undefined && sessionId === null) throw new Refusal(`"${session}" is not a session id.`);
      const ended = await transaction(pool, async (tx) => {
        const value = await deleteSessions(tx, id, sessionId);
        const details = { sessions_ended: value, session: sessionId };
        return { value, writes: value === 0 ? null : [audit(`${username} (${id})`, details, tx)] };
      });
      if (ended === 0 && sessionId !== null) throw new Refusal(`${username} has no session ${sessionId}.`);
      return {
        data: { username, sessions_ended: ended },
        text: `${pluralize(ended, 'session')} of ${username} ended.`,
      };
    },
  }),
];
