/**
 * Invalid values for each kind of field, as raw JSON each with a name, or as part of an address. They cover accidents and
 * attacks.
 */
import { unknownId } from './set-state.ts';

/** A name for the test, and the raw JSON; undefined: the member is missing. */
export type BadValue = [name: string, json: string | undefined];

const missing: BadValue[] = [
  ['missing', undefined],
  ['null', 'null'],
];
const notText: BadValue[] = [
  ['a number for a text', '5'],
  ['a boolean', 'true'],
  ['a list of a text', '["Wessex"]'],
  ['an empty list', '[]'],
  ['an object', '{"$ne":"Wessex"}'],
  ['an object with a toString', '{"toString":"Wessex","length":5}'],
];
const unseen: BadValue[] = [
  ['a text with NUL', '"Wes\\u0000sex"'],
  ['a text with a line break', '"Wes\\nsex"'],
  ['a text with a bidirectional override', '"Wes\\u202esex"'],
  ['a text with a bidirectional isolate', '"Wes\\u2066sex"'],
  ['a text with a zero-width space', '"Wes\\u200bsex"'],
  ['a text with a zero-width joiner', '"Wes\\u200dsex"'],
  ['a text with a byte order mark', '"Wes\\ufeffsex"'],
  ['a text with half a surrogate pair', '"Wes\\ud800sex"'],
  ['a text with an escape character', '"Wes\\u001b[31msex"'],
];

/** @param isRequired false if the member may be missing; null is invalid in any case */
export function badTexts(min: number, max: number, isRequired = true): BadValue[] {
  const short: BadValue[] = [
    ['an empty text', '""'],
    ['a text of blanks', '"   \\u00a0 "'],
    ['too short a text', JSON.stringify('x'.repeat(Math.max(min - 1, 0)))],
  ];
  return [
    ...(isRequired ? missing : missing.slice(1)),
    ...notText,
    ...unseen,
    ...(min > 0 ? short : []),
    ['too long a text', JSON.stringify('Wessex'.repeat(200).slice(0, max + 1))],
  ];
}

const notWhole: BadValue[] = [
  ['a number as a text', '"5"'],
  ['an empty text', '""'],
  ['a fraction', '1.5'],
  ['a tiny number', '1e-300'],
  ['2^53', '9007199254740992'],
  ['-2^53', '-9007199254740992'],
  ['1e400', '1e400'],
  ['-1e400', '-1e400'],
  ['1e308', '1e308'],
  ['a boolean', 'true'],
  ['a list of a number', '[5]'],
  ['an object', '{"valueOf":5}'],
];

/** Values just outside both bounds, and values that are no integers. @param isRequired false if null is valid, too */
export function badIntegers(min: number, max: number, isRequired = true): BadValue[] {
  return [
    ...(isRequired ? missing : []),
    ...notWhole,
    [`${min - 1}, one too few`, String(min - 1)],
    [`${max + 1}, one too many`, String(max + 1)],
  ];
}

/** Values for a text of several lines, which may have joiners, and loses what only formats. */
const badLines = (max: number): BadValue[] => [
  ...notText,
  ...unseen.filter(([name]) => !/line break|joiner|isolate|zero-width|byte order/.test(name)),
  ['a text with seven marks on a letter', JSON.stringify(`Wes${'\u0301'.repeat(7)}`)],
  ['too long a text', JSON.stringify('x'.repeat(max + 1))],
];

export const badMessages: BadValue[] = [
  ...missing,
  ...badLines(2_000),
  ['an empty text', '""'],
  ['a text of blanks and line breaks', '" \\n \\u00a0 "'],
];

/** Values for a description, which null or an empty text removes. */
export const badDescriptions = badLines(1_000);

const wrongItems: BadValue[] = [
  ['a list with a text', '["Wessex"]'],
  ['a list with null', '[null]'],
  ['a list with an empty object', '[{}]'],
];

