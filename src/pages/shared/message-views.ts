/** A message as pages show it, and the form that reports it. */
import { reportBody, type MessageView } from '../../contract/messages.ts';
import { wholeNumber, type Fields } from './forms.ts';

/** For the partial `message`. @param viewerId the account of the reader */
export const toShownMessage = (
  { number, author_id, author, text, sent_at }: MessageView,
  viewerId: string,
) => ({
  number,
  isOwn: author_id === viewerId,
  author: author ?? 'Deleted player',
  text,
  at: Date.parse(sent_at),
});

/** The members of an action that reports a message. */
export const reportForm = {
  anchor: (_params: object, { number = '' }: Fields) => `message-${number}`,
  body: reportBody,
  fromFields: ({ number = '', reason }: Fields) => ({ number: wholeNumber(number), reason }),
};

export const reported = { notice: 'Reported. The operator sees this message and those around it.' };
