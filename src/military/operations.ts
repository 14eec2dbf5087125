import type { z } from 'zod';
import type { dismissBody, guardBody, mergeBody, moveBody, splitBody } from '../contract/military.ts';
import {
  dismissUnits,
  mergeArmies,
  moveArmy,
  recallArmy,
  splitArmy,
  type Part,
} from '../game/orders/armies.ts';
import { orderGuard } from '../game/orders/guard-order.ts';
import { requireInWorld } from '../game/march/map.ts';
import type { Army, Units } from '../game/types.ts';
import { GameError } from '../kernel/errors.ts';
import { requireUnmuted } from '../messages/mute.ts';
import { toAllegiance } from '../world/rows/allegiance.ts';
import type { Context } from '../world/services.ts';
import { executeOwnCommand, findOwn, notYours } from '../world/ownership.ts';
import type { CommandScope } from '../world/attempt.ts';
import { selectPlaceToGuard } from './guards.ts';
import { toArmyView } from './present.ts';

/** The response shows the army that `order` returns. */
function orderArmy(context: Context, armyId: string, order: (army: Army, scope: CommandScope) => Army) {
  return executeOwnCommand(context, 'army', armyId, (army, scope) => {
    const shown = order(army, scope);
    return { success: true as const, army: toArmyView(scope.empire, shown, scope.now, true) };
  });
}

/** Null sends the whole army. */
export function partOf({ units }: { units?: Units | undefined }, newId: () => string): Part {
  return units === undefined ? null : { units, id: newId() };
}

/**
 * Refusals: VALIDATION_ERROR (outside the world, its own tile, or counts), NOT_FOUND, FORBIDDEN, ARMY_BUSY, ARMY_LIMIT.
 */
export async function move(context: Context, armyId: string, order: z.infer<typeof moveBody>) {
  const { destination } = order;
  requireInWorld(destination, context.services.settings.radius, 'destination');
  return orderArmy(context, armyId, (army, { world, empire, now, newId, emit }) =>
    moveArmy(world, empire, army, destination, { now, emit, part: partOf(order, newId) }),
  );
}

/** Refusals: NOT_FOUND, FORBIDDEN, INVALID_TARGET (not marching), ARMY_BUSY. */
export function recall(context: Context, armyId: string) {
  return orderArmy(context, armyId, (army, { world, empire, now, emit }) => {
    recallArmy(world, empire, army, now, emit);
    return army;
  });
}

/** Refusals: VALIDATION_ERROR (counts), NOT_FOUND, FORBIDDEN, MUTED (with a name), ARMY_BUSY, ARMY_LIMIT. */
export function split(context: Context, armyId: string, { units, name }: z.infer<typeof splitBody>) {
  return orderArmy(context, armyId, (army, { world, empire, now, newId, emit }) => {
    if (name !== undefined) requireUnmuted(context.viewer, now);
    return splitArmy(world, empire, army, units, { id: newId(), name, now, emit });
  });
}

/** Refusals: VALIDATION_ERROR (counts), NOT_FOUND, FORBIDDEN, ARMY_BUSY, INVALID_TARGET (outside own cities). */
export function dismiss(context: Context, armyId: string, { units }: z.infer<typeof dismissBody>) {
  return executeOwnCommand(context, 'army', armyId, (army, { empire, now }) => {
    dismissUnits(empire, army, units);
    const isLeft = empire.armies.includes(army);
    return { success: true as const, army: isLeft ? toArmyView(empire, army, now, true) : null };
  });
}

/** Refusals: VALIDATION_ERROR (with itself), NOT_FOUND, FORBIDDEN, ARMY_BUSY, INVALID_TARGET (another tile). */
export async function merge(
  context: Context,
  armyId: string,
  { army_id: otherId }: z.infer<typeof mergeBody>,
) {
  if (otherId === armyId) throw new GameError('VALIDATION_ERROR', 'army_id: must be another army');
  try {
    return await orderArmy(context, armyId, (army, { world, empire, now, emit }) => {
      mergeArmies(world, empire, army, findOwn(empire, 'army', otherId), { now, emit });
      return army;
    });
  } catch (error) {
    // NOT_FOUND for the other army takes precedence over FORBIDDEN.
    const isForeign = error instanceof GameError && error.code === 'FORBIDDEN';
    throw isForeign ? await notYours(context.services.pool, 'army', otherId) : error;
  }
}

/**
 * The place is read without a lock; the arrival decides. Refusals: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR (counts),
 * INVALID_TARGET, ARMY_BUSY, ARMY_LIMIT, GUARD_LIMIT.
 */
export async function guard(context: Context, armyId: string, order: z.infer<typeof guardBody>) {
  const { target_type: type, target_id: id } = order;
  const row = await selectPlaceToGuard(context.services.pool, { type, id });
  if (row === null) throw new GameError('NOT_FOUND', 'there is no such place');
  const { holder_id, x, y, is_guarded: isGuarded } = row;
  const holder = { id: holder_id, allianceId: toAllegiance(row).membership?.allianceId ?? null };
  const target = { place: { type, id }, tile: { x, y }, isGuarded, holder };
  return orderArmy(context, armyId, (army, { world, empire, now, newId, emit }) =>
    orderGuard(world, empire, army, target, { now, emit, part: partOf(order, newId) }),
  );
}
