/**
 * The chronicle: what a transaction did to its empires, as entries that it appends itself. The save numbers
 * them; see migrations/0004_chronicle.sql for why no reader skips one.
 */
import { z } from 'zod';
import { empireEvent, type EmpireEvent } from '../contract/event-log.ts';
import type { Role } from '../contract/vocabulary.ts';
import { cleanRegularly, deletedAtOnce, type CleaningDeps } from '../db/cleaning.ts';
import { integer, moment } from '../db/columns.ts';
import { statement } from '../db/pool.ts';
import type { GameEvent } from '../game/events.ts';
import type { Battle, City, Empire, WorldSlice } from '../game/types.ts';
import { isoOf } from '../kernel/clock.ts';
import { dayMs } from '../kernel/time.ts';

/** What an entry tells; the name of the other side of a battle is added by the save, which need not have it loaded. */
type LogEntryContent = {
  [Type in EmpireEvent['type']]: {
    type: Type;
    data: Omit<Extract<EmpireEvent, { type: Type }>['data'], 'opponent_name'>;
  };
}[EmpireEvent['type']];

/** An entry that has no number yet, as the save's statement takes it. */
export type NewLogEntry = LogEntryContent & { empire_id: string; at: number };

/** An entry as it is stored. */
export const entryRow = z.strictObject({
  number: integer,
  at: moment,
  type: z.string(),
  data: z.unknown(),
});

export type LogEntryRow = z.infer<typeof entryRow>;

/** Whether a row has what an entry of its type has. */
export const isEntry = (row: LogEntryRow): boolean => empireEvent.safeParse(toEmpireEvent(row)).success;

/** An entry as it stands on the wire. */
export function toEmpireEvent({ number, at, type, data }: LogEntryRow): EmpireEvent {
  return { number, at: isoOf(at), type, data } as EmpireEvent;
}

/** Milliseconds an entry is kept. */
export const logEntryKeptMs = 30 * dayMs;

const deleteOldLogEntries = statement(
  'deleteOldLogEntries',
  `DELETE FROM chronicle_entries WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM chronicle_entries WHERE at <= $1 ORDER BY at LIMIT ${deletedAtOnce}
   ))`,
);

/** Removes entries whose time is over; returns what stops it. */
export function cleanEventLogs(deps: CleaningDeps): () => void {
  return cleanRegularly(deps, deleteOldLogEntries, (now) => [now - logEntryKeptMs]);
}

/** The first entry of a new empire. */
export function foundingLogEntry({ id, createdAt, cities: [capital] }: Empire): NewLogEntry {
  if (capital === undefined) throw new Error('an empire without a capital');
  return { empire_id: id, at: createdAt, type: 'empire_founded', data: placeOf(capital) };
}

/**
 * The entries of one transaction, in order; of a battle one for each side, whether or not that side is loaded.
 * @param world holds the cities and battles that are spoken of
 */
export function logEntriesOf(world: WorldSlice, gameEvents: readonly GameEvent[]): NewLogEntry[] {
  return gameEvents.flatMap((gameEvent) => {
    if (gameEvent.kind === 'battle_ordered' || gameEvent.kind === 'battle_decided') {
      const battle = world.battles.get(gameEvent.battleId);
      if (battle === undefined) throw new Error('an entry needs its battle');
      const toSideEntry = gameEvent.kind === 'battle_ordered' ? toOrderEntry : toEndEntry;
      return [toSideEntry(battle, 'attacker'), toSideEntry(battle, 'defender')];
    }
    return [{ ...toLogEntryContent(world, gameEvent), empire_id: gameEvent.empireId, at: gameEvent.at }];
  });
}

function toLogEntryContent(
  world: WorldSlice,
  gameEvent: Exclude<GameEvent, { kind: 'battle_ordered' | 'battle_decided' }>,
): LogEntryContent {
  switch (gameEvent.kind) {
    case 'city_founded':
      return { type: 'city_founded', data: placeOf(cityOf(world, gameEvent)) };
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
    case 'desertion':
      return { type: 'desertion', data: { lost: gameEvent.lost } };
  }
}

function sightOf({ id, attackerId, defenderId, x, y }: Battle, role: Role) {
  const isAttacker = role === 'attacker';
  return {
    empire_id: isAttacker ? attackerId : defenderId,
    sight: { battle_id: id, role, opponent_id: isAttacker ? defenderId : attackerId, location: { x, y } },
  };
}

function toOrderEntry(battle: Battle, role: Role): NewLogEntry {
  const { empire_id, sight } = sightOf(battle, role);
  const data = { ...sight, contact_at: isoOf(battle.contactAt) };
  return { empire_id, at: battle.orderedAt, type: 'battle_start', data };
}

function toEndEntry(battle: Battle, role: Role): NewLogEntry {
  if (battle.outcome === null) throw new Error('a battle that was decided has no outcome');
  const { at, reason, endsAt } = battle.outcome;
  const { empire_id, sight } = sightOf(battle, role);
  return reason === null
    ? { empire_id, at, type: 'battle_contact', data: { ...sight, ends_at: isoOf(endsAt) } }
    : { empire_id, at, type: 'battle_called_off', data: { ...sight, reason } };
}

function cityOf(world: WorldSlice, { empireId, cityId }: { empireId: string; cityId: string }): City {
  const city = world.empires.get(empireId)?.cities.find(({ id }) => id === cityId);
  if (city === undefined) throw new Error('an entry needs its city');
  return city;
}

function placeOf({ id, name, x, y }: City) {
  return { city_id: id, city_name: name, location: { x, y } };
}
