/** The form that reports a message. */
import { reportBody } from '../../contract/messages.ts';
import { wholeNumber, type Fields } from './forms.ts';

export const reportForm = {
  anchor: (_params: object, { number = '' }: Fields) => `message-${number}`,
  body: reportBody,
  fromFields: ({ number = '', reason }: Fields) => ({ number: wholeNumber(number), reason }),
  result: { notice: 'Reported. The operator sees this message and those around it.' },
};
