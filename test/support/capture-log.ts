/** A log that tests can read. */
import { Writable } from 'node:stream';
import { createLog, type Log } from '../../src/kernel/log.ts';

/** The members of a log line that tests read. */
export interface Line {
  level: number;
  msg: string;
  requestId?: string;
  method?: string;
  route?: string;
  status?: number;
  userId?: string | null;
  err?: Record<string, unknown>;
  [member: string]: unknown;
}

/** Creates a log in memory. */
export function captureLog(level: string): { log: Log; lines: () => Line[]; text: () => string } {
  const chunks: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString());
      done();
    },
  });
  const text = (): string => chunks.join('');
  return {
    log: createLog(level, destination),
    text,
    lines: () =>
      text()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Line),
  };
}
