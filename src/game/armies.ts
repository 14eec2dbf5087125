/** Orders to armies that do not fight: move, recall, split, merge. */
import { unitTypes } from '../contract/vocabulary.ts';
import { GameError } from '../kernel/errors.ts';
import { armyLimit } from './balance.ts';
import { countUnits } from './units.ts';
import { callOff } from './contact.ts';
import type { Emit } from './events.ts';
import { sameTile } from './map.ts';
import { addArmy, arrive, sendHome, tileOf, travelMs } from './marching.ts';
import type { Army, Empire, Tile, Units, WorldSlice } from './types.ts';

/**
 * Throws unless the army may set out: ARMY_BUSY when it attacks, fights or returns, ARMY_LIMIT when it stands
 * and the empire has more than 20 armies. A plain march may be re-ordered.
 */
export function requireFree(empire: Empire, army: Army): void {
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

function requireStill(army: Army): void {
  if (army.march !== null) throw new GameError('ARMY_BUSY', 'it is on the march');
}

/**
 * Sends an army to a tile; one on a plain march turns where it is. Throws ARMY_BUSY, ARMY_LIMIT, or
 * VALIDATION_ERROR for the tile on which it stands.
 */
export function moveArmy(
  empire: Empire,
  army: Army,
  destination: Tile,
  { now, speed, emit }: { now: number; speed: number; emit: Emit },
): void {
  if (army.march === null && sameTile(army, destination)) {
    throw new GameError('VALIDATION_ERROR', 'destination: the army stands there already');
  }
  requireFree(empire, army);
  const from = tileOf(army, now);
  army.x = from.x;
  army.y = from.y;
  const arrivesAt = now + travelMs(from, destination, army.units, speed);
  army.march = { kind: 'move', from, to: { ...destination }, departsAt: now, arrivesAt, battleId: null };
  if (arrivesAt === now) arrive(empire, army, now, emit);
}

/**
 * Turns a marching army home; a recalled attack is called off. Throws INVALID_TARGET for an army that stands,
 * ARMY_BUSY for one that fights or is on its way home.
 */
export function recallArmy(world: WorldSlice, empire: Empire, army: Army, now: number, emit: Emit): void {
  const { march } = army;
  if (march === null) throw new GameError('INVALID_TARGET', 'the army is not on the march');
  if (march.kind === 'return') throw new GameError('ARMY_BUSY', 'it is on its way home');
  const from = tileOf(army, now);
  const battle = march.battleId === null ? undefined : world.battles.get(march.battleId);
  if (battle !== undefined) callOff(battle, now, 'recalled', emit);
  sendHome(empire, army, from, now, world.speed);
}

/**
 * Makes a second army of some units of a standing one; both keep at least one. Throws ARMY_BUSY, ARMY_LIMIT at
 * 20 armies, VALIDATION_ERROR for counts the army cannot give.
 */
export function splitArmy(
  empire: Empire,
  army: Army,
  units: Units,
  { id, name, now }: { id: string; name: string | undefined; now: number },
): Army {
  const taken = countUnits(units);
  const tooMany = unitTypes.find((type) => units[type] > army.units[type]);
  if (tooMany !== undefined) throw new GameError('VALIDATION_ERROR', `units.${tooMany}: the army has fewer`);
  if (taken === 0 || taken === countUnits(army.units)) {
    throw new GameError('VALIDATION_ERROR', 'units: both armies must keep at least one unit');
  }
  requireStill(army);
  if (empire.armies.length >= armyLimit)
    throw new GameError('ARMY_LIMIT', `an empire leads ${armyLimit} armies`);
  for (const type of unitTypes) army.units[type] -= units[type];
  const tile = { x: army.x, y: army.y };
  return addArmy(empire, { id, tile, homeCityId: army.homeCityId, units: { ...units }, at: now, name });
}

/**
 * Joins `other` to `army`; both stand on one tile. Throws VALIDATION_ERROR for an army with itself, ARMY_BUSY
 * when one marches, INVALID_TARGET when they stand on different tiles.
 */
export function mergeArmies(empire: Empire, army: Army, other: Army): void {
  if (army.id === other.id) throw new GameError('VALIDATION_ERROR', 'army_id: must be another army');
  requireStill(army);
  requireStill(other);
  if (!sameTile(army, other)) throw new GameError('INVALID_TARGET', 'the armies stand on different tiles');
  for (const type of unitTypes) army.units[type] += other.units[type];
  empire.armies = empire.armies.filter(({ id }) => id !== other.id);
}
