/** Formats log records for terminals: time, level, message and members, followed by the stack frames of an error. */
import { pino, type DestinationStream } from 'pino';

/** Characters that a terminal interprets or hides: control and format characters, line separators. */
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

/** Creates a pino destination that writes such lines. */
export function createTextOutput(output: { write: (text: string) => unknown }): DestinationStream {
  return { write: (json) => void output.write(formatRecord(json)) };
}
