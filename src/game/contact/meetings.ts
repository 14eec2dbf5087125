/** Meetings: contacts and the arrivals of guards. */
import { partiesOf, type Battle } from '../battle-types.ts';
import { guardsIn } from '../diplomacy/guards.ts';
import type { Guard, WorldSlice } from '../types.ts';

export type Meeting = { at: number; armyId: string } & (
  { battle: Battle; guard: null } | { battle: null; guard: Guard }
);

/** At present: earlier meetings change them. */
export function partyIdsOf(world: WorldSlice, { battle, guard }: Meeting): string[] {
  if (battle !== null) return partiesOf(battle);
  return [guard.empireId, ...partyIdsAt(world, guard.placeId)];
}

export function areLoaded(world: WorldSlice, meeting: Meeting): boolean {
  return partyIdsOf(world, meeting).every((id) => world.empires.has(id));
}

/** The holder, if the place still exists, and the owner of its guard. */
export function partyIdsAt(world: WorldSlice, placeId: string): string[] {
  const guards = guardsIn(world).filter((guard) => guard.placeId === placeId);
  const holderId = guards[0]?.holderId ?? null;
  const ownerIds = guards.filter(({ arrivesAt }) => arrivesAt === null).map(({ empireId }) => empireId);
  return [...(holderId === null ? [] : [holderId]), ...ownerIds];
}

/**
 * At or before `until`, in the order in which they must be decided. At the same millisecond arrivals are first, by the
 * ids of the armies.
 */
export function meetingsDue(world: WorldSlice, until: number): Meeting[] {
  const arrivals = guardsIn(world).flatMap((guard): Meeting[] => {
    const { arrivesAt, armyId } = guard;
    return arrivesAt === null || arrivesAt > until ? [] : [{ at: arrivesAt, armyId, battle: null, guard }];
  });
  const contacts = [...world.battles.values()]
    .filter((battle) => battle.outcome === null && battle.contactAt <= until)
    .sort((a, b) => a.contactAt - b.contactAt || b.value - a.value || a.number - b.number)
    .map((battle): Meeting => ({ at: battle.contactAt, armyId: battle.armyId, battle, guard: null }));
  arrivals.sort((a, b) => (a.armyId < b.armyId ? -1 : 1));
  // The sort is stable: it keeps arrivals before contacts, and the order of each.
  return [...arrivals, ...contacts].sort((a, b) => a.at - b.at);
}
