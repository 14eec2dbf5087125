/** Commands about sessions; triggers of the database close the sockets of one that ends, on every instance. */
import { selectSessions } from '../account/queries.ts';
import { transaction } from '../db/transaction.ts';
import { recordAuditEntry } from './audit.ts';
import { defineCommand, Refusal, WrongUsage } from './command.ts';
import { asId } from './options.ts';
import { counted, table } from './tables.ts';
import { deleteSessions, findUser } from './users/queries.ts';

export const sessionCommands = [
  defineCommand({
    name: 'sessions list',
    summary: 'The sessions of an account that have not expired, newest first.',
    takes: '<user>',
    examples: ['sessions list ann'],
    run: async ({ pool }, [who = '']) => {
      const { id, username } = await findUser(pool, who);
      const sessions = await selectSessions(pool, id, Date.now());
      const rows = sessions.map((one) => [
        one.id,
        one.created_at,
        one.expires_at,
        one.ip_address,
        one.user_agent,
      ]);
      return {
        data: { username, sessions },
        text:
          sessions.length === 0
            ? `${username} is logged in nowhere.`
            : table(['id', 'begun (UTC)', 'expires (UTC)', 'address', 'browser'], rows),
      };
    },
  }),
  defineCommand<{ session?: string; all?: boolean }>({
    name: 'sessions revoke',
    summary: 'Ends one session of an account, or all; their sockets are closed.',
    takes: '<user>',
    options: {
      session: { flags: '--session <id>', description: 'this one' },
      all: { flags: '--all', description: 'all of them' },
    },
    examples: [
      'sessions revoke ann --all',
      'sessions revoke ann --session 3f2b8a54-9c1d-4e67-8a01-5b6c7d8e9f00',
    ],
    run: async ({ pool, operator }, [who = ''], { session, all }) => {
      if ((session === undefined) === (all !== true)) {
        throw new WrongUsage('Say which: either --session <id> or --all.');
      }
      const { id, username } = await findUser(pool, who);
      const sessionId = session === undefined ? null : asId(session);
      if (session !== undefined && sessionId === null)
        throw new Refusal(`"${session}" is no id of a session.`);
      const ended = await transaction(pool, async (tx) => {
        const value = await deleteSessions(tx, id, sessionId);
        const details = { sessions_ended: value, session: sessionId };
        const auditEntry = { operator, command: 'sessions revoke', target: `${username} (${id})`, details };
        return { value, writes: value === 0 ? null : [recordAuditEntry(tx, auditEntry)] };
      });
      if (ended === 0 && sessionId !== null) throw new Refusal(`${username} has no session ${sessionId}.`);
      return {
        data: { username, sessions_ended: ended },
        text: `${counted(ended, 'session')} of ${username} ended.`,
      };
    },
  }),
];
