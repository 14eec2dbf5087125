/** Options and argument formats that several commands share. */
import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { Refusal } from './command.ts';

/** Parser for a whole number from 1 to `max`. */
export function countUpTo(max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,9}$/.test(text) && value >= 1 && value <= max) return value;
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${max}.`);
  };
}

const maxListed = 1_000;

export const limitOption = {
  flags: '--limit <n>',
  description: `maximum number of rows, up to ${maxListed}`,
  parse: countUpTo(maxListed),
  defaultValue: 50,
};

/** Tidies a new name. Throws a Refusal if the schema refuses it. */
export function parseName(schema: z.ZodType<string>, text: string): string {
  const parsed = schema.safeParse(text);
  if (!parsed.success) throw new Refusal(`The name ${parsed.error.issues[0]?.message ?? 'is invalid'}.`);
  return parsed.data;
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The text as a lower-case UUID, or null if it is none. */
export function asId(text: string): string | null {
  return uuidPattern.test(text) ? text.toLowerCase() : null;
}
