/** The forms of messages: answer, report, block and unblock. */
import { blockBody, sendMessageBody } from '../../contract/messages.ts';
import { block, report, sendMessage, unblock } from '../../messages/operations.ts';
import { defineAction } from '../framework/action.ts';
import { pageTop } from '../shared/forms.ts';
import { reported, reportForm } from '../shared/report-form.ts';
import { messagesPage, threadPage } from './pages.ts';

/** The button of a thread that blocks or unblocks its other player. */
const blockForm = { anchor: () => 'block', body: blockBody };

export const messageActions = [
  defineAction('/messages/:thread_id', threadPage, {
    anchor: () => 'write',
    body: sendMessageBody,
    run: async ({ params: { thread_id: threadId }, body: { text }, ...actor }) => {
      await sendMessage(actor, { threadId }, text);
      return { notice: null };
    },
  }),
  defineAction('/messages/:thread_id/report', threadPage, {
    ...reportForm,
    run: async ({ params, body, ...actor }) => {
      await report(actor, { threadId: params.thread_id, ...body });
      return reported;
    },
  }),
  defineAction('/messages/:thread_id/block', threadPage, {
    ...blockForm,
    run: async ({ body, ...actor }) => {
      const { player } = await block(actor, body.user_id);
      return { notice: `${player.username} is blocked.` };
    },
  }),
  defineAction('/messages/:thread_id/unblock', threadPage, {
    ...blockForm,
    run: async ({ body, ...actor }) => {
      await unblock(actor, body.user_id);
      return { notice: 'Unblocked.' };
    },
  }),
  defineAction('/blocks/:user_id/end', messagesPage, {
    anchor: () => 'blocked',
    address: () => messagesPage.path,
    run: async ({ params, ...actor }) => {
      await unblock(actor, params.user_id);
      return { notice: 'Unblocked.', anchor: pageTop };
    },
  }),
];
