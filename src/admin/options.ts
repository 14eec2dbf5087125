/** Options that several commands take. */
import { InvalidArgumentError } from 'commander';

/** A whole number from 1 to `most`. */
export function countUpTo(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,9}$/.test(text) && value >= 1 && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
  };
}

const maxListed = 1_000;

/** How many a list shows. */
export const limitOption = {
  flags: '--limit <n>',
  description: `how many, up to ${maxListed}`,
  parse: countUpTo(maxListed),
  preset: 50,
};

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The text as an id, or null where it is none. */
export function asId(text: string): string | null {
  return uuidPattern.test(text) ? text.toLowerCase() : null;
}
