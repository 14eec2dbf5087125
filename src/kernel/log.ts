/**
 * The process log: JSON lines (pino), or text. Only safe members of errors are logged, because errors of Postgres and
 * Node contain rows, values and passwords.
 */
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

/** A terminal interprets or hides these characters. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function escape(text: string): string {
  return text.replaceAll(unsafe, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

function memberText([name, value]: [string, unknown]): string {
  const isPlain = typeof value === 'string' && /^[^\s"=]+$/.test(value);
  return ` ${name}=${isPlain ? value : JSON.stringify(value)}`;
}

/** @param json a pino record */
function formatRecord(json: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(json) as Record<string, unknown>;
  const { stack = '', ...error } = (err ?? {}) as Record<string, unknown>;
  const members = Object.entries(err === undefined ? rest : { ...rest, err: error });
  const clock = new Date(String(time)).toLocaleTimeString('en-GB');
  const label = pino.levels.labels[Number(level)] ?? String(level);
  const line = `${clock} ${label.padEnd(5)} ${typeof msg === 'string' ? msg : ''}${members.map(memberText).join('')}`;
  const frames = String(stack).split('\n').filter(Boolean);
  return [line, ...frames].map((text) => `${escape(text)}\n`).join('');
}

export function createTextOutput(output: { write: (text: string) => unknown }): DestinationStream {
  return { write: (json) => void output.write(formatRecord(json)) };
}

export type Log = Logger;

/** None contains user data. */
const members = ['code', 'severity', 'table', 'column', 'constraint', 'routine', 'syscall'] as const;
/** SQLSTATE class 22, data exceptions. Their messages contain the value. */
const dataException = /^22\w{3}$/;
const passwordInAddress = /(\w+:\/\/[^\s:/@]*:)[^\s@]*@/g;
const maxCauseDepth = 5;

function messageOf(error: Error): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && dataException.test(code))
    return 'Postgres rejected a value (message withheld)';
  // Messages of JSON.parse quote the text.
  if (error instanceof SyntaxError) return 'malformed text (message withheld)';
  return error.message.replaceAll(passwordInAddress, '$1***@');
}

/** Without the message. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n');
}

function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const described: Record<string, unknown> = {
    type: error.name,
    message: messageOf(error),
    stack: framesOf(error),
  };
  for (const member of members) {
    const value: unknown = Reflect.get(error, member);
    if (typeof value === 'string') described[member] = value;
  }
  if (depth === maxCauseDepth) return described;
  if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1);
  if (error instanceof AggregateError) {
    described.errors = error.errors.map((inner) => describeError(inner, depth + 1));
  }
  return described;
}

/** Decides by the logged error whether a record is dropped. */
type Drop = (error: unknown) => boolean;
const drop = Symbol('drop');

/** A child that, like its own children, writes only what it does not drop. */
export const dropFrom = (log: Log, drops: Drop): Log => Object.assign(log.child({}), { [drop]: drops });

type LogFormat = 'json' | 'text';

/** Beyond this, for example on a full disk, records are dropped. */
const maxBufferedBytes = 1_048_576;

/** @param format null: text on a terminal, otherwise JSON */
export function openLogOutput(format: LogFormat | null): DestinationStream {
  const chosen = format ?? (process.stdout.isTTY ? 'text' : 'json');
  if (chosen === 'text') return createTextOutput(process.stdout);
  const output = pino.destination({ dest: process.stdout.fd, maxLength: maxBufferedBytes });
  // A closed terminal or a full disk must not end the process.
  output.on('error', () => undefined);
  return output;
}

/**
 * @param level one of pino's levels, or `silent`
 * @param destination defaults to standard output
 */
export function createLog(level: string, destination = openLogOutput('json')): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
    hooks: {
      logMethod(this: Log & { [drop]?: Drop }, args, method) {
        const { err } = (args[0] ?? {}) as { err?: unknown };
        if (this[drop]?.(err) !== true) method.apply(this, args);
      },
    },
  } satisfies LoggerOptions;
  return pino(options, destination);
}
