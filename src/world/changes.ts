/** Finds what a transaction has changed since its load. */
import { nextDueAt } from '../game/advance.ts';
import { partiesOf, type Battle } from '../game/battle-types.ts';
import { isSameData } from '../game/plain-data.ts';
import type { Empire, WorldSlice } from '../game/types.ts';
import type { DueRow } from './rows/due-empires.ts';
import type { WorldSnapshot } from './rows/load.ts';
import { fromArmy, fromBattle, fromCity, fromEmpire } from './rows/row-conversion.ts';
import type { ArmyRow, BattleRow, CityRow, EmpireRow, SeatRow } from './rows/rows.ts';

export interface SeatChange {
  id: string;
  holder_id: string;
  held_since: number | null;
  former_id: string;
}

/** A place whose undecided battles get other names. */
export interface NamedPlace {
  place_id: string;
  /** The owner of its guard; null without one. */
  guard_id: string | null;
  /** The new holder of a seat; null if unchanged. */
  holder_id: string | null;
}

export type Changes = ReturnType<typeof noChanges>;

const noChanges = () => ({
  newEmpires: [] as EmpireRow[],
  empires: [] as Omit<EmpireRow, 'wishes'>[],
  wishes: [] as Pick<EmpireRow, 'id' | 'wishes'>[],
  newCities: [] as CityRow[],
  cities: [] as CityRow[],
  newArmies: [] as ArmyRow[],
  armies: [] as ArmyRow[],
  removedArmyIds: [] as string[],
  newSeats: [] as SeatRow[],
  seats: [] as SeatChange[],
  namedPlaces: [] as NamedPlace[],
  newBattles: [] as Omit<BattleRow, 'number'>[],
  battles: [] as Omit<BattleRow, 'number'>[],
  battleEnds: [] as { battle_id: string; at: number }[],
  due: [] as DueRow[],
  noLongerDue: [] as DueRow[],
  /** Other empires, on which an attack was called off. */
  woken: [] as DueRow[],
});

/** A given empire counts as changed, because its stock has advanced; without a loaded copy it is new. */
export function changesOf(world: WorldSlice, before: WorldSnapshot, empireIds: ReadonlySet<string>): Changes {
  const changes = noChanges();
  for (const empire of world.empires.values()) {
    if (!empireIds.has(empire.id)) continue;
    const loaded = before.empires.get(empire.id);
    const row = fromEmpire(empire, world);
    const { wishes, ...others } = row;
    if (loaded === undefined) changes.newEmpires.push(row);
    else changes.empires.push(others);
    if (loaded !== undefined && !isSameData(wishes, loaded.wishes))
      changes.wishes.push({ id: empire.id, wishes });
    for (const city of empire.cities) {
      const former = loaded?.cities.find(hasId(city.id));
      if (former === undefined) changes.newCities.push(fromCity(city, empire.id));
      else if (!isSameData(city, former)) changes.cities.push(fromCity(city, empire.id));
    }
    for (const army of empire.armies) {
      const former = loaded?.armies.find(hasId(army.id));
      if (former === undefined) changes.newArmies.push(fromArmy(army, empire.id));
      else if (!isSameData(army, former)) changes.armies.push(fromArmy(army, empire.id));
    }
    for (const { id } of loaded?.armies ?? [])
      if (!empire.armies.some(hasId(id))) changes.removedArmyIds.push(id);
    addSeats(changes, empire, loaded, before);
    addDue(changes, empire, loaded, world.speed);
  }
  for (const battle of world.battles.values()) {
    if (!empireIds.has(battle.attackerId) && !empireIds.has(battle.defenderId)) continue;
    const loaded = before.battles.get(battle.id);
    if (loaded === undefined) changes.newBattles.push(fromBattle(battle));
    // The defender of an undecided battle follows from the holder and the guard of the place.
    else if (battle.outcome !== null && loaded.outcome === null) {
      changes.battles.push(fromBattle(battle));
      if (battle.outcome.result === 'called_off') addWoken(changes, battle, empireIds);
      else changes.battleEnds.push({ battle_id: battle.id, at: battle.outcome.endsAt });
    }
  }
  changes.namedPlaces = namedPlacesOf(changes.seats, [...world.empires.values()], before, empireIds);
  return changes;
}

const hasId =
  (id: string) =>
  (row: { id: string }): boolean =>
    row.id === id;

function addSeats(changes: Changes, empire: Empire, loaded: Empire | undefined, before: WorldSnapshot): void {
  for (const { id, number, x, y, heldSince } of empire.seats) {
    if (loaded?.seats.some(hasId(id)) === true) continue;
    const former = [...before.empires.values()].find(({ seats }) => seats.some(hasId(id)));
    const seat = { id, holder_id: empire.id, held_since: heldSince };
    if (former === undefined) changes.newSeats.push({ ...seat, number, x, y, keeper_id: empire.id });
    else changes.seats.push({ ...seat, former_id: former.id });
  }
}

const placesGuardedBy = (empire: Empire | undefined): string[] =>
  (empire?.armies ?? []).flatMap(({ guards, march }) => (guards === null || march !== null ? [] : guards.id));

function namedPlacesOf(
  seats: readonly SeatChange[],
  empires: readonly Empire[],
  before: WorldSnapshot,
  empireIds: ReadonlySet<string>,
): NamedPlace[] {
  const places = new Map<string, NamedPlace>();
  const name = (placeId: string, change: Partial<NamedPlace>): void => {
    const place = places.get(placeId) ?? { place_id: placeId, guard_id: null, holder_id: null };
    places.set(placeId, { ...place, ...change });
  };
  for (const { id, holder_id } of seats) name(id, { holder_id });
  for (const empire of empires) {
    if (!empireIds.has(empire.id)) continue;
    const former = placesGuardedBy(before.empires.get(empire.id));
    const present = placesGuardedBy(empire);
    for (const id of former) if (!present.includes(id) && !places.has(id)) name(id, {});
    for (const id of present) if (!former.includes(id)) name(id, { guard_id: empire.id });
  }
  return [...places.values()];
}

function addWoken(changes: Changes, battle: Battle, empireIds: ReadonlySet<string>): void {
  for (const id of partiesOf(battle))
    if (!empireIds.has(id)) changes.woken.push({ at: battle.outcome?.at ?? 0, empire_id: id });
}

function addDue(changes: Changes, empire: Empire, loaded: Empire | undefined, speed: number): void {
  const at = nextDueAt(empire, speed);
  const loadedAt = loaded === undefined ? null : nextDueAt(loaded, speed);
  // The notice of a leave waits for attacks, which change without the empire: what was due at the load may have no
  // entry.
  if (at === loadedAt && empire.leave?.beganAt !== null) return;
  if (at !== null) changes.due.push({ at, empire_id: empire.id });
  if (loadedAt !== null && loadedAt !== at) changes.noLongerDue.push({ at: loadedAt, empire_id: empire.id });
}
