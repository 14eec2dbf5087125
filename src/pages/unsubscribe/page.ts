/** The page that ends the mails of alarms, without a login: the link in a mail is enough. */
import { z } from 'zod';
import { unsubscribePath } from '../../alarms/mails.ts';
import { unsubscribe } from '../../alarms/operations.ts';
import { uuid } from '../../contract/text.ts';
import { defineAction } from '../framework/action.ts';
import { definePage } from '../framework/page.ts';
import { pageTop } from '../shared/forms.ts';

export const unsubscribePage = definePage({
  path: unsubscribePath,
  section: null,
  readers: 'public',
  read: ({ params }) => ({
    view: 'unsubscribe',
    title: 'Mails of alarms',
    anchors: [pageTop],
    values: { mailboxId: params.mailbox_id },
  }),
});

export const unsubscribeAction = defineAction({
  path: unsubscribePath,
  page: unsubscribePage,
  senders: 'guest',
  isOneClick: true,
  anchor: () => pageTop,
  params: z.object({ mailbox_id: uuid }),
  run: async ({ services, params }) => {
    await unsubscribe(services, params.mailbox_id);
    return { notice: 'You get no more mails of alarms.' };
  },
});
