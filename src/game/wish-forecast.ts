/** When each wish will be ordered, if nobody attacks and its owner orders nothing else. */
import { dayMs } from '../kernel/time.ts';
import { playAlone } from './alone.ts';
import { isOnLeave } from './diplomacy/leave.ts';
import type { Empire, WorldSlice } from './types.ts';

/** Divided by the world's speed. */
export const forecastMs = 14 * dayMs;

/**
 * By the ids of the wishes; those not ordered within 14 days / speed are missing, on leave all.
 * @param empire advanced to the present
 */
export function forecastWishes(empire: Empire, world: WorldSlice): Map<string, number> {
  const moments = new Map<string, number>();
  if (empire.wishes === null || isOnLeave(empire)) return moments;
  const events = playAlone(empire, world).advanceTo(empire.advancedAt + Math.ceil(forecastMs / world.speed));
  for (const event of events) if (event.kind === 'wish_ordered') moments.set(event.wish.id, event.at);
  return moments;
}
