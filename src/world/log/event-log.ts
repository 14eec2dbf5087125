/**
 * The event log: turns the events of a transaction into entries. migrations/0006_event_log_and_ledger.sql explains why
 * no reader skips one.
 */
import { z } from 'zod';
import { empireEvent, type EmpireEvent } from '../../contract/event-log.ts';
import type { Role } from '../../contract/vocabulary.ts';
import { integer, moment } from '../../db/columns.ts';
import type { GameEvent } from '../../game/events.ts';
import { rewardOf } from '../../game/economy/goals.ts';
import { holderIdOf, partiesOf, type Battle } from '../../game/battle-types.ts';
import { lossesOfSides } from '../../game/fight/casualties.ts';
import type { City, Empire, WorldSlice } from '../../game/types.ts';
import { dayMs, isoOf } from '../../kernel/time.ts';

/** The save adds the opponent's name and tag, because the opponent may not be loaded. */
type LogEntryContent = {
  [Type in EmpireEvent['type']]: {
    type: Type;
    data: Omit<Extract<EmpireEvent, { type: Type }>['data'], 'opponent_name' | 'opponent_tag'>;
  };
}[EmpireEvent['type']];

/** Without a number, as the save's statement expects it. */
export type NewLogEntry = LogEntryContent & { empire_id: string; at: number };

export const entryRow = z.strictObject({
  number: integer,
  at: moment,
  type: z.string(),
  data: z.unknown(),
});

export type LogEntryRow = z.infer<typeof entryRow>;

export const isEntry = (row: LogEntryRow): boolean => empireEvent.safeParse(toEmpireEvent(row)).success;

export function toEmpireEvent({ number, at, type, data }: LogEntryRow): EmpireEvent {
  return { number, at: isoOf(at), type, data } as EmpireEvent;
}

/** SQL: null for other types. */
export const contactBattleSql = `CASE entry.type WHEN 'battle_contact' THEN (entry.data ->> 'battle_id')::uuid END`;

/** SQL: whether a row of `event_log_entries` names a city, or happened at its tile. */
export const cityEntrySql = (city: string, x: string, y: string): string =>
  `(data ->> 'city_id' = ${city}::text OR data -> 'location' = jsonb_build_object('x', ${x}::int, 'y', ${y}::int))`;

/** In milliseconds. */
export const logEntryKeptMs = 30 * dayMs;

export function foundingLogEntry({ id, createdAt, cities: [capital] }: Empire): NewLogEntry {
  if (capital === undefined) throw new Error('a new empire has no capital');
  return { empire_id: id, at: createdAt, type: 'empire_founded', data: placeOf(capital) };
}

/**
 * An ordered wish has no entry: the completed level or batch has its own. A battle gives one entry per empire, and a
 * guard one for its owner and one for the holder of the place, even if they are not loaded.
 * @param world contains the cities and battles of the events
 */
export function logEntriesOf(world: WorldSlice, gameEvents: readonly GameEvent[]): NewLogEntry[] {
  return gameEvents.flatMap((gameEvent) => {
    if (gameEvent.kind === 'battle_ordered' || gameEvent.kind === 'battle_decided') {
      const battle = world.battles.get(gameEvent.battleId);
      if (battle === undefined) throw new Error('the battle of a log entry is not loaded');
      const toSideEntry = gameEvent.kind === 'battle_ordered' ? toOrderEntry : toEndEntry;
      return sidesOf(battle).map((side) => toSideEntry(battle, side));
    }
    if (gameEvent.kind === 'wish_ordered' || gameEvent.kind === 'reign_ended') return [];
    if (isGuardEvent(gameEvent)) return guardEntriesOf(gameEvent);
    return [{ ...toLogEntryContent(world, gameEvent), empire_id: gameEvent.empireId, at: gameEvent.at }];
  });
}

