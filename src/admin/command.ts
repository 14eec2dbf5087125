import type { Option } from 'commander';
import type pg from 'pg';
import type { Role } from '../contract/roles.ts';
import type { Db } from '../db/pool.ts';
import type { Tx, Writer } from '../db/transaction.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
import type { WorldDeps } from '../world/deps.ts';
import type { Progress } from './progress.ts';

/** Nothing was changed: exit code 1. The message is a sentence for the operator. */
export class Refusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refusal';
  }
}

/** Wrong or contradictory arguments: exit code 2. */
export class UsageError extends Refusal {}

export interface CommandResult {
  /** Printed with `--json`. */
  data: object;
  text: string;
  /** Printed after the text. A page shows it once. */
  secret?: string;
  /** The command found a problem: exit code 1. */
  isFailure?: boolean;
}

export interface Owner {
  id: string | null;
  role: Role | null;
}

export interface CommandContext {
  /** The account that acts in a browser; null on the command line. */
  actorId: string | null;
  /** With the password. */
  url: string;
  pool: pg.Pool;
  /** The address of the pages, without a path. */
  baseUrl: string;
  clock: Clock;
  random: Random;
  /**
   * Records a change, or a look at personal data, before it happens.
   * @param target name and id, because names can change
   * @param details the state before and after, never a password or a token; of shown data, how much
   */
  audit: (target: string, details: object, db?: Db) => Promise<number>;
  /** Records in the transaction of the change. */
  auditIn: (tx: Writer, target: string, details: object) => void;
  /** Both in one transaction. Returns the details for the audit. */
  change: <Details extends object>(target: string, change: (tx: Tx) => Promise<Details>) => Promise<Details>;
  /** Throws a Refusal without a world. */
  openWorld: () => Promise<WorldDeps>;
  /** A dedicated connection, closed when the command ends. */
  connect: () => Promise<pg.Client>;
  /** Throws FORBIDDEN if the acting account may not act on this owner. */
  requirePowerOver: (owner: Owner) => void;
  /** Asks for `name`. Throws a Refusal for other input, or if the input is no terminal. */
  confirm: (question: string, name: string) => Promise<void>;
  readInput: () => Promise<string>;
  showProgress: (label: string) => Progress;
}

export interface AdminCommand<Options extends object = Record<string, unknown>> {
  name: string;
  /** In commander's notation, such as `<user> <name>`. */
  args: string;
  summary: string;
  options?: { [Name in keyof Options]-?: Option };
  /** Without the command of the program. */
  examples: [string, ...string[]];
  /**
   * `schema` (default): the schema of this release; starts an embedded database if necessary. `running`: a database
   * that already runs. `any`: any schema; creates an embedded database if there is none.
   */
  needs?: 'schema' | 'running' | 'any';
  /** It changes nothing: its rows of the audit are looks at personal data. */
  isLook?: true;
  run: (context: CommandContext, args: string[], options: Options) => Promise<CommandResult>;
}

type Definition<Options extends object> = Omit<AdminCommand<Options>, 'name' | 'args'>;

/** @param usage name and positional arguments in commander's notation: `users rename <user> <name>` */
export function defineCommand<Options extends object = object>(
  usage: string,
  { options, run, ...rest }: Definition<Options>,
): AdminCommand {
  const [name = ''] = usage.split(' <');
  return {
    ...rest,
    name,
    args: usage.slice(name.length + 1),
    options: { ...options },
    run: (context, args, parsed) => run(context, args, parsed as Options),
  };
}

/** The arguments of `run` lack the subject, which comes first. */
type SubjectDefinition<Subject, Options extends object> = Omit<Definition<Options>, 'run'> & {
  run: (
    context: CommandContext,
    subject: Subject,
    args: string[],
    options: Options,
  ) => Promise<CommandResult>;
};

/** For commands about a subject, their first argument. @param find throws a Refusal */
export function commandsAbout<Subject>(
  find: (db: Db, text: string) => Promise<Subject>,
  ownerOf: (subject: Subject) => Owner,
) {
  return <Options extends object = object>(
    usage: string,
    { run, ...rest }: SubjectDefinition<Subject, Options>,
  ): AdminCommand =>
    defineCommand<Options>(usage, {
      ...rest,
      run: async (context, [text = '', ...others], options) => {
        const subject = await find(context.pool, text);
        context.requirePowerOver(ownerOf(subject));
        return run(context, subject, others, options);
      },
    });
}
