/** The data about players, and how long it is kept: the periods come from the code that deletes the data. */
import { candidateKeptMs } from '../../alliance/queries.ts';
import { deletedName, deletionDelayMs } from '../../account/deletion.ts';
import { knownAddressMs } from '../../account/login-queries.ts';
import { linkLifetimeMs } from '../../account/tokens.ts';
import { dayMs, minuteMs } from '../../kernel/time.ts';
import { chatKeptMs, reportKeptMs, threadKeptMs } from '../../messages/queries.ts';
import { logEntryKeptMs } from '../../world/log/event-log.ts';
import { ledgerKeptMs } from '../../world/ledger/ledger.ts';
import { seatChangeKeptMs } from '../../seats/queries.ts';
import { definePage } from '../framework/page.ts';

export const privacyPage = definePage('/privacy', {
  section: null,
  readers: 'guest',
  read: ({ account: { sessionDays, mailer, operatorContact } }) => ({
    title: 'Privacy',
    values: {
      sessionDays,
      deletedName,
      operatorContact,
      sendsMail: mailer !== null,
      days: {
        deletion: deletionDelayMs / dayMs,
        knownAddress: knownAddressMs / dayMs,
        eventLog: logEntryKeptMs / dayMs,
        ledger: ledgerKeptMs / dayMs,
        seatChanges: seatChangeKeptMs / dayMs,
        thread: threadKeptMs / dayMs,
        chat: chatKeptMs / dayMs,
        report: reportKeptMs / dayMs,
        candidates: candidateKeptMs / dayMs,
      },
      linkMinutes: linkLifetimeMs.password / minuteMs,
    },
  }),
});
