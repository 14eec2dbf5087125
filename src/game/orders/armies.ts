/** Orders to armies that are not fighting: move, recall, split, merge, dismiss. */
import { unitTypes } from '../../contract/vocabulary.ts';
import { GameError } from '../../kernel/errors.ts';
import { armyLimit } from '../balance.ts';
import { asLoss, countUnits } from '../counts.ts';
import { callOff } from '../contact/contact.ts';
import type { Emit } from '../events.ts';
import { endGuard } from '../diplomacy/guards.ts';
import { noteCalledOff, requireNoNotice } from '../diplomacy/leave.ts';
import { arrive } from '../economy/arrival.ts';
import { entryFor, post } from '../economy/ledger.ts';
import { noteRecall } from './recalls.ts';
import { sameTile } from '../march/map.ts';
import { addArmy, cityAt, dropEmptyArmies, sendHome, setOut, tileOf, travelMs } from '../march/marching.ts';
import type { Army, Empire, Tile, Units, WorldSlice } from '../types.ts';

/**
 * Throws ON_LEAVE during the notice of a leave, except for a guard that goes home; ARMY_BUSY if the army attacks,
 * fights or returns; ARMY_LIMIT if it is stationary and the empire has more than 20 armies.
 */
export function requireFree(empire: Empire, army: Army, destination: Tile | null = null): void {
  requireNoNotice(empire, army, destination);
  if (army.march === null) {
    if (empire.armies.length > armyLimit) {
      throw new GameError('ARMY_LIMIT', `with more than ${armyLimit} armies none marches out; merge some`);
    }
  } else if (army.march.kind !== 'move') {
    throw new GameError(
      'ARMY_BUSY',
      army.march.kind === 'attack'
        ? 'it is on its way to an attack; it can be recalled'
        : 'it is on its way home',
    );
  }
}

function requireStationary(army: Army): void {
  if (army.march !== null) throw new GameError('ARMY_BUSY', 'it is on the march');
}

function requireUnits(army: Army, units: Units): void {
  const tooMany = unitTypes.find((type) => units[type] > army.units[type]);
  if (tooMany !== undefined) throw new GameError('VALIDATION_ERROR', `units.${tooMany}: the army has fewer`);
}

/** The units that an order sends, and the id of their army if others stay; null: all of them. */
export type Part = { units: Units; id: string } | null;

/** Throws VALIDATION_ERROR for no units, and for more than the army has. */
export function unitsSent(army: Army, part: Part): Units {
  if (part === null) return army.units;
  requireUnits(army, part.units);
  if (countUnits(part.units) === 0) throw new GameError('VALIDATION_ERROR', 'units: at least one unit goes');
  return part.units;
}

/**
 * The army itself, or a new one of the part while the rest stays. Call it as the last check, before the first change.
 * Throws as `splitArmy`.
 */
export function detach(
  world: WorldSlice,
  empire: Empire,
  army: Army,
  part: Part,
  { now, emit }: { now: number; emit: Emit },
): Army {
  if (part === null || countUnits(part.units) === countUnits(army.units)) return army;
  return splitArmy(world, empire, army, part.units, { id: part.id, name: undefined, now, emit });
}

/**
 * Returns the army that marches. An army on a plain march turns at its current tile. Throws VALIDATION_ERROR if a
 * stationary army is already there, or has fewer units; ON_LEAVE, ARMY_BUSY, ARMY_LIMIT.
 */
export function moveArmy(
  world: WorldSlice,
  empire: Empire,
  army: Army,
  destination: Tile,
  { now, emit, part = null }: { now: number; emit: Emit; part?: Part },
): Army {
  const units = unitsSent(army, part);
  if (army.march === null && sameTile(army, destination)) {
    throw new GameError('VALIDATION_ERROR', 'destination: the army stands there already');
  }
  requireFree(empire, army, destination);
  const from = tileOf(army, now);
  const arrivesAt = now + travelMs(from, destination, units, world.speed);
  const sent = detach(world, empire, army, part, { now, emit });
  endGuard(world, empire, sent, { at: now, emit });
  setOut(sent, { kind: 'move', from, to: { ...destination }, departsAt: now, arrivesAt });
  if (arrivesAt === now) arrive(empire, sent, now, emit);
  return sent;
}

/**
 * Also calls its attack off. Throws INVALID_TARGET if the army is stationary, ARMY_BUSY if it fights or is on its way
 * home.
 */
export function recallArmy(world: WorldSlice, empire: Empire, army: Army, now: number, emit: Emit): void {
  const { march } = army;
  if (march === null) throw new GameError('INVALID_TARGET', 'the army is not on the march');
  if (march.kind === 'return') throw new GameError('ARMY_BUSY', 'it is on its way home');
  const from = tileOf(army, now);
  const battle = march.battleId === null ? undefined : world.battles.get(march.battleId);
  if (battle !== undefined) {
    callOff(battle, now, 'recalled', emit);
    noteRecall(empire, battle, now, world.speed);
    noteCalledOff(world, battle, now);
  }
  army.guards = null;
  sendHome(empire, army, from, now, world.speed);
}

/**
 * From a stationary army; both keep at least one unit. Throws ARMY_BUSY, ARMY_LIMIT at 20 armies, VALIDATION_ERROR for
 * invalid counts.
 */
export function splitArmy(
  world: WorldSlice,
  empire: Empire,
  army: Army,
  units: Units,
  { id, name, now, emit }: { id: string; name: string | undefined; now: number; emit: Emit },
): Army {
  const taken = countUnits(units);
  requireUnits(army, units);
  if (taken === 0 || taken === countUnits(army.units)) {
    throw new GameError('VALIDATION_ERROR', 'units: both armies must keep at least one unit');
  }
  requireStationary(army);
  if (empire.armies.length >= armyLimit)
    throw new GameError('ARMY_LIMIT', `an empire leads ${armyLimit} armies`);
  endGuard(world, empire, army, { at: now, emit });
  for (const type of unitTypes) army.units[type] -= units[type];
  const tile = { x: army.x, y: army.y };
  return addArmy(empire, { id, tile, homeCityId: army.homeCityId, units: { ...units }, at: now, name });
}

/**
 * Removes `other`. Throws VALIDATION_ERROR for the same army, ARMY_BUSY if one marches, INVALID_TARGET on different
 * tiles.
 */
export function mergeArmies(
  world: WorldSlice,
  empire: Empire,
  army: Army,
  other: Army,
  { now, emit }: { now: number; emit: Emit },
): void {
  if (army.id === other.id) throw new GameError('VALIDATION_ERROR', 'army_id: must be another army');
  requireStationary(army);
  requireStationary(other);
  if (!sameTile(army, other)) throw new GameError('INVALID_TARGET', 'the armies stand on different tiles');
  for (const each of [army, other]) endGuard(world, empire, each, { at: now, emit });
  for (const type of unitTypes) army.units[type] += other.units[type];
  empire.armies = empire.armies.filter(({ id }) => id !== other.id);
}

/**
 * Without a refund. An army without units ceases to exist. Throws VALIDATION_ERROR for invalid counts, ARMY_BUSY if it
 * marches, INVALID_TARGET outside the cities of its empire.
 */
export function dismissUnits(empire: Empire, army: Army, units: Units): void {
  requireUnits(army, units);
  requireStationary(army);
  const city = cityAt(empire, army);
  if (city === null) throw new GameError('INVALID_TARGET', 'the army does not stand in a city of yours');
  for (const type of unitTypes) army.units[type] -= units[type];
  dropEmptyArmies(empire);
  post(empire, entryFor('dismissed', { cityId: city.id }), { units: asLoss(units) });
}
