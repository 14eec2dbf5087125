/** When a price can be paid, with the loot, rewards, levels and standing orders that come before. */
import { playAlone } from '../../game/alone.ts';
import { amounts } from '../../game/balance.ts';
import { nextDue } from '../../game/due.ts';
import { capOf, ratesOf } from '../../game/economy/stock.ts';
import { affordableAt } from '../../game/economy/wishes.ts';
import type { Amounts, Empire } from '../../game/types.ts';
import { forecastMs } from '../../game/wish-forecast.ts';
import type { EmpireState } from '../../world/read.ts';

/** Rates and cap are constant in it. */
interface Span extends Pick<Empire, 'stock' | 'advancedAt'> {
  rates: Amounts;
  cap: number;
  endsAt: number;
}

/** Bounds the work for an empire with much to do. */
const maxSpans = 60;

function* playSpans({ empire, world }: EmpireState): Generator<Span, undefined> {
  const { copy, advanceTo } = playAlone(empire, world);
  const until = empire.advancedAt + forecastMs / world.speed;
  for (let count = 0; count < maxSpans; count += 1) {
    const { advancedAt } = copy;
    const endsAt = nextDue(copy, world.speed)?.at ?? Infinity;
    const means = { rates: ratesOf(copy, world.speed), cap: capOf(copy) };
    yield { stock: { ...copy.stock }, advancedAt, ...means, endsAt };
    if (endsAt > until) return;
    advanceTo(endsAt);
  }
}

/** Played once for all prices of a page, and only as far as needed. */
const played = new WeakMap<EmpireState, { spans: Span[]; rest: Generator<Span, undefined> }>();

function* spansOf(state: EmpireState): Generator<Span> {
  const known = played.get(state) ?? { spans: [], rest: playSpans(state) };
  played.set(state, known);
  for (let index = 0; ; index += 1) {
    const span = known.spans[index] ?? known.rest.next().value;
    if (span === undefined) return;
    known.spans[index] = span;
    yield span;
  }
}

/**
 * Null if the stock will not cover it, as far as this is played: until the first change after 14 days / speed.
 * @param state whose empire is advanced to the present
 */
export function payableAt(state: EmpireState, cost: Amounts): number | null {
  for (const span of spansOf(state)) {
    const at = affordableAt(span, cost, amounts(0, 0, 0), span);
    if (at !== null && at < span.endsAt) return at;
  }
  return null;
}
