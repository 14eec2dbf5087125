/** The form that reports a message, as parts of an action. */
import { reportBody } from '../../contract/messages.ts';
import { wholeNumber, type Fields } from './forms.ts';

/** The members of an action that reports a message. */
export const reportForm = {
  anchor: (_params: object, { number = '' }: Fields) => `message-${number}`,
  body: reportBody,
  fromFields: ({ number = '', reason }: Fields) => ({ number: wholeNumber(number), reason }),
  result: { notice: 'Reported. The operator sees this message and those around it.' },
};
