/** When the next order can be paid, if that is long after now, and what the advice would order until the morning. */
import type { z } from 'zod';
import type { newWishedBatch, newWishedLevel } from '../../../contract/wishes.ts';
import { buildQueueLength } from '../../../game/balance.ts';
import { playAlone } from '../../../game/alone.ts';
import { nextDue } from '../../../game/due.ts';
import { isOnLeave } from '../../../game/diplomacy/leave.ts';
import { setWishes, violationsOfWishes, wishesOf } from '../../../game/economy/wishes.ts';
import type { Amounts, Empire } from '../../../game/types.ts';
import { dayMs, hourMs, minuteMs } from '../../../kernel/time.ts';
import type { EmpireState } from '../../../world/read.ts';
import { payableAt } from '../../shared/payable.ts';
import { toCityDetails } from '../../shared/city-details.ts';
import { toWishViews } from '../../shared/wish-views.ts';
import { adviseNext } from './advice.ts';
import { adviseGrowth } from './growth.ts';
import { adviseProduction, type Advice, type NewWish, type Situation } from './orders.ts';

/** Real time without an order that can be paid; from the second day of the world on, any time. */
const eveningMs = 15 * minuteMs;
/** Real time. */
const nightMs = 10 * hourMs;
export const maxPlanned = 30;

/** Null if never. What has its price but is refused waits for the first level of its city. */
function orderedAt(state: EmpireState, { cost, form, refusal }: Advice): number | null {
  if (cost === undefined) return null;
  const { empire, now } = state;
  const at = payableAt(state, cost);
  const wish = form?.wish;
  const queue = empire.cities.find(({ id }) => id === wish?.cityId)?.construction ?? [];
  const isFull = wish !== undefined && 'type' in wish && queue.length >= buildQueueLength;
  if (at === null) return null;
  return isFull || (refusal !== null && at <= now) ? Math.max(at, queue[0]?.completesAt ?? at) : at;
}

/** The advised order, else the production that can be paid first. Null if there is something to do before. */
export function nextPayable(situation: Situation, next: Advice | null): { at: number; cost: Amounts } | null {
  const { empireState, cities } = situation;
  if (isOnLeave(empireState.empire) || next?.meanwhile !== undefined) return null;
  const canGoOn = next?.refusal === null && next.isIdle !== true && next.isAim !== true;
  if (canGoOn) return null;
  const timed = (advice: Advice) => {
    const at = orderedAt(empireState, advice);
    return at === null || advice.cost === undefined ? [] : [{ at, cost: advice.cost }];
  };
  const produced = cities.flatMap((city) => adviseProduction(city, empireState) ?? []).flatMap(timed);
  const [first] = [...(next === null ? [] : timed(next)), ...produced.sort((a, b) => a.at - b.at)];
  const { empire, world, now } = empireState;
  const patienceMs = now < empire.createdAt + dayMs / world.speed ? eveningMs : 0;
  return first !== undefined && first.at > now + patienceMs ? first : null;
}

/** Plays until the wish is ordered; null if that is not before `until`. */
function playWish(
  { world }: EmpireState,
  empire: Empire,
  wish: NewWish,
  id: string,
  until: number,
): Empire | null {
  const { copy, advanceTo } = playAlone(empire, world);
  let number = 0;
  setWishes(copy, [...wishesOf(copy).list, wish], null, () => `${id}-${(number += 1)}`);
  while (wishesOf(copy).list.some((waiting) => waiting.id === `${id}-1`)) {
    const at = nextDue(copy, world.speed)?.at ?? Infinity;
    if (at > until) return null;
    advanceTo(at);
  }
  return copy;
}

const toBody = (wish: NewWish): z.input<typeof newWishedLevel | typeof newWishedBatch> =>
  'unit' in wish
    ? { city_id: wish.cityId, unit_type: wish.unit, quantity: wish.quantity }
    : { city_id: wish.cityId, type: wish.type };

/** Orders that are on the list already come first. */
export async function planNight(situation: Situation) {
  const { empireState } = situation;
  const until = empireState.now + nightMs;
  const wanted: NewWish[] = [];
  const { list, reserve } = wishesOf(empireState.empire);
  const hasRoom = (wish: NewWish): boolean => {
    const added = [...wanted, wish].map((each, index) => ({ id: `plan-${index}`, buildingId: '', ...each }));
    return violationsOfWishes({ list: [...list, ...added], reserve }).length === 0;
  };
  let empire: Empire | null = empireState.empire;
  while (empire !== null && wanted.length < maxPlanned) {
    const state: EmpireState = { ...empireState, empire, now: empire.advancedAt };
    const cities = empire.cities.map((city) => toCityDetails(state, city));
    // Fights are not planned: nobody lives around the copy.
    const later = { ...situation, empireState: state, cities, neighbours: [], hasAttacked: true };
    const next = await adviseNext(later);
    const options = [next, next?.meanwhile, ...cities.map((city) => adviseGrowth(later, city))];
    let after: Empire | null = null;
    for (const wish of options.flatMap((advice) => advice?.form?.wish ?? []).filter(hasRoom)) {
      after = playWish(state, empire, wish, `plan-${wanted.length}`, until);
      if (after === null) continue;
      wanted.push(wish);
      break;
    }
    empire = after;
  }
  const { copy: planned } = playAlone(empireState.empire, empireState.world);
  let number = 0;
  setWishes(planned, [...wishesOf(planned).list, ...wanted], null, () => `plan-${(number += 1)}`);
  const known = wishesOf(empireState.empire).list.map(({ id }) => id);
  const planView = toWishViews({ ...empireState, empire: planned }).slice(known.length);
  const expected = wanted.filter((_, index) => planView[index]?.expectedAt != null);
  return {
    known: known.join(),
    rows: planView
      .filter(({ expectedAt }) => expectedAt !== null)
      .sort((a, b) => (a.expectedAt ?? 0) - (b.expectedAt ?? 0)),
    wanted: expected,
    /** As the form sends them. */
    wishes: JSON.stringify(expected.map(toBody)),
  };
}
