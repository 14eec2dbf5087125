/**
 * Guards: armies that defend a place of an ally. An army on its way there has `guards`, too. Undecided battles for a
 * guarded place name the owner of the guard as their defender, except that empire's own.
 */
import type { Emit } from '../events.ts';
import { holderIdOf } from '../battle-types.ts';
import type { Army, Empire, Guard, GuardedPlace, Tile, WorldSlice } from '../types.ts';

/** Armies of an empire that guard, or are on the way. */
export const guardLimit = 3;

interface Change {
  at: number;
  emit: Emit;
}

export function areAllies(
  { membership: one }: Pick<Empire, 'membership'>,
  { membership: other }: Pick<Empire, 'membership'>,
): boolean {
  return one !== null && one.allianceId === other?.allianceId;
}

/** Null unless a loaded empire holds the place. */
export function placeOf(
  world: WorldSlice,
  { type, id }: GuardedPlace,
): { holder: Empire; tile: Tile } | null {
  for (const holder of world.empires.values()) {
    const found = (type === 'city' ? holder.cities : holder.seats).find((place) => place.id === id);
    if (found !== undefined) return { holder, tile: { x: found.x, y: found.y } };
  }
  return null;
}

function holderIdIn(world: WorldSlice, place: GuardedPlace): string | null {
  const loaded = placeOf(world, place)?.holder.id;
  return loaded ?? world.knownGuards?.find(({ placeId }) => placeId === place.id)?.holderId ?? null;
}

export function guardsIn(world: WorldSlice): Guard[] {
  const guards: Guard[] = (world.knownGuards ?? []).filter(({ empireId }) => !world.empires.has(empireId));
  for (const { id: empireId, armies } of world.empires.values()) {
    for (const { id: armyId, guards: place, march } of armies) {
      if (place === null) continue;
      const holderId = holderIdIn(world, place);
      guards.push({ armyId, empireId, placeId: place.id, holderId, arrivesAt: march?.arrivesAt ?? null });
    }
  }
  return guards;
}

/** Not counting this army. */
export function hasGuardLimit({ armies }: Empire, army: Army): boolean {
  return armies.filter(({ id, guards }) => guards !== null && id !== army.id).length >= guardLimit;
}

/** An army on its way there does not count. */
export function guardAt(empire: Empire, placeId: string): Army | null {
  return empire.armies.find(({ guards, march }) => guards?.id === placeId && march === null) ?? null;
}

export function beginGuard(world: WorldSlice, empire: Empire, army: Army, { at, emit }: Change): void {
  if (army.guards === null) throw new Error('guard: the army has no place to guard');
  const { id } = army.guards;
  for (const battle of world.battles.values()) {
    if (battle.outcome !== null || battle.target.id !== id || battle.attackerId === empire.id) continue;
    battle.allyId = holderIdOf(battle);
    battle.defenderId = empire.id;
  }
  emitGuard('guard_arrived', world, empire, army, army.guards, { at, emit });
}

/**
 * Also of an army on its way; others without `guards` are left alone. The battles that name its owner name the holder
 * again. Call it before another march begins.
 */
export function endGuard(
  world: WorldSlice,
  empire: Empire,
  army: Army,
  { kind = 'guard_left', at, emit }: Change & { kind?: 'guard_left' | 'guard_fell' },
): void {
  const { guards: place } = army;
  if (place === null) return;
  army.guards = null;
  if (army.march !== null) return;
  for (const battle of world.battles.values()) {
    if (battle.outcome !== null || battle.target.id !== place.id || battle.defenderId !== empire.id) continue;
    battle.defenderId = holderIdOf(battle);
    battle.allyId = null;
  }
  emitGuard(kind, world, empire, army, place, { at, emit });
}

/** Their armies, if loaded, stand idle there. */
export function endGuardsAt(world: WorldSlice, placeId: string, change: Change): void {
  for (const empire of world.empires.values()) {
    const army = guardAt(empire, placeId);
    if (army !== null) endGuard(world, empire, army, change);
  }
}

export function endGuardsOf(world: WorldSlice, empire: Empire, change: Change): void {
  for (const army of empire.armies) endGuard(world, empire, army, change);
  for (const { id } of [...empire.cities, ...empire.seats]) endGuardsAt(world, id, change);
}

function emitGuard(
  kind: 'guard_arrived' | 'guard_left' | 'guard_fell',
  world: WorldSlice,
  empire: Empire,
  army: Army,
  place: GuardedPlace,
  { at, emit }: Change,
): void {
  const { id: armyId, name: armyName, x, y } = army;
  const holderId = holderIdIn(world, place);
  emit({ kind, at, empireId: empire.id, holderId, armyId, armyName, place: { ...place }, tile: { x, y } });
}
