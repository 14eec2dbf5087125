/**
 * Schemas for texts and numbers. Texts are NFC, trimmed, with inner spaces collapsed; lengths count code points;
 * invisible characters are refused. Messages never repeat the sent value.
 */
import { z } from 'zod';

/**
 * Control, lone surrogates, line and paragraph separators, Unicode's default-ignorables, and the blank Braille pattern
 * (2800).
 */
export const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Names the first refused character by its code point; null if there is none. */
export function invisibleIssue(text: string, refused = invisible): string | null {
  const code = refused.exec(text)?.[0].codePointAt(0);
  if (code === undefined) return null;
  return `must not have control or invisible characters (U+${code.toString(16).toUpperCase().padStart(4, '0')})`;
}

const blanks = /\p{Zs}+/gu;

/** The stored and compared form: NFC, trimmed, each run of inner spaces as one space. */
export function tidy(text: string): string {
  return text.normalize('NFC').replace(blanks, ' ').replace(/^ | $/g, '');
}

export function countCodePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; count += 1)
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/** The key under which names are unique: NFKC, ignoring case, so that names which look alike share it. */
export function nameKey(text: string): string {
  return tidy(text).normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/** `issueOf` returns what is wrong with a text, or null. */
export function refusing(issueOf: (text: string) => string | null) {
  return (text: string, context: z.RefinementCtx<string>): void => {
    const message = issueOf(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  };
}

/**
 * One line of `min` to `max` code points; parsing tidies it.
 * @param min 0 allows the empty text
 */
export function name(min: number, max: number): z.ZodString {
  const issueOf = (text: string): string | null => {
    const length = countCodePoints(text);
    const issue = invisibleIssue(text);
    if (issue !== null) return issue;
    if (length === 0 && min === 1) return 'must not be empty';
    if (length < min) return `must have at least ${min} characters`;
    return length > max ? `must have at most ${max} characters` : null;
  };
  return z.string().overwrite(tidy).superRefine(refusing(issueOf)).meta({ minLength: min, maxLength: max });
}

/** Absent and null, which many programs send instead, count as `preset`. */
export function nullAs<T>(preset: T, schema: z.ZodType<T, T>) {
  return schema.nullish().transform((value) => value ?? preset);
}

/** Any version, in any case; parsing converts it to lower case. */
export const uuid = z.guid().toLowerCase();

const cursorPattern = /^(\d{1,16})-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The position in a list that is ordered by time and id. */
export const cursor = z.string().regex(cursorPattern, 'must be `next` of the page before');

/** Without a cursor, a position after all rows. */
export function readCursor(text: string | undefined): { at: number; id: string } {
  const [, at = Number.MAX_SAFE_INTEGER, id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'] =
    cursorPattern.exec(text ?? '') ?? [];
  return { at: Math.min(Number(at), Number.MAX_SAFE_INTEGER), id };
}

/**
 * Cuts a list that was read with one row more to its limit; `next` is the position of its last item.
 * @param position `at` is in milliseconds since 1970
 */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  position: (row: Row) => [at: number, id: string],
): { shown: readonly Row[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: rows.length > limit && last !== undefined ? position(last).join('-') : null };
}

/** For lists ordered by time and id, the newest first. */
export const listQuery = z.object({
  before: cursor.optional().describe('`next` of the page before; when absent, start at the newest.'),
  limit: queryLimit(20, 50),
});
export type ListQuery = z.infer<typeof listQuery>;

export const next = z.string().nullable().describe('For `before` of the next page; null after the last one.');

/** @param parameter the query parameter that takes the number */
export function nextNumber(parameter: string): z.ZodNullable<z.ZodInt> {
  return z.int().nullable().describe(`For ${parameter} of the next page; null after the last one.`);
}

/** ISO 8601 in UTC, with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** Bounds included; strings are refused. */
export function integer(min: number, max: number): z.ZodInt {
  return z.int().min(min).max(max);
}

/** Bounds included. */
export function queryInteger(min: number, max: number): z.ZodPipe<z.ZodType<number, string>, z.ZodInt> {
  return z
    .string()
    .regex(/^-?\d{1,16}$/, 'must be a whole number')
    .transform(Number)
    .pipe(integer(min, max))
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** Clamped to `max`; `preset` when absent. */
export function queryLimit(preset: number, max: number): z.ZodType<number, string | undefined> {
  return queryInteger(1, Number.MAX_SAFE_INTEGER)
    .transform((limit) => Math.min(limit, max))
    .default(preset)
    .meta({
      type: 'integer',
      minimum: 1,
      description: `${preset} when absent. Values above ${max} count as ${max}.`,
    });
}
