/** When each wish will be ordered, if nobody attacks and its owner orders nothing else. */
import { dayMs } from '../kernel/time.ts';
import { advance } from './advance.ts';
import { isOnLeave } from './diplomacy/leave.ts';
import { copyData } from './plain-data.ts';
import type { Empire, WorldSlice } from './types.ts';

/** Divided by the world's speed. */
export const forecastMs = 14 * dayMs;

/**
 * By the ids of the wishes; those not ordered within 14 days / speed are missing, on leave all. It advances a copy of
 * the empire alone: armies on their way to a fight stay out, so neither losses nor loot count.
 * @param empire advanced to the present
 */
export function forecastWishes(empire: Empire, world: WorldSlice): Map<string, number> {
  const moments = new Map<string, number>();
  if (empire.wishes === null || isOnLeave(empire)) return moments;
  const copy = { ...copyData(empire), postings: null };
  const alone = { ...world, empires: new Map([[copy.id, copy]]), battles: new Map() };
  const until = empire.advancedAt + Math.ceil(forecastMs / world.speed);
  const events = advance(alone, until, () => {
    throw new Error('forecast: an empire alone has no battle');
  });
  for (const event of events) if (event.kind === 'wish_ordered') moments.set(event.wish.id, event.at);
  return moments;
}
