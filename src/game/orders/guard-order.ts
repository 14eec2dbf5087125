import { GameError } from '../../kernel/errors.ts';
import { requireFree, detach, unitsSent, type Part } from './armies.ts';
import { endGuard, guardLimit, hasGuardLimit } from '../diplomacy/guards.ts';
import type { Emit } from '../events.ts';
import { setOut, travelMs } from '../march/marching.ts';
import type { Army, Empire, GuardedPlace, Tile, WorldSlice } from '../types.ts';

/** As it was read shortly before the order. Its conditions are checked again at the arrival. */
export interface PlaceToGuard {
  place: GuardedPlace;
  tile: Tile;
  holder: { id: string; allianceId: string | null };
  isGuarded: boolean;
}

/**
 * Returns the army that marches. Throws, in this order, VALIDATION_ERROR (the army has fewer units), INVALID_TARGET
 * (own place, no ally, or the army marches), ON_LEAVE (during the notice of a leave), ARMY_BUSY, ARMY_LIMIT,
 * GUARD_LIMIT.
 */
export function orderGuard(
  world: WorldSlice,
  empire: Empire,
  army: Army,
  { place, tile, holder, isGuarded }: PlaceToGuard,
  { now, emit, part = null }: { now: number; emit: Emit; part?: Part },
): Army {
  const units = unitsSent(army, part);
  if (holder.id === empire.id) throw new GameError('INVALID_TARGET', 'the place is your own');
  if (empire.membership?.allianceId !== holder.allianceId)
    throw new GameError('INVALID_TARGET', 'armies guard places of members of their alliance only');
  if (army.march?.kind === 'move') throw new GameError('INVALID_TARGET', 'the army is on the march');
  requireFree(empire, army);
  if (isGuarded) throw new GameError('GUARD_LIMIT', 'another army guards this place');
  if (hasGuardLimit(empire, army))
    throw new GameError('GUARD_LIMIT', `an empire has at most ${guardLimit} armies on guard`);
  const sent = detach(world, empire, army, part, { now, emit });
  endGuard(world, empire, sent, { at: now, emit });
  const from = { x: army.x, y: army.y };
  const arrivesAt = now + travelMs(from, tile, units, world.speed);
  setOut(sent, { kind: 'move', from, to: { ...tile }, departsAt: now, arrivesAt });
  sent.guards = { ...place };
  return sent;
}
