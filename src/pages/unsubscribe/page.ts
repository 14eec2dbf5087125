/** Ends the mails of alarms without a login: only the mails of a mailbox name its address. */
import { unsubscribePath } from '../../alarms/mails.ts';
import { endMails } from '../../alarms/mailbox.ts';
import { fillPath } from '../../kernel/fill-path.ts';
import { defineAction } from '../framework/action.ts';
import { definePage } from '../framework/page.ts';
import { pageTop } from '../shared/forms.ts';

const unsubscribePage = definePage(unsubscribePath, {
  section: null,
  readers: 'public',
  read: ({ params }) => ({
    title: 'Mails of alarms',
    values: { address: fillPath(unsubscribePath, params) },
  }),
});

export const unsubscribeAction = defineAction(unsubscribePath, unsubscribePage, {
  senders: 'guest',
  isOneClick: true,
  limit: 'oneClick',
  anchor: () => pageTop,
  result: { notice: 'You get no more mails of alarms.' },
  run: ({ services, params }) => endMails(services.pool, params.mailbox_id),
});
