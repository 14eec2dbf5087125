/** The reports: the event log of the viewer's empire over the last 30 days, newest first, or the table of its stock. */
import { readBefore } from '../shared/forms.ts';
import { definePage } from '../framework/page.ts';
import { foldCalledOff, toEventSummary } from '../shared/event-summary.ts';
import { selectLatestEntries } from '../shared/event-queries.ts';
import { readStock } from './stock.ts';

const maxListed = 50;

export const reportsPage = definePage('/reports', {
  section: 'reports',
  readers: 'player',
  read: async (visit) => {
    const { services, fields, empireState } = visit;
    const { empire, now } = empireState;
    if (fields.show === 'stock') {
      return { view: 'reports-stock', title: 'Stock', values: await readStock(visit) };
    }
    const before = readBefore(fields);
    // One entry more than is shown reveals whether there are more.
    const { entries, last } = await selectLatestEntries(services.pool, empire.id, {
      before,
      limit: maxListed + 1,
    });
    const shown = entries.slice(0, maxListed);
    return {
      title: 'Reports',
      values: {
        events: foldCalledOff(shown).map((row) => toEventSummary(empire, row, now)),
        isNewest: before > last,
        older: entries.length > maxListed ? (shown.at(-1)?.number ?? null) : null,
      },
    };
  },
});
