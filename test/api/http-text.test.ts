/** The schemas of texts and numbers, in tables. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { describeIssues, inPlainWords } from '../../src/contract/validation-issues.ts';
import { the } from '../support/worlds.ts';
import { countCodePoints, integer, name, nameKey, tidy, timestamp, uuid } from '../../src/contract/text.ts';

function issueOf(schema: z.ZodType, value: unknown): string | null {
  const parsed = schema.safeParse(value, { error: inPlainWords });
  return parsed.success ? null : describeIssues(parsed.error, 'it');
}

describe('a text', () => {
  it.each([
    ['  Rome ', 'Rome'],
    ['New   Rome', 'New Rome'],
    ['New\u00a0Rome', 'New Rome'],
    ['\u3000Rome\u2003', 'Rome'],
    ['Ro\u0308me', 'R\u00f6me'],
    ['', ''],
  ])('%j is tidied to %j', (given, expected) => {
    expect(tidy(given)).toBe(expected);
  });

  it.each([
    ['abc', 3],
    ['🐎🐎', 2],
    ['a\ud800', 2],
    ['', 0],
  ])('%j has %i code points', (text, count) => {
    expect(countCodePoints(text)).toBe(count);
  });

  it.each([
    ['NUL', '\u0000'],
    ['a tab', '\t'],
    ['a line end', '\n'],
    ['DEL', '\u007f'],
    ['a C1 control', '\u0085'],
    ['a line separator', '\u2028'],
    ['a right-to-left override', '\u202e'],
    ['a right-to-left isolate', '\u2067'],
    ['a right-to-left mark', '\u200f'],
    ['a zero-width space', '\u200b'],
    ['a zero-width joiner', '\u200d'],
    ['a word joiner', '\u2060'],
    ['a byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['a Hangul filler', '\u3164'],
    ['a variation selector', '\ufe0f'],
    ['a tag', '\u{e0041}'],
    ['a blank Braille pattern', '\u2800'],
    ['a lone surrogate', '\udc00'],
  ])('with %s at any position is refused', (_what, character) => {
    const issues = [`${character}Rome`, `Ro${character}me`, `Rome${character}`].map((text) =>
      issueOf(name(1, 50), text),
    );
    const code = the(character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0');
    expect(new Set(issues)).toEqual(
      new Set([`it: must not have control or invisible characters (U+${code})`]),
    );
  });

  it.each([
    [1, 3, '', 'it: must not be empty'],
    [1, 3, '   ', 'it: must not be empty'],
    [2, 3, 'a', 'it: must have at least 2 characters'],
    [1, 3, 'abcd', 'it: must have at most 3 characters'],
    [1, 3, '🐎🐎🐎', null],
    [1, 3, ' abc ', null],
    [0, 3, '', null],
  ])('of %i to %i characters: %j gives %j', (low, high, text, issue) => {
    expect(issueOf(name(low, high), text)).toBe(issue);
  });
});

describe('the key of a name', () => {
  it.each([
    ['ROME', 'rome'],
    ['Ｒome', 'rome'],
    ['Straße', 'STRASSE'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['Rome  II', 'rome ii'],
    ['Ⅷ', 'viii'],
    ['ﬁre', 'FIRE'],
    ['R\u00d6me', 'ro\u0308me'],
  ])('is the same for %j and %j', (one, two) => {
    expect(nameKey(one)).toBe(nameKey(two));
  });

  it.each([
    ['rome', 'romé'],
    ['a b', 'ab'],
    ['a.b', 'a-b'],
  ])('is not the same for %j and %j', (one, two) => {
    expect(nameKey(one)).not.toBe(nameKey(two));
  });

  it.each(['Ｒome', 'Straße', 'ΟΔΥΣΣΕΥΣ', 'İstanbul', 'ﬁre'])(
    'of the key of %j is the key itself',
    (given) => {
      expect(nameKey(nameKey(given))).toBe(nameKey(given));
    },
  );
});

describe('the other schemas', () => {
  it.each([
    ['a whole number', integer(1, 5), 3, null],
    ['a bound', integer(1, 5), 5, null],
    ['a number as text', integer(1, 5), '3', 'it: must be a number'],
    ['NaN', integer(1, 5), Number.NaN, 'it: must be a number'],
    ['infinity', integer(1, 5), Infinity, 'it: must be a number'],
    ['any version of UUID', uuid, '11111111-1111-1111-1111-111111111111', null],
    ['a UUID in braces', uuid, '{11111111-1111-1111-1111-111111111111}', 'it: must be a UUID'],
    ['a moment in UTC', timestamp, '2026-01-02T03:04:05.678Z', null],
    ['a moment without milliseconds', timestamp, '2026-01-02T03:04:05Z', 'it: must be an ISO 8601 timestamp'],
    [
      'a moment with an offset',
      timestamp,
      '2026-01-02T03:04:05.678+01:00',
      'it: must be an ISO 8601 timestamp',
    ],
  ])('%s', (_what, schema, value, issue) => {
    expect(issueOf(schema, value)).toBe(issue);
  });
});
