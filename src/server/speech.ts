/** What programs say to people: sentences, or with LOG_FORMAT=json lines of the log. */
import { Refusal } from '../admin/command.ts';
import { createLog, openLogOutput } from '../kernel/log.ts';
import { StartError } from '../kernel/start-error.ts';

/** Also before the settings are read, and if they are invalid; the file .env counts once it is loaded. */
const isJson = (): boolean => process.env.LOG_FORMAT?.trim() === 'json';

export function say(sentence: string): void {
  if (isJson()) createLog('info').info(sentence);
  else console.log(sentence);
}

/** Has errors that nothing catches, also those of later callbacks, end the process like others. */
export const endOnFailure = (): void => void process.on('uncaughtException', endBecause);

/** Ends the process. A StartError and a Refusal are sentences; anything else is logged with its stack. */
export function endBecause(error: unknown): never {
  const isSentence = error instanceof StartError || error instanceof Refusal;
  if (!isSentence)
    createLog('fatal', openLogOutput(isJson() ? 'json' : null)).fatal({ err: error }, 'the program failed');
  else if (isJson()) createLog('fatal').fatal(error.message);
  else console.error(error.message);
  process.exit(1);
}
