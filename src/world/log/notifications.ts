/** The notifications of a transaction: they follow from its game events and from changed rates and counts. */
import type { Threat } from '../../contract/alliance-chat.ts';
import type { ServerEvents } from '../../contract/events.ts';
import { sumOf } from '../../game/balance.ts';
import { peopleOf, ratesOf, unitsOf, wholeStock } from '../../game/economy/stock.ts';
import { countUnits } from '../../game/counts.ts';
import type { GameEvent } from '../../game/events.ts';
import { partiesOf } from '../../game/battle-types.ts';
import { isSameData } from '../../game/plain-data.ts';
import type { Empire, WorldSlice } from '../../game/types.ts';
import { isoOf } from '../../kernel/time.ts';
import type { LogEntryRow } from './event-log.ts';

type EventOf<Payloads> = {
  [Name in keyof Payloads]: { event: Name; to: string[]; data: Payloads[Name] };
}[keyof Payloads];

/** Notifications for the instances only. Database triggers send the last six. */
interface InternalEvents {
  battle_decided: { battle_id: string };
  entry_appended: LogEntryRow;
  /**
   * `user_ids` contains the author and the receivers. `blocker_ids` contains the members who have blocked the author;
   * only the chat of an alliance has this field.
   */
  message_sent: { thread_id: string; number: number; user_ids: string[]; blocker_ids?: string[] };
  /** An attack on a member of an alliance, whose members are `user_ids`. */
  threat_changed: Omit<Threat, 'location' | 'contact_at'> & {
    x: number;
    y: number;
    contact_at: number;
    user_ids: string[];
  };
  /** A report was made or handled. */
  reports_changed: Record<string, never>;
  session_ended: { session_id: string };
  /** The user of this socket has a newer active connection. */
  socket_replaced: { socket_id: string };
  empire_founded: { user_id: string; empire_id: string };
  /** An operator has deleted the empire. */
  empire_lost: { user_id: string; empire_id: string };
}

/** The feed carries these socket events; each instance creates the others for its own sockets. */
type RelayedEvents = Omit<
  ServerEvents,
  | 'empire_event'
  | 'battle_update'
  | 'battle_end'
  | 'message'
  | 'alliance_message'
  | 'alliance_threat'
  | 'error'
>;

/** `to` lists the empires whose rooms receive it. */
export type Notification = EventOf<RelayedEvents> | EventOf<InternalEvents>;

export function empireUpdate(empire: Empire): ServerEvents['empire_update'] {
  const units = unitsOf(empire);
  return {
    empire_id: empire.id,
    changes: {
      resources: wholeStock(empire),
      population: peopleOf(empire).total,
      military: { total_units: countUnits(units), units_by_type: units },
    },
    timestamp: isoOf(empire.advancedAt),
    seq: empire.eventSeq,
  };
}

function resourceUpdate(empire: Empire, speed: number): ServerEvents['resource_update'] {
  return {
    empire_id: empire.id,
    resources: wholeStock(empire),
    production_rates: ratesOf(empire, speed),
    timestamp: isoOf(empire.advancedAt),
    seq: empire.eventSeq,
  };
}

/**
 * In order. Increments `eventSeq` of the empires.
 * @param before these empires as loaded
 * @param commanded the empires whose commands took effect
 */
export function notificationsOf(
  world: WorldSlice,
  before: ReadonlyMap<string, Empire>,
  gameEvents: readonly GameEvent[],
  commanded: ReadonlySet<string>,
): Notification[] {
  const notifications: Notification[] = [];
  const updated = new Set(commanded);
  for (const gameEvent of gameEvents) {
    const event = notificationOf(world, gameEvent);
    if (event !== null) notifications.push(event);
    if (gameEvent.kind === 'battle_decided') {
      for (const id of partiesOf(gameEvent)) updated.add(id);
    } else if (
      gameEvent.kind === 'wish_ordered' ||
      gameEvent.kind === 'goal_reached' ||
      (gameEvent.kind === 'army_arrived' && sumOf(gameEvent.loot) > 0)
    ) {
      updated.add(gameEvent.empireId);
    }
  }
  for (const empire of world.empires.values()) {
    const loaded = before.get(empire.id);
    // Villages and keepers have no clients, and a new empire has none yet.
    if (empire.kind !== 'player' || loaded === undefined) continue;
    if (!isSameData(ratesOf(loaded, world.speed), ratesOf(empire, world.speed))) {
      empire.eventSeq += 1;
      notifications.push({
        event: 'resource_update',
        to: [empire.id],
        data: resourceUpdate(empire, world.speed),
      });
    }
    if (updated.has(empire.id) || hasOtherCounts(empire, loaded)) {
      empire.eventSeq += 1;
      notifications.push({ event: 'empire_update', to: [empire.id], data: empireUpdate(empire) });
    }
  }
  return notifications;
}

function hasOtherCounts(empire: Empire, loaded: Empire): boolean {
  return peopleOf(empire).total !== peopleOf(loaded).total || !isSameData(unitsOf(empire), unitsOf(loaded));
}

function notificationOf(world: WorldSlice, gameEvent: GameEvent): Notification | null {
  switch (gameEvent.kind) {
    case 'construction_complete': {
      const { empireId, cityId, building } = gameEvent;
      const data = { empire_id: empireId, city_id: cityId, building, seq: nextSeq(world, empireId) };
      return { event: 'construction_complete', to: [empireId], data };
    }
    case 'training_complete': {
      const { empireId, cityId, unit, quantity } = gameEvent;
      const units = { type: unit, quantity };
      const data = { empire_id: empireId, city_id: cityId, units, seq: nextSeq(world, empireId) };
      return { event: 'unit_training_complete', to: [empireId], data };
    }
    case 'battle_ordered': {
      const { battleId, attackerId, defenderId, allyId, holderName, contactAt, tile } = gameEvent;
      const data = {
        battle_id: battleId,
        attacker_id: attackerId,
        attacker: world.empires.get(attackerId)?.name ?? '',
        defender_id: allyId ?? defenderId,
        defender: holderName,
        location: tile,
        contact_at: isoOf(contactAt),
      };
      return { event: 'battle_start', to: partiesOf(gameEvent), data };
    }
    case 'battle_decided': {
      return { event: 'battle_decided', to: partiesOf(gameEvent), data: { battle_id: gameEvent.battleId } };
    }
    case 'city_founded':
    case 'city_renamed':
    case 'army_arrived':
    case 'desertion':
    case 'sack_ended':
    case 'goal_reached':
    case 'seat_taken':
    case 'seat_lost':
    case 'guard_arrived':
    case 'guard_left':
    case 'guard_fell':
    case 'reign_ended':
    case 'wish_ordered':
    case 'alliance_joined':
    case 'alliance_role':
    case 'alliance_left':
    case 'leave_begun':
    case 'leave_ended':
    case 'protection_ended':
      return null;
  }
}

function nextSeq(world: WorldSlice, empireId: string): number {
  const empire = world.empires.get(empireId);
  if (empire === undefined) throw new Error('the empire of a notification is not loaded');
  empire.eventSeq += 1;
  return empire.eventSeq;
}