function toLogEntryContent(
  world: WorldSlice,
  gameEvent: Exclude<
    GameEvent,
    { kind: 'battle_ordered' | 'battle_decided' | 'wish_ordered' | 'reign_ended' | GuardEvent['kind'] }
  >,
): LogEntryContent {
  switch (gameEvent.kind) {
    case 'city_founded':
      return { type: 'city_founded', data: placeOf(cityOf(world, gameEvent)) };
    case 'city_renamed': {
      const { cityId: city_id, from, to } = gameEvent;
      return { type: 'city_renamed', data: { city_id, city_name: to, former_name: from } };
    }
    case 'construction_complete': {
      const { id, name } = cityOf(world, gameEvent);
      const { building } = gameEvent;
      return { type: 'construction_complete', data: { city_id: id, city_name: name, building } };
    }
    case 'training_complete': {
      const { id, name } = cityOf(world, gameEvent);
      const units = { type: gameEvent.unit, quantity: gameEvent.quantity };
      return { type: 'unit_training_complete', data: { city_id: id, city_name: name, units } };
    }
    case 'army_arrived': {
      const { armyId: army_id, armyName: army_name, tile: location, loot } = gameEvent;
      return { type: 'army_arrived', data: { army_id, army_name, location, loot } };
    }
    case 'goal_reached':
      return { type: 'goal_reached', data: { goal: gameEvent.goal, reward: rewardOf(gameEvent.goal) } };
    case 'alliance_joined':
    case 'alliance_role': {
      const { kind, allianceId: alliance_id, tag: alliance_tag, role } = gameEvent;
      return { type: kind, data: { alliance_id, alliance_tag, role } };
    }
    case 'alliance_left': {
      const { allianceId: alliance_id, tag: alliance_tag, reason } = gameEvent;
      return { type: 'alliance_left', data: { alliance_id, alliance_tag, reason } };
    }
    case 'leave_begun':
      return { type: 'leave_begun', data: { ends_at: isoOf(gameEvent.endsAt) } };
    case 'leave_ended': {
      const { beganAt } = gameEvent;
      return { type: 'leave_ended', data: { began_at: beganAt === null ? null : isoOf(beganAt) } };
    }
    case 'protection_ended':
      return { type: 'protection_ended', data: {} };
    case 'desertion':
      return { type: 'desertion', data: { lost: gameEvent.lost } };
    case 'sack_ended': {
      const { id, name } = cityOf(world, gameEvent);
      return { type: 'sack_ended', data: { city_id: id, city_name: name } };
    }
    case 'seat_taken':
    case 'seat_lost': {
      const { seat, battleId: battle_id, opponentId: opponent_id } = gameEvent;
      const location = { x: seat.x, y: seat.y };
      const data = { seat_id: seat.id, seat_number: seat.number, location, battle_id, opponent_id };
      return { type: gameEvent.kind, data };
    }
  }
}

type GuardEvent = Extract<GameEvent, { kind: 'guard_arrived' | 'guard_left' | 'guard_fell' }>;

const isGuardEvent = (gameEvent: GameEvent): gameEvent is GuardEvent => gameEvent.kind.startsWith('guard_');

function guardEntriesOf({ kind, at, empireId, holderId, place, ...guard }: GuardEvent): NewLogEntry[] {
  if (holderId === null) return [];
  const data = {
    army_id: guard.armyId,
    army_name: guard.armyName,
    place_type: place.type,
    place_id: place.id,
    location: guard.tile,
  };
  return [
    { empire_id: empireId, at, type: kind, data: { ...data, is_own: true, opponent_id: holderId } },
    { empire_id: holderId, at, type: kind, data: { ...data, is_own: false, opponent_id: empireId } },
  ];
}

/** The opponent of the defending side is the attacker, else the holder. */
interface LogSide {
  empireId: string;
  role: Role;
  opponentId: string;
}

function sidesOf(battle: Battle): LogSide[] {
  const { attackerId } = battle;
  const own: LogSide = { empireId: attackerId, role: 'attacker', opponentId: holderIdOf(battle) };
  const defending = partiesOf(battle)
    // An army may march on a seat that its empire has taken since.
    .filter((id) => id !== attackerId)
    .map((empireId): LogSide => ({ empireId, role: 'defender', opponentId: attackerId }));
  return [own, ...defending];
}

const sideOf = ({ id, x, y }: Battle, { role, opponentId }: LogSide) => ({
  battle_id: id,
  role,
  opponent_id: opponentId,
  location: { x, y },
});

function toOrderEntry(battle: Battle, side: LogSide): NewLogEntry {
  const data = { ...sideOf(battle, side), contact_at: isoOf(battle.contactAt) };
  return { empire_id: side.empireId, at: battle.orderedAt, type: 'battle_start', data };
}

function toEndEntry(battle: Battle, side: LogSide): NewLogEntry {
  if (battle.outcome === null) throw new Error('a decided battle has no outcome');
  const { at, reason, endsAt } = battle.outcome;
  const data = sideOf(battle, side);
  return reason === null
    ? { empire_id: side.empireId, at, type: 'battle_contact', data: { ...data, ends_at: isoOf(endsAt) } }
    : { empire_id: side.empireId, at, type: 'battle_called_off', data: { ...data, reason } };
}

export function endEntriesOf(battle: Battle): NewLogEntry[] {
  const { outcome } = battle;
  if (outcome === null) throw new Error('a battle that has ended has no outcome');
  const { endsAt, result, loot } = outcome;
  const losses = lossesOfSides(outcome);
  return sidesOf(battle).map((side) => {
    const data = { ...sideOf(battle, side), result, losses, loot };
    return { empire_id: side.empireId, at: endsAt, type: 'battle_end', data };
  });
}

function cityOf(world: WorldSlice, { empireId, cityId }: { empireId: string; cityId: string }): City {
  const city = world.empires.get(empireId)?.cities.find(({ id }) => id === cityId);
  if (city === undefined) throw new Error('the city of a log entry is not loaded');
  return city;
}

function placeOf({ id, name, x, y }: City) {
  return { city_id: id, city_name: name, location: { x, y } };
}
