/** Runs a command of the admin command line for a viewer with a role, with an audit row. */
import { CommanderError, type Option } from 'commander';
import pg from 'pg';
import { createAudit } from '../../admin/audit.ts';
import { Refusal, type AdminCommand, type CommandResult, type Owner } from '../../admin/command.ts';
import type { Progress } from '../../admin/progress.ts';
import { commands } from '../../admin/program.ts';
import { outranks, type StaffRole } from '../../contract/roles.ts';
import { translateConstraint } from '../../db/constraints.ts';
import { applicationNames } from '../../db/names.ts';
import type { Viewer } from '../../http/sessions/viewer.ts';
import { GameError } from '../../kernel/errors.ts';
import type { PageDeps } from '../framework/page.ts';
import type { Fields } from '../shared/forms.ts';

export function commandOf(name: string): AdminCommand {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`there is no command ${name}`);
  return command;
}

export interface Run {
  command: AdminCommand;
  /** Checked again in the transaction of each audit row. */
  role: StaffRole;
  args?: readonly string[];
  /** The options by name; empty ones have their presets. Any text sets a flag. */
  fields?: Fields;
  /** For the audit. Absent for a look, which needs no power over the account. */
  reason?: string | undefined;
  progress?: Progress;
  /** Of an audit row, for a command that writes none. */
  records?: string;
}

/** As commander does. */
function parseOptions({ options = {} }: AdminCommand, fields: Fields): Record<string, unknown> {
  const parse = (option: Option, text: string): unknown => {
    if (text.trim() === '') return option.defaultValue;
    if (option.isBoolean()) return true;
    return option.parseArg === undefined ? text : option.parseArg<unknown>(text, undefined);
  };
  return Object.fromEntries(
    Object.values(options).map((option) => {
      const name = option.attributeName();
      return [name, parse(option, fields[name] ?? '')];
    }),
  );
}

/** Throws VALIDATION_ERROR with the sentence of a refused command; FORBIDDEN without the role. */
export async function runCommand(
  { services, account }: Pick<PageDeps, 'services' | 'account'>,
  { username, userId, sessionId, role: own }: Viewer,
  { command, role, args = [], fields = {}, reason, progress, records }: Run,
): Promise<CommandResult> {
  const { pool, clock, random } = services;
  const clients: pg.Client[] = [];
  const url = pool.options.connectionString ?? '';
  const actor = {
    operator: `${username} (${userId})`,
    command: command.name,
    session: { id: sessionId, role },
    ...(reason === undefined ? {} : { details: { reason } }),
  };
  try {
    const context = {
      ...{ url, pool, clock, random, baseUrl: account.baseUrl },
      ...createAudit(pool, actor),
      actorId: userId,
      openWorld: () => Promise.resolve(services),
      connect: async () => {
        const client = new pg.Client({ connectionString: url, application_name: applicationNames.admin });
        client.on('error', () => undefined);
        clients.push(client);
        await client.connect();
        return client;
      },
      requirePowerOver: (owner: Owner) => {
        const isLook = reason === undefined;
        const isStepDown = owner.id === userId && command.name === 'users role';
        if (!isLook && !isStepDown && !outranks(own, owner.role ?? 'player'))
          throw new GameError('FORBIDDEN', 'you act only on accounts whose role is below yours');
      },
      // Pages have shown what the act does, and have checked the password.
      confirm: () => Promise.resolve(),
      readInput: () => Promise.resolve(''),
      showProgress: () => progress ?? { update: () => undefined, end: () => undefined },
    };
    if (records !== undefined) await context.audit(records, {});
    return await command.run(context, [...args], parseOptions(command, fields));
  } catch (error) {
    if (error instanceof Refusal || error instanceof CommanderError)
      throw new GameError('VALIDATION_ERROR', error.message.replace(/^error: |\.$/g, ''));
    throw translateConstraint(error);
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}
