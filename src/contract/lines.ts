/** Schemas of texts of several lines: messages and descriptions. */
import { z } from 'zod';
import { countCodePoints, invisible, invisibleIssue, refusing } from './text.ts';

/** As in names, except line breaks, and the joiners and variation selectors that scripts and emoji need. */
const refused = new RegExp(String.raw`(?!\n|\u200c|\u200d|\ufe0e|\ufe0f)${invisible.source}`, 'u');

/** Characters that people paste unseen, such as soft hyphens, are removed. Overrides of the direction are refused. */
const formatting = /(?!\u200c|\u200d|\ufe0e|\ufe0f|\u202d|\u202e)\p{Default_Ignorable_Code_Point}/gu;

/** More marks than any script stacks on a letter: they would cover other lines. */
const stackedMarks = /\p{M}{6}/u;

/**
 * The stored form: NFC, `\n` as line break, a tab as a space, no formatting characters, no blanks at line ends, no
 * empty lines around.
 */
function tidyLines(text: string): string {
  const plain = text.replace(formatting, '').replaceAll('\t', ' ').normalize('NFC');
  const lines = plain.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/);
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();
}

/** @param min 0 allows the empty text */
function textOfLines(min: 0 | 1, max: number): z.ZodString {
  const issueOf = (text: string): string | null => {
    const issue = invisibleIssue(text, refused);
    if (issue !== null) return issue;
    if (stackedMarks.test(text)) return 'must have at most five marks on a letter';
    if (min === 1 && !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(text)) return 'must not be empty';
    return countCodePoints(text) > max ? `must have at most ${max.toLocaleString('en')} characters` : null;
  };
  return z
    .string()
    .overwrite(tidyLines)
    .superRefine(refusing(issueOf))
    .meta({ minLength: min, maxLength: max });
}

/** 1 to 2,000 code points; parsing tidies it. */
export const messageText = textOfLines(1, 2_000);

/** Up to 1,000 code points; parsing tidies it. */
export const descriptionText = textOfLines(0, 1_000).trim();
