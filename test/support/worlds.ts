/** Builds worlds with fixed ids for the tests of the rules, from short plans. */
import { guardsIn } from '../../src/game/diplomacy/guards.ts';
import { deepStrictEqual as deepEqual, notEqual } from 'node:assert';
import {
  buildingTypes,
  goalNames,
  stackTypes,
  type BuildingType,
  type UnitType,
} from '../../src/contract/vocabulary.ts';
import { orderAttack } from '../../src/game/orders/attack.ts';
import type { Part } from '../../src/game/orders/armies.ts';
import { amounts } from '../../src/game/balance.ts';
import { maxRounds, noStacks, rollTable, type RollTable } from '../../src/game/fight/battle.ts';
import { times, stockScale } from '../../src/game/economy/stock.ts';
import { noUnits } from '../../src/game/counts.ts';
import type { Emit } from '../../src/game/events.ts';
import { emptyEmpire } from '../../src/game/founding/founding.ts';
import { scoresOf } from '../../src/game/diplomacy/scoring.ts';
import { seatAt } from '../../src/game/contact/seats.ts';
import { reignEnd } from '../../src/game/diplomacy/reigns.ts';
import type { Battle } from '../../src/game/battle-types.ts';
import type {
  Amounts,
  Army,
  Batch,
  Building,
  City,
  Empire,
  HeldSeat,
  March,
  Plundering,
  QueuedLevel,
  Tile,
  Units,
  WorldSlice,
} from '../../src/game/types.ts';
import { GameError, type ErrorCode } from '../../src/kernel/errors.ts';
import { first32BitsOf } from './hashes.ts';

/** The time at which every test begins. */
export const t0 = Date.UTC(2026, 0, 1);
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The rolls of a seed, with the same hash as in production. */
export function battleRandomOf(seed: string): RollTable {
  return rollTable(seed, first32BitsOf);
}

/** Rolls of 1000 only, so that a battle can be computed by hand. */
export function flatRolls(): RollTable {
  const side = noStacks();
  for (const type of stackTypes) side[type] = 1000;
  return Array.from({ length: maxRounds }, () => ({ a: { ...side }, d: { ...side } }));
}

/** Ignores all events. */
export const ignoreEvents: Emit = () => undefined;

/** Generates the ids new-0001, new-0002, ... */
export function idMaker(): () => string {
  let count = 0;
  return () => `new-${String((count += 1)).padStart(4, '0')}`;
}

/** The value; throws if it is null or undefined. */
export function the<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the test expected a value');
  return value;
}

/**
 * The code with which a command is refused, or null if it succeeds. Throws if a refused command has changed one of
 * `objects`, or has empty details.
 */
export function refusal(command: () => unknown, ...objects: readonly object[]): ErrorCode | null {
  const before = structuredClone(objects);
  try {
    command();
    return null;
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    deepEqual(objects, before, `refused with ${error.code}, but not unchanged`);
    notEqual(error.details, '', `refused with ${error.code}, but with empty details`);
    return error.code;
  }
}

export const at = (x: number, y: number): Tile => ({ x, y });

/** A march from 0/0, by default a plain one that sets out at `t0` and takes an hour. */
export function marchTo(to: Tile, plan: Partial<March> = {}): March {
  return { kind: 'move', from: at(0, 0), to, departsAt: t0, arrivesAt: t0 + hourMs, battleId: null, ...plan };
}

/** The times of what is in work since `t0`; null: it waits. */
const inWorkUntil = (completesAt: number | null) => ({
  startsAt: completesAt === null ? null : t0,
  completesAt,
});

/** An ordered level that cost 1 of each resource. */
export function levelInQueue(type: BuildingType, level: number, completesAt: number | null): QueuedLevel {
  return { orderId: 'o', type, level, cost: amounts(1, 1, 1), ...inWorkUntil(completesAt) };
}

export function batchInQueue(unit: UnitType, quantity: number, completesAt: number | null, id = 'b'): Batch {
  return { id, unit, quantity, ...inWorkUntil(completesAt) };
}

interface CityPlan {
  id?: string;
  at?: Tile;
  levels?: Partial<Record<BuildingType, number>>;
  construction?: QueuedLevel[];
  training?: Batch[];
  plunderedAt?: Plundering[];
  sackedUntil?: number;
}

interface ArmyPlan extends Partial<Omit<Army, 'units' | 'x' | 'y'>> {
  at?: Tile;
  units?: Partial<Units>;
}

export interface EmpirePlan extends Partial<Omit<Empire, 'cities' | 'armies' | 'stock'>> {
  cities?: CityPlan[];
  armies?: ArmyPlan[];
  /** Whole units. */
  stock?: Partial<Amounts>;
}

function makeCity({ id = 'c', at: tile = at(0, 0), levels = {}, ...rest }: CityPlan): City {
  const standing: Partial<Record<BuildingType, number>> = { town_hall: 1, ...levels };
  const buildings = buildingTypes.map((type) => ({ id: `${id}-${type}`, type, level: standing[type] ?? 0 }));
  return {
    id,
    name: id,
    x: tile.x,
    y: tile.y,
    foundedAt: t0 - 30 * dayMs,
    buildings: buildings.filter(({ level }) => level > 0),
    construction: [],
    training: [],
    plunderedAt: [],
    sackedUntil: null,
    ...rest,
  };
}

