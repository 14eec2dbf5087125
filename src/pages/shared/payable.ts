/** When a price can be paid, with the loot, rewards, levels and standing orders that come before. */
import { advance } from '../../game/advance.ts';
import { amounts } from '../../game/balance.ts';
import { nextDue } from '../../game/due.ts';
import { capOf, ratesOf } from '../../game/economy/stock.ts';
import { affordableAt } from '../../game/economy/wishes.ts';
import { copyData } from '../../game/plain-data.ts';
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

/** Plays a copy of the empire alone: armies on their way to a fight stay out. */
function* playSpans({ empire, world }: EmpireState): Generator<Span, undefined> {
  const copy = { ...copyData(empire), postings: null };
  const alone = { ...world, empires: new Map([[copy.id, copy]]), battles: new Map() };
  const until = empire.advancedAt + forecastMs / world.speed;
  for (let count = 0; count < maxSpans; count += 1) {
    const { advancedAt } = copy;
    const nextAt = nextDue(copy, world.speed)?.at ?? Infinity;
    const endsAt = nextAt > until ? Infinity : nextAt;
    const means = { rates: ratesOf(copy, world.speed), cap: capOf(copy) };
    yield { stock: { ...copy.stock }, advancedAt, ...means, endsAt };
    if (endsAt === Infinity) return;
    advance(alone, endsAt, () => {
      throw new Error('payable: an empire alone has no battle');
    });
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

/** Null if the stock will not cover it. @param state whose empire is advanced to the present */
export function payableAt(state: EmpireState, cost: Amounts): number | null {
  for (const span of spansOf(state)) {
    const at = affordableAt(span, cost, amounts(0, 0, 0), span);
    if (at !== null && at < span.endsAt) return at;
  }
  return null;
}
