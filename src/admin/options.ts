import { Option } from 'commander';
import type { z } from 'zod';
import { wholeNumber } from '../kernel/arguments.ts';
import { UsageError } from './command.ts';

const maxListed = 1_000;

export const limitOption = new Option('--limit <n>', `maximum number of rows, up to ${maxListed}`)
  .argParser(wholeNumber(1, maxListed))
  .default(50);

export const clearOption = new Option('--clear-description', 'also delete the description');

/** @param prefix what the hours are for */
export function hoursOption(maxHours: number, prefix = ''): Option {
  return new Option('--hours <n>', `${prefix}1 to ${maxHours}`)
    .argParser(wholeNumber(1, maxHours))
    .default(24);
}

/** Throws a UsageError if the schema refuses the text. */
export function parseText(schema: z.ZodType<string>, text: string, what = 'name'): string {
  const { data, error } = schema.safeParse(text);
  if (data === undefined) throw new UsageError(`The ${what} ${error.issues[0]?.message ?? 'is invalid'}.`);
  return data;
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Lower-case; null if it is no UUID. */
export function asId(text: string): string | null {
  return uuidPattern.test(text) ? text.toLowerCase() : null;
}
