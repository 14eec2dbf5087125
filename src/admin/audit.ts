/**
 * The audit of operators: a row for each change, in its transaction, and for each look at personal data, before it is
 * shown.
 */
import { Option } from 'commander';
import type pg from 'pg';
import { z } from 'zod';
import type { StaffRole } from '../contract/roles.ts';
import { integer, timestamp } from '../db/columns.ts';
import { translateConstraint } from '../db/constraints.ts';
import { execute, select, statement } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { wholeNumber } from '../kernel/arguments.ts';
import { defineCommand, type AdminCommand, type CommandContext } from './command.ts';
import { limitOption } from './options.ts';
import { table } from './tables.ts';
import { findUser } from './users/queries.ts';

const insertAuditEntry = statement('insertAuditEntry', {
  sql: `INSERT INTO admin_actions (operator, command, target, details, session_id, needs_role)
   VALUES ($1, $2, $3, $4, $5, $6)`,
});

export interface AuditContext {
  operator: string;
  command: string;
  /** In the browser: the session, and the role that the act needs. The database refuses the row without it. */
  session?: { id: string; role: StaffRole };
  details?: object;
}

export function createAudit(
  pool: pg.Pool,
  { operator, command, session, details: common }: AuditContext,
): Pick<CommandContext, 'audit' | 'auditIn' | 'change'> {
  const valuesOf = (target: string, details: object): unknown[] => [
    ...[operator, command, target, JSON.stringify({ ...details, ...common })],
    ...[session?.id ?? null, session?.role ?? null],
  ];
  const auditIn: CommandContext['auditIn'] = (tx, target, details) =>
    tx.write(insertAuditEntry, valuesOf(target, details));
  return {
    audit: (target, details, db = pool) => execute(db, insertAuditEntry, valuesOf(target, details)),
    auditIn,
    change: (target, change) =>
      transaction(pool, async (tx) => {
        const details = await change(tx);
        auditIn(tx, target, details);
        return details;
      }).catch((error: unknown) => {
        throw translateConstraint(error);
      }),
  };
}

const auditRow = z.strictObject({
  id: integer,
  at: timestamp,
  operator: z.string(),
  command: z.string(),
  target: z.string(),
  details: z.record(z.string(), z.unknown()),
});

const selectAuditEntries = statement('selectAuditEntries', {
  sql: `SELECT id, at, operator, command, target, details FROM admin_actions
   WHERE ($1::bigint IS NULL OR id < $1)
     AND ($3::text[] IS NULL OR right(target, 38) = ANY ($3) AND command <> ALL ($4::text[]))
   ORDER BY id DESC LIMIT $2`,
  row: auditRow,
});

/** @param commands all, once they are defined */
export const auditCommandsOf = (commands: () => readonly AdminCommand[]) => [
  defineCommand<{ limit: number; before?: number; user?: string }>('audit list', {
    summary:
      'Lists what operators changed, and which personal data they looked at, with these commands, newest first.',
    options: {
      limit: limitOption,
      user: new Option('--user <user>', 'only changes of this account and of its empire'),
      before: new Option('--before <id>', 'only older entries').argParser(wholeNumber(1, 999_999_999)),
    },
    examples: ['audit list --limit 20', 'audit list --user ann'],
    run: async ({ pool }, _args, { limit, before, user }) => {
      const subject = user === undefined ? null : await findUser(pool, user);
      // Targets end with the id; names that players choose stand before it.
      const targets = subject && [subject.id, subject.empire_id].map((id) => `(${id})`);
      const looks = commands().flatMap(({ name, isLook }) => (isLook === true ? [name] : []));
      const actions = await select(pool, selectAuditEntries, [before ?? null, limit, targets, looks]);
      const text = table(actions, {
        id: ({ id }) => String(id),
        'at (UTC)': ({ at }) => at,
        operator: ({ operator }) => operator,
        command: ({ command }) => command,
        target: ({ target }) => target,
        details: ({ details }) => JSON.stringify(details),
      });
      return { data: { actions }, text: text || 'No act is recorded.' };
    },
  }),
];
