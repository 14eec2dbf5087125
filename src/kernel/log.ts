/**
 * The process log: one JSON object a line (pino), or lines for people. Never logs bodies, tokens, cookies or
 * passwords: of an error only what says where and why, for errors of Postgres and of node carry rows, values and
 * addresses with passwords.
 */
import { pino, type DestinationStream, type Logger } from 'pino';
import { createTextOutput } from './log-text.ts';

export type Log = Logger;

/** What of an error besides type, message and stack may stand in the log; texts without values all of them. */
const members = ['code', 'severity', 'table', 'column', 'constraint', 'routine', 'syscall'] as const;
/** SQLSTATE: data exceptions, whose messages repeat the value. */
const dataException = /^22\w{3}$/;
const passwordInAddress = /(\w+:\/\/[^\s:/@]*:)[^\s@]*@/g;
const deepestCause = 5;

function messageOf(error: Error): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && dataException.test(code)) return 'a value that Postgres does not take';
  // What JSON.parse says shows a piece of the text.
  if (error instanceof SyntaxError) return 'a text that is not well formed';
  return error.message.replaceAll(passwordInAddress, '$1***@');
}

/** The lines of a stack that say where; the first ones repeat the message. */
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
  if (depth === deepestCause) return described;
  if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1);
  if (error instanceof AggregateError) {
    described.errors = error.errors.map((one) => describeError(one, depth + 1));
  }
  return described;
}

/** How records are written: `json` for programs, `text` for people. */
export type LogFormat = 'json' | 'text';

/** Past this much that cannot be written, as on a full disk, records are dropped. */
const maxWaitingBytes = 1_048_576;

/** @param format null: text on a terminal, else JSON */
export function openLogOutput(format: LogFormat | null): DestinationStream {
  const chosen = format ?? (process.stdout.isTTY ? 'text' : 'json');
  if (chosen === 'text') return createTextOutput(process.stdout);
  const output = pino.destination({ dest: process.stdout.fd, maxLength: maxWaitingBytes });
  // A terminal that was closed, or a full disk, must not end the process.
  output.on('error', () => undefined);
  return output;
}

/**
 * @param level one of pino's levels, or `silent`
 * @param destination by default standard output
 */
export function createLog(level: string, destination = openLogOutput('json')): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
  };
  return pino(options, destination);
}
