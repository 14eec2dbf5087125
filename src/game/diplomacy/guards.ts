/**
 * Guards: armies that defend a place of an ally. An army on its way to a place has `guards`, too; it guards from its arrival on.
 * Each undecided battle for a guarded place names the owner of the guard as its defender, except those of that empire itself.
 */
import type { Emit } from '../events.ts';
import { holderIdOf } from '../battle-types.ts';
import type { Army, Empire, Guard, GuardedPlace, Tile, WorldSlice } from '../types.ts';

/** Maximum number of armies of an empire that guard, or are on the way to do so. */
export const guardLimit = 3;

interface Change {
  at: number;
  emit: Emit;
}

/** Whether both are members of one alliance. */
export function areAllies(
  { membership: one }: Pick<Empire, 'membership'>,
  { membership: other }: Pick<Empire, 'membership'>,
): boolean {
  return one !== null && one.allianceId === other?.allianceId;
}

/** The loaded empire that holds a place, with its tile, or null. */
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

/** All guards of a slice: those of its empires, and those that the load knows of others. */
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

/** Whether an empire has as many armies on guard as it may have, beside this one. */
export function hasGuardLimit({ armies }: Empire, army: Army): boolean {
  return armies.filter(({ id, guards }) => guards !== null && id !== army.id).length >= guardLimit;
}

/** The army of this empire that guards a place, or null. */
export function guardAt(empire: Empire, placeId: string): Army | null {
  return empire.armies.find(({ guards, march }) => guards?.id === placeId && march === null) ?? null;
}

/** An army begins to guard the place where it has arrived. */
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
 * An army guards no more, or does not continue to its place as a guard. The battles that name its owner name the holder
 * again. Call it before another march begins. Armies without `guards` are left alone.
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

/** Ends the guards at a place whose armies are loaded: they stand idle there. */
export function endGuardsAt(world: WorldSlice, placeId: string, change: Change): void {
  for (const empire of world.empires.values()) {
    const army = guardAt(empire, placeId);
    if (army !== null) endGuard(world, empire, army, change);
  }
}

/** An empire leaves its alliance: its armies guard no more, and those of its former allies do not guard its places. */
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
