import { blockBody, sendMessageBody } from '../../contract/messages.ts';
import { block, sendMessage, unblock } from '../../messages/operations.ts';
import { reportMessage } from '../../messages/reports.ts';
import { defineAction } from '../framework/action.ts';
import { pageTop } from '../shared/forms.ts';
import { reportForm } from '../shared/report-form.ts';
import { messagesPage, threadPage } from './pages.ts';

const blockForm = { anchor: () => 'block', body: blockBody };

export const messageActions = [
  defineAction('/messages/:thread_id', threadPage, {
    anchor: () => 'write',
    body: sendMessageBody,
    result: { notice: null },
    run: ({ params: { thread_id: threadId }, body: { text }, ...context }) =>
      sendMessage(context, { threadId }, text),
  }),
  defineAction('/messages/:thread_id/report', threadPage, {
    ...reportForm,
    run: ({ params, body, ...context }) => reportMessage(context, { threadId: params.thread_id, ...body }),
  }),
  defineAction('/messages/:thread_id/block', threadPage, {
    ...blockForm,
    run: async ({ body, ...context }) => {
      const { player } = await block(context, body.user_id);
      return { notice: `${player.username} is blocked.` };
    },
  }),
  defineAction('/messages/:thread_id/unblock', threadPage, {
    ...blockForm,
    result: { notice: 'Unblocked.' },
    run: ({ body, ...context }) => unblock(context, body.user_id),
  }),
  defineAction('/blocks/:user_id/end', messagesPage, {
    anchor: () => 'blocked',
    address: () => messagesPage.path,
    result: { notice: 'Unblocked.', anchor: pageTop },
    run: ({ params, ...context }) => unblock(context, params.user_id),
  }),
];
