/** The process log: one JSON object a line (pino). Never logs bodies, tokens, cookies or passwords. */
import { pino, type Logger } from 'pino';

export type Log = Logger;

/** @param level one of pino's levels, or `silent` */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
