import type { z } from 'zod';
import type { setWishesBody, WishesView } from '../contract/wishes.ts';
import { applyDueNow } from '../game/advance.ts';
import { levelsAheadOfWish, type LevelAhead } from '../game/economy/prerequisites.ts';
import type { Amounts, Empire, Wish } from '../game/types.ts';
import {
  setWishes,
  statusOfWishes,
  wishesOf,
  type WantedWish,
  type WishStatus,
} from '../game/economy/wishes.ts';
import { isoOf } from '../kernel/time.ts';
import { GameError } from '../kernel/errors.ts';
import type { CommandScope } from '../world/attempt.ts';
import type { Context, Services } from '../world/services.ts';
import { executeEmpireCommand, executeOwnCommand, findOwn } from '../world/ownership.ts';

type WishView = WishesView['wishes'][number];

/** @param empire advanced to now */
export function toWishesView(empire: Empire, speed: number): WishesView {
  return { wishes: statusOfWishes(empire, speed).map(toWishView), reserve: wishesOf(empire).reserve };
}

function toWishView(status: WishStatus): WishView {
  const { wish, state, dueAt } = status;
  const { id, cityId: city_id } = wish;
  const due_at = dueAt === null ? null : isoOf(dueAt);
  if ('level' in status) {
    const { level, cost } = status;
    return { id, city_id, type: status.wish.type, level, quantity: 1, cost, state, due_at };
  }
  const { unit: unit_type, quantity } = status.wish;
  return { id, city_id, unit_type, quantity, cost: status.cost, state, due_at };
}

/**
 * Sets the list that `edit` makes, and orders what can be paid. Returns the ids of the list before that. Throws
 * VALIDATION_ERROR over a limit, and what `findOwn` throws for a city.
 */
function editWishes(
  { world, empire, now, newId, emit }: CommandScope,
  edit: (list: readonly Wish[]) => readonly WantedWish[],
  reserve: Amounts | null = null,
): string[] {
  const wanted = edit(wishesOf(empire).list);
  for (const wish of wanted) if (!('id' in wish)) findOwn(empire, 'city', wish.cityId);
  setWishes(empire, wanted, reserve, newId);
  const ids = wishesOf(empire).list.map(({ id }) => id);
  applyDueNow(world, empire, now, emit);
  return ids;
}

/**
 * Also sets the reserve if it is given. Refusals: NOT_FOUND and FORBIDDEN for the empire or a city, VALIDATION_ERROR
 * over a limit.
 */
export async function replaceWishes(
  context: Context,
  empireId: string,
  { wishes, reserve }: z.infer<typeof setWishesBody>,
): Promise<WishesView> {
  return executeEmpireCommand(context, empireId, (scope) => {
    editWishes(scope, () => wishes.map(toWantedWish), reserve ?? null);
    return toWishesView(scope.empire, scope.speed);
  });
}

function toWantedWish(wish: z.infer<typeof setWishesBody>['wishes'][number]): WantedWish {
  if ('id' in wish) return wish;
  if ('type' in wish) return { cityId: wish.city_id, type: wish.type };
  return { cityId: wish.city_id, unit: wish.unit_type, quantity: wish.quantity };
}

/** From 1; null: the wish was paid and ordered at once. */
type Position = number | null;

const positionOf = (empire: Empire, wishId: string | undefined): Position =>
  wishesOf(empire).list.findIndex(({ id }) => id === wishId) + 1 || null;

/**
 * Returns the levels that the wish needs first and nothing brings. Refusals: NOT_FOUND and FORBIDDEN for the city,
 * VALIDATION_ERROR over a limit.
 */
export async function addWish(
  context: Context,
  wanted: Exclude<WantedWish, { id: string }>,
): Promise<{ id: string; position: Position; ahead: readonly LevelAhead[] }> {
  return executeOwnCommand(context, 'city', wanted.cityId, (_city, { empire, ...scope }) => {
    const id = editWishes({ empire, ...scope }, (list) => [...list, wanted]).at(-1) ?? '';
    const wish = wishesOf(empire).list.find((other) => other.id === id);
    return {
      id,
      position: positionOf(empire, id),
      ahead: wish === undefined ? [] : levelsAheadOfWish(empire, wish),
    };
  });
}

/**
 * Refusals: NOT_FOUND and FORBIDDEN for a city, VALIDATION_ERROR over a limit, or if the list has changed: two tabs add
 * a plan once.
 * @param known the ids of the planned list, in its order
 */
export function addPlan(
  services: Services,
  empireId: string,
  { wishes, known }: { wishes: z.infer<typeof setWishesBody>['wishes']; known: string },
): Promise<void> {
  return services.executeCommand(empireId, (scope) => {
    const present = wishesOf(scope.empire).list.map(({ id }) => id);
    if (present.join() !== known)
      throw new GameError(
        'VALIDATION_ERROR',
        'your list has changed since the plan was made; look at it again',
      );
    editWishes(scope, (list) => [...list, ...wishes.map(toWantedWish)]);
  });
}

/** Refusals: NOT_FOUND: the wish is not on the list; VALIDATION_ERROR over a limit. */
export function addAhead(
  services: Services,
  empireId: string,
  wishId: string,
): Promise<readonly LevelAhead[]> {
  return services.executeCommand(empireId, (scope) => {
    const wish = requireWish(wishesOf(scope.empire).list, wishId);
    const ahead = levelsAheadOfWish(scope.empire, wish);
    const { cityId } = wish;
    const added = ahead.map(({ type }) => ({ cityId, type }));
    editWishes(scope, (list) =>
      list.flatMap((other): WantedWish[] => (other === wish ? [...added, other] : [other])),
    );
    return ahead;
  });
}

/** NOT_FOUND: one of the wishes is not on the list. */
export function moveWish(
  services: Services,
  empireId: string,
  wishId: string,
  { side, otherId }: { side: 'before' | 'after'; otherId: string },
): Promise<Position> {
  return services.executeCommand(empireId, (scope) => {
    editWishes(scope, (list) => {
      const moved = requireWish(list, wishId);
      const others = list.filter((wish) => wish !== moved);
      const index = others.indexOf(requireWish(others, otherId)) + (side === 'after' ? 1 : 0);
      return others.toSpliced(index, 0, moved);
    });
    return positionOf(scope.empire, wishId);
  });
}

/** NOT_FOUND: the wish is not on the list. */
export function removeWish(services: Services, empireId: string, wishId: string): Promise<void> {
  return services.executeCommand(empireId, (scope) => {
    editWishes(scope, (list) => {
      const removed = requireWish(list, wishId);
      return list.filter((wish) => wish !== removed);
    });
  });
}

export function setReserve(services: Services, empireId: string, reserve: Amounts): Promise<void> {
  return services.executeCommand(empireId, (scope) => {
    editWishes(scope, (list) => list, reserve);
  });
}

function requireWish(list: readonly Wish[], wishId: string): Wish {
  const wish = list.find(({ id }) => id === wishId);
  if (wish === undefined) throw new GameError('NOT_FOUND', 'this wish is no longer on the list');
  return wish;
}