/** Values for a list of wishes. */
export const badWishes: BadValue[] = [
  ...missing,
  ...notText.filter(([, json]) => json !== '[]'),
  ...wrongItems,
  ['an id that is none', '[{"id":"Wessex"}]'],
  ['an unknown building', `[{"city_id":"${unknownId}","type":"dragonlair"}]`],
  ['a batch without a quantity', `[{"city_id":"${unknownId}","unit_type":"soldiers"}]`],
  ['a batch of 1001', `[{"city_id":"${unknownId}","unit_type":"soldiers","quantity":1001}]`],
  ['a batch of 0', `[{"city_id":"${unknownId}","unit_type":"soldiers","quantity":0}]`],
  ['61 items', JSON.stringify(Array(61).fill({ id: unknownId }))],
];

const attackOn = (type: string, id: string) => ({ army_id: unknownId, target_type: type, target_id: id });

export const badAttacks: BadValue[] = [
  ...missing,
  ...notText,
  ...wrongItems,
  ['an id that is none', JSON.stringify([attackOn('city', 'Wessex')])],
  ['an unknown type', JSON.stringify([attackOn('dragonlair', unknownId)])],
  ['units that are none', JSON.stringify([{ ...attackOn('city', unknownId), units: { soldiers: 0 } }])],
  ['21 orders', JSON.stringify(Array(21).fill(attackOn('city', unknownId)))],
];

export const badWords: BadValue[] = [
  ...missing,
  ...notText,
  ...unseen,
  ['an empty text', '""'],
  ['an unknown word', '"dragonlair"'],
  ['__proto__', '"__proto__"'],
  ['constructor', '"constructor"'],
  ['toString', '"toString"'],
  ['hasOwnProperty', '"hasOwnProperty"'],
];

export const badIds: BadValue[] = [
  ...missing,
  ...notText,
  ...unseen,
  ['an empty text', '""'],
  ['a number as a text', '"5"'],
  ['an id with a tail', `"${unknownId}0"`],
  ['an id in braces', `"{${unknownId}}"`],
  ['an id without dashes', `"${unknownId.replaceAll('-', '')}"`],
  ['an id with a quote', `"${unknownId}'"`],
  ['an id with a letter too many', `"${unknownId.slice(0, -1)}g"`],
];

const notObjects: BadValue[] = [
  ['a number', '5'],
  ['a text', '"Wessex"'],
  ['an empty text', '""'],
  ['a boolean', 'true'],
  ['a list', '[1,2]'],
];
export const badObjects: BadValue[] = [...missing, ...notObjects];
/** Values for the units of an order, which may be missing. */
export const badUnits: BadValue[] = [
  ...missing.slice(1),
  ...notObjects,
  ['no unit', '{}'],
  ['a negative count', '{"soldiers":-1}'],
  ['a count as a text', '{"soldiers":"5"}'],
];

/** Invalid ids, encoded for a path. */
export const badPathIds = [
  '5',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '%00',
  `${unknownId}%00`,
  `${unknownId}0`,
  `${unknownId}'--`,
  `%7B${unknownId}%7D`,
  '%E2%80%AEabc',
  '%E2%80%8B',
  'x'.repeat(2000),
  '..%2F..%2Fetc%2Fpasswd',
  '%E0%A4%A',
  '1.5',
  '-1',
  '1e400',
];

/** A text that identifies a response which repeats this value; null if the value is too short for that. */
export function traceOf(json: string): string | null {
  if (json.includes('Wes')) return 'Wes';
  const bare = json.replace(/^"|"$/g, '');
  return bare.length < 3 ? null : bare;
}

/** Values of a query that are no integers, encoded. */
export const noNumbers = [
  '',
  'five',
  '5.0',
  '1.5',
  '1e2',
  '1e400',
  'NaN',
  'Infinity',
  '0x10',
  '%205',
  '5%20',
  '%2B5',
  '5%00',
  '%E2%80%AE5',
  '%D9%A5',
  '9007199254740992',
  '-9007199254740992',
  '99999999999999999999',
  '5,6',
  '[5]',
  '{}',
  '__proto__',
];
export const noWords = [
  '',
  'dragonlair',
  '__proto__',
  'constructor',
  'toString',
  'a%00b',
  '%E2%80%AEabc',
  'x'.repeat(500),
];
export const noIds = [
  '',
  '5',
  `${unknownId}0`,
  `${unknownId}%00`,
  '__proto__',
  `%7B${unknownId}%7D`,
  "'%20OR%20''='",
];
