import type { z } from 'zod';
import type { buildBody, exchangeBody, renameCityBody, trainBody } from '../contract/city.ts';
import { cancelOrder, estimateCompletions, orderLevels } from '../game/economy/construction.ts';
import { exchange } from '../game/economy/exchange.ts';
import { wholeStock } from '../game/economy/stock.ts';
import { foundCity } from '../game/founding/founding.ts';
import { requireInWorld } from '../game/march/map.ts';
import { estimateDeliveries, orderBatch } from '../game/economy/training.ts';
import type { Tile } from '../game/types.ts';
import { GameError } from '../kernel/errors.ts';
import { requireUnmuted } from '../messages/mute.ts';
import type { Context } from '../world/services.ts';
import { executeEmpireCommand, executeOwnCommand } from '../world/ownership.ts';
import { defaultCityName, requireFreeName, setCityName } from './city-names.ts';
import { toBuildingView, toCityView, toSpan } from './present.ts';

/**
 * Without a name, the tile decides it. Refusals: VALIDATION_ERROR (outside the world), NOT_FOUND, FORBIDDEN, MUTED
 * (with a name), NAME_TAKEN, CITY_LIMIT, INSUFFICIENT_RESOURCES, LOCATION_TAKEN, TOO_CLOSE.
 */
export async function foundFurtherCity(
  context: Context,
  empireId: string,
  { name, location }: { name?: string | undefined; location: Tile },
) {
  requireInWorld(location, context.services.settings.radius, 'location');
  return executeEmpireCommand(context, empireId, ({ empire, now, speed, newId, emit }) => {
    if (name !== undefined) {
      requireUnmuted(context.viewer, now);
      requireFreeName(empire, name);
    }
    const named = { name: name ?? defaultCityName(location, empire.cities), tile: location };
    const city = foundCity(empire, named, { now, newId, emit });
    return { success: true as const, city: toCityView(city, speed, true) };
  });
}

/** Refusals: NOT_FOUND, FORBIDDEN, MUTED, NAME_TAKEN. */
export function renameCity(context: Context, cityId: string, { name }: z.infer<typeof renameCityBody>) {
  return executeOwnCommand(context, 'city', cityId, (city, scope) => {
    requireUnmuted(context.viewer, scope.now);
    setCityName(scope, city, name);
    return { success: true as const, city: toCityView(city, scope.speed, true) };
  });
}

/** Refusals: NOT_FOUND, FORBIDDEN, and those of game/economy/construction.ts. */
export function build(context: Context, cityId: string, { type, quantity }: z.infer<typeof buildBody>) {
  return executeOwnCommand(context, 'city', cityId, (city, { empire, now, speed, newId }) => {
    const order = orderLevels(empire, city, type, quantity, { now, speed, newId });
    const spans = estimateCompletions(city, speed).slice(-quantity);
    return {
      success: true as const,
      building: toBuildingView(city, order.building, speed),
      order: {
        id: order.id,
        from_level: order.fromLevel,
        to_level: order.toLevel,
        cost: order.cost,
        starts_at: toSpan(spans[0]).starts_at,
        completes_at: toSpan(spans.at(-1)).completes_at,
      },
    };
  });
}

/** Refusals: NOT_FOUND, FORBIDDEN, and those of game/economy/training.ts. */
export function train(context: Context, cityId: string, { unit_type, quantity }: z.infer<typeof trainBody>) {
  return executeOwnCommand(context, 'city', cityId, (city, { empire, now, speed, newId }) => {
    const { batch, cost } = orderBatch(empire, city, unit_type, quantity, { now, speed, newId });
    const span = toSpan(estimateDeliveries(city, speed).at(-1));
    return {
      success: true as const,
      order: { id: batch.id, city_id: city.id, unit_type, quantity, cost, ...span },
    };
  });
}

/** Refusals: NOT_FOUND, FORBIDDEN, and those of game/economy/exchange.ts. */
export function exchangeAt(context: Context, cityId: string, order: z.infer<typeof exchangeBody>) {
  return executeOwnCommand(context, 'city', cityId, (city, { empire }) => {
    const received = exchange(empire, city, order);
    return { success: true as const, received, resources: wholeStock(empire) };
  });
}

/** Cancels the unfinished levels. Refusals: NOT_FOUND, FORBIDDEN. */
export function cancel(context: Context, orderId: string) {
  return executeOwnCommand(context, 'order', orderId, (city, { empire, now, speed }) => {
    const refund = cancelOrder(empire, city, orderId, now, speed);
    if (refund === null) throw new GameError('NOT_FOUND');
    return { success: true as const, refund };
  });
}
