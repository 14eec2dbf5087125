/** Log records as lines for people: time, level, message, members; the frames of an error below. */
import { pino, type DestinationStream } from 'pino';

/** What a terminal obeys or hides: control and format characters, separators of lines. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function escape(text: string): string {
  return text.replaceAll(unsafe, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

function memberText([name, value]: [string, unknown]): string {
  const isPlain = typeof value === 'string' && /^[^\s"=]+$/.test(value);
  return ` ${name}=${isPlain ? value : JSON.stringify(value)}`;
}

/** @param json one record of pino */
function formatRecord(json: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(json) as Record<string, unknown>;
  const { stack = '', ...error } = (err ?? {}) as Record<string, unknown>;
  const members = Object.entries(err === undefined ? rest : { ...rest, err: error });
  const clock = new Date(String(time)).toLocaleTimeString('en-GB');
  const label = pino.levels.labels[Number(level)] ?? String(level);
  const line = `${clock} ${label.padEnd(5)} ${typeof msg === 'string' ? msg : ''}${members.map(memberText).join('')}`;
  const frames = String(stack).split('\n').filter(Boolean);
  return [line, ...frames].map((part) => `${escape(part)}\n`).join('');
}

/** A destination of pino that writes such lines. */
export function createTextOutput(output: { write: (text: string) => unknown }): DestinationStream {
  return { write: (json) => void output.write(formatRecord(json)) };
}
