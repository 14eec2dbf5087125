/** The ledger page: the stock of the last days as a chart, sums by cause, and every entry. */
import { z } from 'zod';
import { ledgerQuery } from '../../contract/ledger.ts';
import { resources } from '../../contract/vocabulary.ts';
import { readLedger } from '../../empire/ledger.ts';
import { eachResource } from '../../game/balance.ts';
import { accrue, capOf, limitsAt, ratesOf, stockScale, wholeUnits } from '../../game/economy.ts';
import type { Amounts } from '../../game/types.ts';
import { dayMs, minuteMs } from '../../kernel/time.ts';
import type { EmpireState } from '../../world/read.ts';
import { group, kindName } from '../shared/formatters.ts';
import { drawTimeChart, type TimeLine } from '../shared/charts.ts';
import { definePage } from '../framework/page.ts';
import { foldProduction, toLedgerEntryView, toCauseSumViews } from './entries.ts';
import { selectLedgerSpan, type Sample } from './queries.ts';

const maxListed = 50;
/** Shortest span of the chart, for an empire that was just founded. */
const minMs = minuteMs;
const spans = ['1', '7', '30'] as const;

const query = z.object({ days: z.enum(spans).default('7'), before: ledgerQuery.shape.before });

/** Samples after the last stored entry: the unsaved postings, the times at which a resource reaches a limit, and now. */
function samplesSince({ empire, world, now }: EmpireState, last: Sample | undefined): Sample[] {
  const postings = empire.postings ?? [];
  // A final production posting is dropped, because the code below draws that production exactly.
  const drawnPostings = postings.at(-1)?.cause === 'production' ? postings.slice(0, -1) : postings;
  const postedSamples = drawnPostings.map(({ at, stockAfter }) => ({ at, stock: stockAfter }));
  const from = postedSamples.at(-1) ?? last;
  const present = { at: now, stock: empire.stock };
  if (from === undefined) return [present];
  const rates = ratesOf(empire, world.speed);
  const cap = capOf(empire);
  const stockAt = (at: number): Amounts =>
    eachResource((resource) => accrue(from.stock[resource], rates[resource], cap, at - from.at));
  const limitTimes = resources
    .map((resource) => limitsAt(from.stock[resource], rates[resource], cap, from.at))
    .map(({ fullAt, depletedAt }) => fullAt ?? depletedAt ?? now)
    .filter((at) => at > from.at && at < now)
    .sort((a, b) => a - b);
  return [...postedSamples, ...limitTimes.map((at) => ({ at, stock: stockAt(at) })), present];
}

/** A line for each resource. @param samples oldest first, the last one at present */
function linesOf(samples: readonly Sample[]): TimeLine[] {
  return resources.map((resource) => ({
    kind: resource,
    name: kindName(resource),
    points: samples.map(({ at, stock }) => ({ at, value: stock[resource] / stockScale })),
    amount: group(wholeUnits(samples.at(-1)?.stock[resource] ?? 0)),
  }));
}

export const ledgerPage = definePage('/ledger', {
  section: 'overview',
  readers: 'player',
  read: async ({ services, fields, empireState }) => {
    const { empire, now } = empireState;
    // Invalid values give the last week from its newest entry on.
    const { days, before } = query.safeParse(fields).data ?? query.parse({});
    const since = Math.min(Math.max(now - Number(days) * dayMs, empire.createdAt), now - minMs);
    const [span, { entries, next }] = await Promise.all([
      selectLedgerSpan(services.pool, empire.id, { since, spanMs: now - since }),
      readLedger(services.pool, empire.id, { before, limit: maxListed }),
    ]);
    return {
      title: 'Ledger',
      values: {
        days,
        spans,
        chart: drawTimeChart(
          linesOf([...span.samples, ...samplesSince(empireState, span.samples.at(-1))]),
          since,
          now,
        ),
        sums: toCauseSumViews(span.sums),
        entries: foldProduction(entries).map((entry) => toLedgerEntryView(empire, entry)),
        isNewest: before === Number.MAX_SAFE_INTEGER,
        older: next,
      },
    };
  },
});
