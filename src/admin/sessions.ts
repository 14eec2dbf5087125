/** Commands about sessions. Triggers close the sockets of an ended session. */
import { Option } from 'commander';
import { selectTokens } from '../account/api-tokens.ts';
import { selectSessions } from '../account/queries.ts';
import { transaction } from '../db/transaction.ts';
import { Refusal, UsageError } from './command.ts';
import { asId } from './options.ts';
import { pluralize, table } from './tables.ts';
import { defineUserCommand, deleteSessionsOfUser, targetOf } from './users/queries.ts';

export const sessionCommands = [
  defineUserCommand('sessions list <user>', {
    isLook: true,
    summary: 'Lists the unexpired sessions and API tokens of an account, newest first.',
    examples: ['sessions list ann'],
    run: async ({ pool, clock, audit }, user) => {
      const { id, username } = user;
      const sessions = await selectSessions(pool, id, clock.now());
      const tokens = await selectTokens(pool, id, clock.now());
      await audit(targetOf(user), { sessions: sessions.length, tokens: tokens.length });
      const text = table(sessions, {
        id: (session) => session.id,
        'created (UTC)': ({ created_at }) => created_at,
        'expires (UTC)': ({ expires_at }) => expires_at,
        'IP address': ({ ip_address }) => ip_address,
        'user agent': ({ user_agent }) => user_agent,
      });
      const tokenText = table(tokens, {
        token: (token) => token.id,
        name: ({ name }) => name,
        scope: ({ scope }) => scope,
        'created (UTC)': ({ created_at }) => new Date(created_at),
        'last used (UTC)': ({ last_used_at: usedAt }) => (usedAt === null ? null : new Date(usedAt)),
      });
      const list = [text || `${username} has no session.`, tokenText].filter((part) => part !== '');
      return { data: { username, sessions, tokens }, text: list.join('\n\n') };
    },
  }),
  defineUserCommand<{ session?: string; all?: boolean }>('sessions revoke <user>', {
    summary: 'Ends one session of an account, or all, and closes their live connections.',
    options: {
      session: new Option('--session <id>', 'end this session'),
      all: new Option('--all', 'end all sessions'),
    },
    examples: [
      'sessions revoke ann --all',
      'sessions revoke ann --session 3f2b8a54-9c1d-4e67-8a01-5b6c7d8e9f00',
    ],
    run: async ({ pool, auditIn }, user, _args, { session, all }) => {
      if ((session === undefined) === (all !== true)) {
        throw new UsageError('Specify either --session <id> or --all.');
      }
      const { id, username } = user;
      const sessionId = session === undefined ? null : asId(session);
      if (session !== undefined && sessionId === null)
        throw new UsageError(`"${session}" is not a session id.`);
      const ended = await transaction(pool, async (tx) => {
        const value = await deleteSessionsOfUser(tx, id, sessionId);
        const details = { sessions_ended: value, session: sessionId };
        if (value > 0) auditIn(tx, targetOf(user), details);
        return value;
      });
      if (ended === 0 && sessionId !== null) throw new Refusal(`${username} has no session ${sessionId}.`);
      return {
        data: { username, sessions_ended: ended },
        text: `${pluralize(ended, 'session')} of ${username} ended.`,
      };
    },
  }),
];
