/** Meetings: due work of several empires, which are contacts and the arrivals of guards. */
import { partiesOf, type Battle } from './battle-types.ts';
import { guardsIn } from './guards.ts';
import type { WorldSlice } from './types.ts';

/** What several empires do together at a moment: a contact, or the arrival of a guard. */
export interface Meeting {
  at: number;
  /** Null for the arrival of a guard. */
  battle: Battle | null;
  armyId: string;
  /** The empires that it concerns at present: earlier meetings change them. Null for a place that no longer exists. */
  readonly partyIds: (string | null)[];
}

/** Whether all empires that a meeting concerns are in the slice. */
export function areLoaded(world: WorldSlice, { partyIds }: Meeting): boolean {
  return partyIds.every((id) => id === null || world.empires.has(id));
}

/** The holder of a place and the owner of its guard. */
export function partyIdsAt(world: WorldSlice, placeId: string): (string | null)[] {
  const guards = guardsIn(world).filter((guard) => guard.placeId === placeId);
  const standing = guards.filter(({ arrivesAt }) => arrivesAt === null).map(({ empireId }) => empireId);
  return [guards[0]?.holderId ?? null, ...standing];
}

/**
 * Contacts and arrivals of guards at or before `until`, in the order in which they must be decided. At the same
 * millisecond arrivals are first, by the ids of the armies.
 */
export function meetingsDue(world: WorldSlice, until: number): Meeting[] {
  const arrivals = guardsIn(world).flatMap(({ armyId, empireId, placeId, arrivesAt }) =>
    arrivesAt === null || arrivesAt > until
      ? []
      : [
          {
            ...{ at: arrivesAt, battle: null, armyId },
            get partyIds() {
              return [empireId, ...partyIdsAt(world, placeId)];
            },
          },
        ],
  );
  const contacts = [...world.battles.values()]
    .filter((battle) => battle.outcome === null && battle.contactAt <= until)
    .sort((a, b) => a.contactAt - b.contactAt || b.value - a.value || a.number - b.number)
    .map((battle) => ({
      at: battle.contactAt,
      battle,
      armyId: battle.armyId,
      get partyIds() {
        return partiesOf(battle);
      },
    }));
  arrivals.sort((a, b) => (a.armyId < b.armyId ? -1 : 1));
  // The sort is stable: it keeps the order of each kind, and arrivals before contacts.
  return [...arrivals, ...contacts].sort((a, b) => a.at - b.at);
}
