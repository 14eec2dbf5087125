/** View model of the list of wishes: titles, prices, and what each wish waits for. */
import { resources } from '../../contract/vocabulary.ts';
import { amounts, unitRules } from '../../game/balance.ts';
import { capOf, ratesOf, wholeStock } from '../../game/economy/stock.ts';
import type { Amounts, City, Wish } from '../../game/types.ts';
import { statusOfWishes, wishesOf, type WishStatus } from '../../game/economy/wishes.ts';
import type { EmpireState } from '../../world/read.ts';
import { forecastWishes } from '../../game/wish-forecast.ts';
import { levelsAheadOfWish, type LevelAhead } from '../../game/economy/prerequisites.ts';
import { joinAnd } from '../../shared-ui/words.ts';
import { pricesOf, reasonOf, refusalOf } from './order-refusals.ts';
import { kindName, countOf, group } from './formatters.ts';

export function toWishViews(state: EmpireState) {
  const { empire, world } = state;
  const statuses = statusOfWishes(empire, world.speed);
  const moments = forecastWishes(empire, world);
  return statuses.flatMap((status, index) => {
    const { wish, dueAt, cost } = status;
    const city = empire.cities.find(({ id }) => id === wish.cityId);
    if (city === undefined) return [];
    const ahead = aheadText(levelsAheadOfWish(empire, wish));
    return [
      {
        id: wish.id,
        icon: iconOf(wish),
        title: titleOf(status),
        city: { id: city.id, name: city.name },
        cost: cost === null ? [] : pricesOf(empire, cost),
        state: status.state,
        /** Only of the next wish. */
        dueAt,
        /** If nothing else happens; null if not within two weeks / speed. */
        expectedAt: dueAt ?? moments.get(wish.id) ?? null,
        /** What it needs first and nothing on the list brings. */
        aheadText: ahead,
        reason: reasonFor(state, city, status, ahead),
        previousId: statuses[index - 1]?.wish.id ?? null,
        nextId: statuses[index + 1]?.wish.id ?? null,
      },
    ];
  });
}

/** Highest levels, as in `town hall 6 and barracks 3`; null for none. */
export function aheadText(ahead: readonly LevelAhead[]): string | null {
  const highest = new Map(ahead.map(({ type, level }) => [type, level]));
  if (highest.size === 0) return null;
  return joinAnd([...highest].map(([type, level]) => `${kindName(type).toLowerCase()} ${level}`));
}

const iconOf = (wish: Wish): string => ('unit' in wish ? wish.unit : wish.type);

/** `Farm to level 7`, `20 soldiers`. */
function titleOf(status: WishStatus): string {
  return 'level' in status
    ? `${kindName(status.wish.type)} to level ${status.level}`
    : countOf(status.wish.quantity, status.wish.unit);
}

/** Null for the next wish. */
function reasonFor(
  state: EmpireState,
  city: City,
  { wish, state: wishState, cost }: WishStatus,
  ahead: string | null,
): string | null {
  switch (wishState) {
    case 'next':
      return null;
    case 'behind':
      return 'Possible; it waits behind the next one.';
    case 'busy':
      if (ahead !== null) return `Needs ${ahead} first.`;
      return 'unit' in wish
        ? `Waits for ${city.name}’s ${unitRules[wish.unit].trainedIn} to be free.`
        : `Waits for ${city.name}’s building queue to empty.`;
    case 'requirement':
    case 'people':
      // The refusal that an order by hand would get now.
      return reasonOf(refusalOf(state, city, wish), state, amounts(0, 0, 0));
    case 'storage':
      return storageReason(state, cost ?? amounts(0, 0, 0));
  }
}

function storageReason({ empire, world }: EmpireState, cost: Amounts): string {
  const { reserve } = wishesOf(empire);
  const cap = capOf(empire);
  const rates = ratesOf(empire, world.speed);
  const stock = wholeStock(empire);
  const short = resources.filter((resource) => stock[resource] < cost[resource] + reserve[resource]);
  const tooLarge = short.find((resource) => cost[resource] + reserve[resource] > cap);
  if (tooLarge !== undefined) {
    const withReserve = reserve[tooLarge] > 0 ? ' with the reserve' : '';
    return `Needs room for ${group(cost[tooLarge] + reserve[tooLarge])} ${tooLarge}${withReserve}; your stores hold ${group(cap)}.`;
  }
  const stuck = short.find((resource) => rates[resource] <= 0);
  if (stuck !== undefined) return `Your stock of ${stuck} does not grow.`;
  const shrinking = resources.find((resource) => rates[resource] < 0) ?? 'food';
  return `Your stock of ${shrinking} will not last until the rest is there.`;
}

export type WishView = ReturnType<typeof toWishViews>[number];
