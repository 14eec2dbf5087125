/**
 * What the outside is told of a transaction: the wire events that follow from what happened and from what has
 * changed, numbered per empire. They leave the database when the transaction commits.
 */
import type { ServerEvents } from '../contract/events.ts';
import { sumOf } from '../game/balance.ts';
import { peopleOf, ratesOf, unitsOf, wholeStock } from '../game/economy.ts';
import { countUnits } from '../game/units.ts';
import type { GameEvent } from '../game/events.ts';
import type { Empire, WorldSlice } from '../game/types.ts';
import { isoOf } from '../kernel/clock.ts';
import type { LogEntryRow } from './event-log.ts';
import type { EmpireRow } from './rows.ts';

type EventOf<Payloads> = {
  [Name in keyof Payloads]: { event: Name; to: string[]; data: Payloads[Name] };
}[keyof Payloads];

/** Told to the instances, which tell players in their own way. The last five are announced by triggers of the database. */
interface InternalEvents {
  /** A battle has its outcome; every instance shows it to its own sockets in time. */
  battle_decided: { battle_id: string };
  /** The save has appended to a chronicle. */
  entry_appended: LogEntryRow;
  session_ended: { session_id: string };
  user_deactivated: { user_id: string };
  /** Its user has a newer one. */
  socket_replaced: { socket_id: string };
  empire_founded: { user_id: string; empire_id: string };
  /** The operator has deleted it. */
  empire_lost: { user_id: string; empire_id: string };
}

/** What players are told out of the feed; the rest each instance tells its own sockets itself. */
type RelayedEvents = Omit<ServerEvents, 'empire_event' | 'battle_update' | 'battle_end' | 'error'>;

/** An event on its way: `to` are the empires whose rooms receive it. */
export type Notification = EventOf<RelayedEvents> | EventOf<InternalEvents>;

/** The payload of empire_update: what the empire has now. */
export function empireUpdate(empire: Empire): ServerEvents['empire_update'] {
  const units = unitsOf(empire);
  return {
    empire_id: empire.id,
    changes: {
      resources: wholeStock(empire),
      population: peopleOf(empire).total,
      military: { total_units: countUnits(units), units_by_type: units },
    },
    timestamp: isoOf(empire.settledAt),
    seq: empire.eventSeq,
  };
}

/** The payload of resource_update: the stock and what it changes by in an hour. */
function resourceUpdate(empire: Empire, speed: number): ServerEvents['resource_update'] {
  return {
    empire_id: empire.id,
    resources: wholeStock(empire),
    production_rates: ratesOf(empire, speed),
    timestamp: isoOf(empire.settledAt),
    seq: empire.eventSeq,
  };
}

/**
 * The events of one transaction, in order; raises the empires' event numbers.
 * @param before the rows of these empires as they were loaded
 * @param commanded the empires whose commands took effect
 */
export function notificationsOf(
  world: WorldSlice,
  before: ReadonlyMap<string, EmpireRow>,
  gameEvents: readonly GameEvent[],
  commanded: ReadonlySet<string>,
): Notification[] {
  const notifications: Notification[] = [];
  const touched = new Set(commanded);
  for (const gameEvent of gameEvents) {
    const event = notificationOf(world, gameEvent);
    if (event !== null) notifications.push(event);
    if (gameEvent.kind === 'battle_decided') {
      touched.add(gameEvent.attackerId).add(gameEvent.defenderId);
    } else if (gameEvent.kind === 'army_arrived' && sumOf(gameEvent.loot) > 0) {
      touched.add(gameEvent.empireId);
    }
  }
  for (const empire of world.empires.values()) {
    const row = before.get(empire.id);
    const rates = ratesOf(empire, world.speed);
    if (
      row?.gold_rate !== rates.gold ||
      row.food_rate !== rates.food ||
      row.materials_rate !== rates.materials
    ) {
      empire.eventSeq += 1;
      notifications.push({
        event: 'resource_update',
        to: [empire.id],
        data: resourceUpdate(empire, world.speed),
      });
    }
    const changed =
      row?.population !== peopleOf(empire).total ||
      JSON.stringify(row.units) !== JSON.stringify(unitsOf(empire));
    if (changed || touched.has(empire.id)) {
      empire.eventSeq += 1;
      notifications.push({ event: 'empire_update', to: [empire.id], data: empireUpdate(empire) });
    }
  }
  return notifications;
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
      const { battleId, attackerId, defenderId, defenderName, contactAt, tile } = gameEvent;
      const data = {
        battle_id: battleId,
        attacker: world.empires.get(attackerId)?.name ?? '',
        defender: defenderName,
        location: tile,
        contact_at: isoOf(contactAt),
      };
      return { event: 'battle_start', to: [attackerId, defenderId], data };
    }
    case 'battle_decided': {
      const { battleId, attackerId, defenderId } = gameEvent;
      return { event: 'battle_decided', to: [attackerId, defenderId], data: { battle_id: battleId } };
    }
    case 'city_founded':
    case 'army_arrived':
    case 'desertion':
      return null;
  }
}

function nextSeq(world: WorldSlice, empireId: string): number {
  const empire = world.empires.get(empireId);
  if (empire === undefined) throw new Error('an event needs its empire');
  empire.eventSeq += 1;
  return empire.eventSeq;
}
