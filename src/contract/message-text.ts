/** The schema of messages: plain text of several lines. */
import { z } from 'zod';
import { countCodePoints, invisible, invisibleRefusal, refusing } from './text.ts';

const maxLength = 2_000;

/**
 * Refused characters: those of names, except line breaks, and the joiners and variation selectors that scripts and
 * emoji need. Bidirectional overrides would show text in another order than it has.
 */
const refused = new RegExp(String.raw`(?!\n|\u200c|\u200d|\ufe0e|\ufe0f)${invisible.source}`, 'u');

/** More marks than any script stacks on a letter: they would cover the lines around it. */
const stackedMarks = /\p{M}{6}/u;

/** Returns the form in which a message is stored: NFC, `\n` as line break, no blanks at line ends, no empty lines around. */
function tidyLines(text: string): string {
  const lines = text.normalize('NFC').split(/\r\n|\r|\n/);
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();
}

function issueOf(text: string): string | null {
  if (refused.test(text)) return invisibleRefusal;
  if (stackedMarks.test(text)) return 'must have at most five marks on a letter';
  if (!/[^\s\p{Default_Ignorable_Code_Point}]/u.test(text)) return 'must not be empty';
  return countCodePoints(text) > maxLength ? 'must have at most 2,000 characters' : null;
}

/** A message of 1 to 2,000 code points; parsing tidies it. */
export const messageText = z
  .string()
  .overwrite(tidyLines)
  .superRefine(refusing(issueOf))
  .meta({ minLength: 1, maxLength });
