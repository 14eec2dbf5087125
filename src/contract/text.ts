/**
 * The rules every text and number on the wire obeys, as zod schemas to build the other contracts from.
 * Text is NFC, trimmed, inner blanks collapsed; lengths count code points; whatever cannot be seen is refused.
 * What is said about a mistake never repeats the value that was sent.
 */
import { z } from 'zod';

/**
 * Characters no text may hold: control, lone surrogates, line and paragraph separators, and everything Unicode
 * calls default-ignorable (zero-width characters, bidirectional marks and overrides, invisible fillers), with
 * the blank Braille pattern, which is invisible too.
 */
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

const blanks = /\p{Zs}+/gu;

/** The form a text is stored and compared in: NFC, trimmed, every run of inner blanks one plain blank. */
export function tidy(text: string): string {
  return text.normalize('NFC').replace(blanks, ' ').replace(/^ | $/g, '');
}

/** The length of a text as people count it: in code points. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; count += 1)
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/** The key under which names are unique: NFKC without regard to case. Two names with one key look alike. */
export function nameKey(text: string): string {
  return tidy(text).normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/**
 * A line of text of `min` to `max` code points, answered tidied.
 * @param min 0 allows the empty text
 */
export function name(min: number, max: number): z.ZodString {
  return z
    .string()
    .overwrite(tidy)
    .superRefine((text, context) => {
      const length = countCodePoints(text);
      const say = (message: string): void => {
        context.addIssue({ code: 'custom', message });
      };
      if (invisible.test(text)) say('must not have control or invisible characters');
      else if (length < min)
        say(length === 0 && min === 1 ? 'must not be empty' : `must have at least ${min} characters`);
      else if (length > max) say(`must have at most ${max} characters`);
    })
    .meta({ minLength: min, maxLength: max });
}

/** An id, in any case, answered in lower case. Any version of UUID is taken. */
export const uuid = z.guid().toLowerCase();

/** A moment: ISO 8601, UTC, milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** A whole number of a JSON body, both bounds included; a text is refused. */
export function integer(min: number, max: number): z.ZodInt {
  return z.int().min(min).max(max);
}

/** A whole number of a query, where it arrives as text; both bounds included. */
export function queryInteger(min: number, max: number): z.ZodPipe<z.ZodType<number, string>, z.ZodInt> {
  return z
    .string()
    .regex(/^-?\d{1,16}$/, 'must be a whole number')
    .transform(Number)
    .pipe(integer(min, max))
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** How many items a list may answer: a whole number from 1, clamped to `max`; `preset` where it is not given. */
export function queryLimit(preset: number, max: number): z.ZodType<number, string | undefined> {
  return queryInteger(1, Number.MAX_SAFE_INTEGER)
    .transform((limit) => Math.min(limit, max))
    .default(preset)
    .meta({
      type: 'integer',
      minimum: 1,
      description: `${preset} when absent; more than ${max} counts as ${max}`,
    });
}
