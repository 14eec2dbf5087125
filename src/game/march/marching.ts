import { unitTypes, type ArmyStatus } from '../../contract/vocabulary.ts';
import { amounts, unitRules } from '../balance.ts';
import { hourMs } from '../../kernel/time.ts';
import { countUnits } from '../counts.ts';
import { distance, sameTile } from './map.ts';
import type { Army, City, Empire, March, Tile, Units } from '../types.ts';

/** Tiles per hour: the pace of the slowest unit. */
export function paceOf(units: Units): number {
  const paces = unitTypes.filter((type) => units[type] > 0).map((type) => unitRules[type].tilesPerHour);
  return Math.min(...paces);
}

/** ceil(distance / pace x 3,600,000 / speed). */
export function travelMs(from: Tile, to: Tile, units: Units, speed: number): number {
  return Math.ceil((distance(from, to) * hourMs) / (paceOf(units) * speed));
}

/** On a march, from + trunc((to - from) x elapsed / total) on each axis. */
export function tileOf(army: Army, now: number): Tile {
  const { march } = army;
  if (march === null) return { x: army.x, y: army.y };
  const total = march.arrivesAt - march.departsAt;
  const elapsed = Math.min(Math.max(now - march.departsAt, 0), total);
  if (elapsed === total) return { ...march.to };
  const along = (from: number, to: number): number => from + Math.trunc(((to - from) * elapsed) / total);
  return { x: along(march.from.x, march.to.x), y: along(march.from.y, march.to.y) };
}

/** Always false for an attack: its contact ends it. */
export function hasArrived({ kind, arrivesAt }: March, now: number): boolean {
  return kind !== 'attack' && arrivesAt <= now;
}

export function standsAt(army: Army, tile: Tile): boolean {
  return army.march === null && sameTile(army, tile);
}

/** Whether it stands at a seat of its empire. */
export function holdsSeat({ seats }: Empire, army: Army): boolean {
  return seats.some((seat) => standsAt(army, seat));
}

export function cityAt(empire: Empire, tile: Tile): City | null {
  return empire.cities.find((city) => sameTile(city, tile)) ?? null;
}

/** `fighting` turns into `returning` with time alone, without an event. */
export function statusOfArmy(empire: Empire, army: Army, now: number): ArmyStatus {
  if (army.march === null) return cityAt(empire, army) === null ? 'idle' : 'garrisoned';
  if (army.march.kind !== 'return') return 'marching';
  return now < army.march.departsAt ? 'fighting' : 'returning';
}

/** A stationary army. Its default name is `Army` with the empire's next number. */
export function addArmy(
  empire: Empire,
  army: { id: string; tile: Tile; homeCityId: string; units: Units; at: number; name?: string | undefined },
): Army {
  empire.armiesRaised += 1;
  const added: Army = {
    id: army.id,
    name: army.name ?? `Army ${empire.armiesRaised}`,
    x: army.tile.x,
    y: army.tile.y,
    units: army.units,
    homeCityId: army.homeCityId,
    standingSince: army.at,
    march: null,
    loot: amounts(0, 0, 0),
    guards: null,
  };
  empire.armies.push(added);
  return added;
}

export function setOut(army: Army, march: Omit<March, 'battleId'>, battleId: string | null = null): void {
  army.x = march.from.x;
  army.y = march.from.y;
  army.march = { ...march, battleId };
}

/** The army keeps its loot. */
export function sendHome(empire: Empire, army: Army, from: Tile, departsAt: number, speed: number): void {
  const home = empire.cities.find(({ id }) => id === army.homeCityId);
  if (home === undefined) throw new Error('army: its home city is not in the empire');
  const to = { x: home.x, y: home.y };
  const arrivesAt = departsAt + travelMs(from, to, army.units, speed);
  setOut(army, { kind: 'return', from, to, departsAt, arrivesAt });
}

/** The army takes no orders until `freeAt`, as on a march home. */
export function stayAt(army: Army, tile: Tile, freeAt: number): void {
  setOut(army, { kind: 'return', from: { ...tile }, to: { ...tile }, departsAt: freeAt, arrivesAt: freeAt });
}

/** Their loot is lost. */
export function dropEmptyArmies(empire: Empire): void {
  empire.armies = empire.armies.filter((army) => countUnits(army.units) > 0);
}
