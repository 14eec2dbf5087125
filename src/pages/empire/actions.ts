import { z } from 'zod';
import { invite } from '../../alliance/operations.ts';
import { startThreadBody } from '../../contract/messages.ts';
import { uuid } from '../../contract/text.ts';
import { sendMessage } from '../../messages/operations.ts';
import { reportNameForm } from '../shared/report-form.ts';
import { defineAction } from '../framework/action.ts';
import { empirePage } from './page.ts';

export const empireActions = [
  defineAction('/empire/:empire_id/message', empirePage, {
    anchor: () => 'write',
    body: startThreadBody,
    run: async ({ body: { user_id: userId, text }, ...context }) => {
      const { thread_id, message } = await sendMessage(context, { userId }, text);
      return { notice: null, anchor: `message-${message.number}`, address: `/messages/${thread_id}` };
    },
  }),
  defineAction('/empire/:empire_id/report', empirePage, reportNameForm),
  defineAction('/empire/:empire_id/invite', empirePage, {
    anchor: () => 'invite',
    body: z.object({ alliance_id: uuid }),
    result: { notice: 'Invited.' },
    run: ({ params, body, ...context }) =>
      invite(context, { allianceId: body.alliance_id, empireId: params.empire_id }),
  }),
];
