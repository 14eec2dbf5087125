/** A command of the operator as a value: what it is called, what it takes, what it does, and how it answers. */
import type pg from 'pg';
import type { WorldDeps } from '../world/deps.ts';
import type { Progress } from './progress.ts';

/** Why a command was not done: a sentence for the person at the terminal. Nothing has been changed. */
export class Refusal extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'Refusal';
  }
}

/** A command was asked for in a way that makes no sense: the exit code is 2. */
export class WrongUsage extends Refusal {}

/** What a command says when it is done. */
export interface CommandResult {
  /** What `--json` prints. */
  data: object;
  /** The same for people. */
  text: string;
  /** Something was found wrong: the exit code is 1. */
  isWrong?: boolean;
}

/** What a command works with. */
export interface CommandContext {
  /** Where the database is, password included. */
  url: string;
  pool: pg.Pool;
  /** Who is at work, for the audit. */
  operator: string;
  /** The world's clock and settings. Throws a Refusal where no world was created yet. */
  openWorld: () => Promise<WorldDeps>;
  /** A connection of its own; closed when the command ends. */
  connect: () => Promise<pg.Client>;
  /** Waits until the name has been typed; a Refusal where it is not, or nobody is there to type it. */
  confirm: (what: string, name: string) => Promise<void>;
  /** Everything on the standard input. */
  readInput: () => Promise<string>;
  watch: (what: string) => Progress;
}

interface Option {
  /** As commander takes it: `--limit <n>`. */
  flags: string;
  description: string;
  /** Throws commander's InvalidArgumentError. */
  parse?: (text: string) => unknown;
  preset?: unknown;
}

export interface AdminCommand<Options extends object = Record<string, unknown>> {
  /** Its words: `users list`. */
  name: string;
  summary: string;
  /** As commander takes them: `<user>`. */
  takes?: string;
  /** By the name under which each arrives. */
  options?: { [Name in keyof Options]-?: Option };
  /** What follows `npm run admin --`. */
  examples: [string, ...string[]];
  /**
   * `schema` (unless said otherwise): a database with the schema of this release, started where none runs;
   * `running`: one that runs already; `any`: one of any schema, made where there is none.
   */
  needs?: 'schema' | 'running' | 'any';
  run: (context: CommandContext, args: string[], options: Options) => Promise<CommandResult>;
}

/** Makes a command, whose options have the types that its flags say. */
export function defineCommand<Options extends object = object>(command: AdminCommand<Options>): AdminCommand {
  const { options, run, ...rest } = command;
  return {
    ...rest,
    options: { ...options },
    run: (context, args, given) => run(context, args, given as Options),
  };
}
