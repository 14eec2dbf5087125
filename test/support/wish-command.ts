/** Random changes of a list of wishes, for the random games of worlds.ts. */
import { buildingTypes, unitTypes } from '../../src/contract/vocabulary.ts';
import { amounts } from '../../src/game/balance.ts';
import type { City, Empire, Wish } from '../../src/game/types.ts';
import { setWishes, wishesOf, type WantedWish } from '../../src/game/wishes.ts';

const itemAt = <T>(list: readonly [T, ...T[]], n: number): T => list[n % list.length] ?? list[0];

const isFirstById = ({ id }: Wish, index: number, list: readonly Wish[]): boolean =>
  list.findIndex((wish) => wish.id === id) === index;

/** Appends one to three wishes for a city; may also rotate the list, drop its first wish and change the reserve. */
export function wishAtRandom(
  empire: Empire,
  { id: cityId }: City,
  { first, second, amount }: { first: number; second: number; amount: number },
  newId: () => string,
): void {
  const { list } = wishesOf(empire);
  const added: WantedWish[] = Array.from({ length: 1 + (amount % 3) }, (_, index) =>
    (first + index) % 2 === 0
      ? { cityId, type: itemAt(buildingTypes, second + index) }
      : { cityId, unit: itemAt(unitTypes, second + index), quantity: amount },
  );
  const kept = [...list.slice(second % 2), ...list.slice(0, second % 3 === 0 ? 1 : 0)].filter(isFirstById);
  const reserve = amount % 5 === 0 ? amounts(first * 10, second, amount * 20) : null;
  setWishes(empire, [...kept, ...added], reserve, newId);
}
