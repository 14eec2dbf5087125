/** Decides meetings: the earliest first, with its empires locked, and never with a chain of locks. */
import { z } from 'zod';
import { uuid } from '../db/columns.ts';
import { defineQuery } from '../db/pool.ts';
import { decideMeeting } from '../game/advance.ts';
import { partiesOf } from '../game/battle-types.ts';
import { areLoaded, partyIdsOf, type Meeting } from '../game/contact/meetings.ts';
import type { Emit, GameEvent } from '../game/events.ts';
import { isSameData } from '../game/plain-data.ts';
import type { Empire, WorldSlice } from '../game/types.ts';
import { GameError } from '../kernel/errors.ts';
import type { WorldDeps } from './deps.ts';
import { attempt } from './attempt.ts';
import { lockTimeoutMs, lockRetryMs } from './rows/load.ts';
import { arrivalsSql, arrivesAtPlacesOf } from './rows/guard-rows.ts';
import { battleRandomOf } from './battle-random.ts';

const meetingRow = z.strictObject({
  /** Of the battle, or of the army that arrives as a guard. */
  id: uuid,
  party_ids: z.array(uuid),
});

export type MeetingRow = z.infer<typeof meetingRow>;

const contactsSql = (condition: string): string => `
  SELECT id, contact_at AS at, false AS is_arrival, attack_value, number,
    array_remove(ARRAY[attacker_id, defender_id, ally_id], NULL) AS party_ids
  FROM battles WHERE outcome IS NULL AND ${condition}`;

/** The order of decision: see `meetingsDue`. */
const order = 'at, is_arrival DESC, attack_value DESC, number, id';

const selectEarliestMeeting = defineQuery('selectEarliestMeeting', {
  sql: `SELECT id, party_ids FROM (
     ${contactsSql('attacker_id = ANY ($1::uuid[])')}
     UNION ALL ${contactsSql('defender_id = ANY ($1::uuid[])')}
     UNION ALL ${contactsSql('ally_id = ANY ($1::uuid[])')}
     UNION ALL ${arrivalsSql(arrivesAtPlacesOf)}
   ) AS meetings
   WHERE at <= $2 ORDER BY ${order} LIMIT 1`,
  row: meetingRow,
  values: (empireIds: readonly string[], until: number) => [empireIds, until],
}).optionalRow;

export const selectDueMeetings = defineQuery('selectDueMeetings', {
  sql: `SELECT id, party_ids FROM (
     (${contactsSql('contact_at <= $1 AND id <> ALL ($3::uuid[])')}
      ORDER BY contact_at, attack_value DESC, number LIMIT $2)
     UNION ALL
     (${arrivalsSql(`(g.march ->> 'arrivesAt')::bigint <= $1 AND g.id <> ALL ($3::uuid[])`)}
      ORDER BY (g.march ->> 'arrivesAt')::bigint LIMIT $2)
   ) AS meetings
   ORDER BY ${order} LIMIT $2`,
  row: meetingRow,
  values: (until: number, limit: number, exceptIds: readonly string[]) => [until, limit, exceptIds],
}).rows;

/**
 * From each meeting of the empire it walks to the earliest due meeting of its empires until none is earlier, and
 * decides that one. Each step is strictly earlier, so the walk ends. Throws BUSY if another transaction holds one of
 * the empires for longer than `lockTimeoutMs`.
 */
export async function decideMeetingsOf(deps: WorldDeps, empireId: string, until: number): Promise<void> {
  let heldSince: number | null = null;
  for (;;) {
    let meeting = await selectEarliestMeeting(deps.pool, [empireId], until);
    if (meeting === null) return;
    for (;;) {
      const earlier = await selectEarliestMeeting(deps.pool, meeting.party_ids, until);
      if (earlier === null || earlier.id === meeting.id) break;
      meeting = earlier;
    }
    if ((await decideMeetings(deps, [meeting])) > 0) {
      heldSince = null;
      continue;
    }
    heldSince ??= performance.now();
    if (performance.now() - heldSince > lockTimeoutMs) throw new GameError('BUSY');
    await deps.clock.machine.delay(lockRetryMs);
  }
}

/**
 * Decides each meeting that, under the locks, is the earliest of all its empires. It skips those that another instance
 * has decided or holds. Returns the number of changed empires.
 */
export async function decideMeetings(deps: WorldDeps, meetings: readonly MeetingRow[]): Promise<number> {
  const lock = meetings.flatMap(({ party_ids }) => party_ids);
  return attempt(deps, { lock, applyDue: decideEarliest }, ({ world, before, due }) => {
    const isChanged = (empire: Empire): boolean => !isSameData(empire, before.empires.get(empire.id));
    const changed = [...world.empires.values()].filter(isChanged).map(({ id }) => id);
    // A battle that was called off may change no empire, and is saved with its parties.
    const parties = due.flatMap((gameEvent) =>
      gameEvent.kind === 'battle_decided' ? partiesOf(gameEvent) : [],
    );
    const savedIds = new Set([...changed, ...parties]);
    return { value: savedIds.size, savedIds };
  });
}

function decideEarliest(world: WorldSlice, meetings: readonly Meeting[]): GameEvent[] {
  const gameEvents: GameEvent[] = [];
  const emit: Emit = (gameEvent) => {
    gameEvents.push(gameEvent);
  };
  const blockedIds = new Set<string>();
  for (const meeting of meetings) {
    const partyIds = partyIdsOf(world, meeting);
    if (!areLoaded(world, meeting) || partyIds.some((id) => blockedIds.has(id))) {
      for (const id of partyIds) blockedIds.add(id);
    } else decideMeeting(world, meeting, battleRandomOf, emit);
  }
  return gameEvents;
}