/**
 * By default an empire is 30 days old and has 1500 of each resource, one city (town hall 1, at 0/0) and no army. Cities
 * have the ids `<id>-c1`, ..., armies `<id>-a1`, .... Armies are in the first city. It has reached all goals, so that no
 * test gets a reward that it does not expect.
 */
export function makeEmpire({
  id = 'e',
  cities = [{}],
  armies = [],
  stock = {},
  ...rest
}: EmpirePlan = {}): Empire {
  const built = cities.map((city, index) => makeCity({ id: `${id}-c${index + 1}`, ...city }));
  const home = the(built[0]);
  return {
    ...emptyEmpire({ id, kind: 'player', name: id, ownerId: `${id}-owner` }, t0),
    createdAt: t0 - 30 * dayMs,
    stock: times({ ...amounts(1500, 1500, 1500), ...stock }, stockScale),
    armiesRaised: armies.length,
    goals: rest.kind === undefined ? Object.fromEntries(goalNames.map((name) => [name, t0 - dayMs])) : {},
    postings: null,
    cities: built,
    armies: armies.map(({ at: tile = home, units, ...army }, index) => ({
      id: `${id}-a${index + 1}`,
      name: `Army ${index + 1}`,
      x: tile.x,
      y: tile.y,
      units: { ...noUnits(), ...units },
      homeCityId: home.id,
      standingSince: t0 - dayMs,
      march: null,
      loot: amounts(0, 0, 0),
      guards: null,
      ...army,
    })),
    ...rest,
  };
}

/** The keeper of a seat. */
export function makeKeeper(id: string, seat: HeldSeat): Empire {
  const keeper = makeEmpire({ id, kind: 'keeper', cities: [{ at: seat }], seats: [seat] });
  return { ...keeper, cities: [], stock: amounts(0, 0, 0) };
}

export function makeWorld(empires: readonly Empire[], speed = 1): WorldSlice {
  return {
    speed,
    radius: 100,
    firstReignAt: t0 - dayMs,
    empires: new Map(empires.map((empire) => [empire.id, empire])),
    battles: new Map(),
  };
}

/** The complete world as text, for comparison. */
export function dump(world: WorldSlice): string {
  return JSON.stringify({ ...world, empires: [...world.empires], battles: [...world.battles] });
}

/** The city of an empire at this index, from 0. */
export function cityOf(empire: Empire, index = 0): City {
  return the(empire.cities[index]);
}

/** The building of a city, which must stand or be planned. */
export function buildingOf(city: City, type: BuildingType): Building {
  return the(city.buildings.find((building) => building.type === type));
}

/** Sets the stock, in whole units. */
export function setStock(empire: Empire, stock: Amounts): void {
  empire.stock = times(stock, stockScale);
}

/** The army of an empire with this id. */
export function armyOf(empire: Empire, id = `${empire.id}-a1`): Army {
  return the(empire.armies.find((army) => army.id === id));
}

interface AttackOrder {
  by: Empire;
  army?: Army;
  on: Empire;
  target: City | Army | HeldSeat;
  now?: number;
  seed?: string;
  emit?: Emit;
  part?: Part;
}

/** The allegiance of an empire that is in no alliance and has left none. */
export const unallied = { membership: null, formerAlliance: null };

/** Orders an attack. The battle gets the next number of the world. */
export function attack(
  world: WorldSlice,
  {
    by,
    army = armyOf(by),
    on,
    target,
    now = t0,
    seed = 'seed',
    emit = ignoreEvents,
    part = null,
  }: AttackOrder,
): Battle {
  const number = world.battles.size + 1;
  const defender = { ...on, score: scoresOf(on).total };
  const kind = 'march' in target ? 'army' : 'heldSince' in target ? 'seat' : 'city';
  const heldSince = 'heldSince' in target ? target.heldSince : null;
  const battle = orderAttack(
    world,
    by,
    army,
    {
      target: { type: kind, id: target.id },
      tile: { x: target.x, y: target.y },
      marching: 'march' in target && target.march !== null,
      holdsPlace: 'march' in target && (target.guards !== null || seatAt(on, target) !== null),
      guardId:
        guardsIn(world).find((guard) => guard.placeId === target.id && guard.arrivesAt === null)?.empireId ??
        null,
      defenderId: on.id,
      defenderName: on.name,
      defender,
      heldSince,
    },
    { now, battle: { id: `battle-${number}`, seed }, emit, part },
  );
  battle.number = number;
  return battle;
}

/** Gives an empire a seat that it has held since before the reign began. */
export function holdSeat(empire: Empire, seat: HeldSeat, { speed, firstReignAt }: WorldSlice): void {
  empire.seats.push(seat);
  if (empire.kind === 'player') empire.reignEndsAt = reignEnd(1, { speed, firstReignAt });
}
