/** The forms that report a message, or a name with its description. */
import { reportBody, reportNameBody } from '../../contract/messages.ts';
import { reportName } from '../../messages/reports.ts';
import type { Context } from '../../world/services.ts';
import type { z } from 'zod';
import { targetOfField, wholeNumber, type Fields } from './forms.ts';

export const reportForm = {
  anchor: (_params: object, { number = '' }: Fields) => `message-${number}`,
  body: reportBody,
  fromFields: ({ number = '', reason }: Fields) => ({ number: wholeNumber(number), reason }),
  result: { notice: 'Reported. The operator sees this message and those around it.' },
};

export const reportNameForm = {
  anchor: () => 'report',
  body: reportNameBody,
  fromFields: ({ target = '', reason }: Fields) => ({ ...targetOfField(target), reason }),
  result: { notice: 'Reported. The operator sees name and description as they are now.' },
  run: ({ body, ...context }: Context & { body: z.output<typeof reportNameBody> }) =>
    reportName(context, { type: body.target_type, id: body.target_id, reason: body.reason }),
};
