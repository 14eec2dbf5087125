/** The event log, newest first. */
import type { City } from '../../game/types.ts';
import type { PageContextOf } from '../framework/page.ts';
import { selectLatestEntries } from '../shared/event-queries.ts';
import { foldCalledOff } from '../../world/log/fold.ts';
import { toEventSummary } from '../shared/event-summary.ts';
import { readBefore } from '../shared/forms.ts';

const maxListed = 50;

/** @param filter the entries about a city or its tile, or about the alliance and guards */
export async function readLog(
  { services, fields, empireState: { empire, now } }: PageContextOf['player'],
  filter: City | 'alliance' | null,
) {
  const before = readBefore(fields);
  const range = { before, limit: maxListed + 1, filter };
  const { entries, last } = await selectLatestEntries(services.pool, empire.id, range);
  const shown = entries.slice(0, maxListed);
  return {
    events: foldCalledOff(shown).map((row) => toEventSummary(empire, row, now)),
    isNewest: before > last,
    older: entries.length > maxListed ? (shown.at(-1)?.number ?? null) : null,
  };
}
