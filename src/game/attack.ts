/** Ordering an attack: from here on a battle exists and both sides know of it. */
import { GameError } from '../kernel/errors.ts';
import { requireFree } from './armies.ts';
import type { Emit } from './events.ts';
import { tileOf, travelMs } from './marching.ts';
import { describeProtection, isNewcomer, protectionOf, type DefenderStanding } from './protection.ts';
import { scoresOf } from './scoring.ts';
import type { Army, Battle, Empire, Tile, WorldSlice } from './types.ts';

/** Divided by the world's speed. */
export const minWarningMs = 30_000;

/** The target as it was read a moment ago; contact decides. */
export interface Target {
  target: Battle['target'];
  tile: Tile;
  /** Only what stands can be attacked. */
  marching: boolean;
  defenderId: string;
  defenderName: string;
  defender: DefenderStanding;
}

/**
 * Sends an army to attack. Contact comes after the march, at least 30 s / speed from now. Throws, in
 * this order, PROTECTED, INVALID_TARGET (the target marches), ARMY_BUSY, ARMY_LIMIT. Ordering an attack on an unprotected empire
 * ends the newcomer's protection of the attacker.
 */
export function orderAttack(
  world: WorldSlice,
  empire: Empire,
  army: Army,
  { target, tile, marching, defenderId, defenderName, defender }: Target,
  { now, battle, emit }: { now: number; battle: { id: string; seed: string }; emit: Emit },
): Battle {
  const refused = protectionOf(
    { score: scoresOf(empire).total, attackedByTargetAt: empire.attackedBy[defenderId] ?? null },
    defender,
    now,
  );
  if (refused !== null) throw new GameError('PROTECTED', describeProtection(refused));
  if (marching) throw new GameError('INVALID_TARGET', 'the target is on the march');
  requireFree(empire, army);
  const from = tileOf(army, now);
  const contactAt =
    now + Math.max(travelMs(from, tile, army.units, world.speed), Math.ceil(minWarningMs / world.speed));
  const ordered: Battle = {
    id: battle.id,
    number: 0,
    attackerId: empire.id,
    defenderId,
    armyId: army.id,
    target,
    x: tile.x,
    y: tile.y,
    orderedAt: now,
    contactAt,
    seed: battle.seed,
    outcome: null,
  };
  world.battles.set(ordered.id, ordered);
  army.x = from.x;
  army.y = from.y;
  army.march = {
    kind: 'attack',
    from,
    to: { ...tile },
    departsAt: now,
    arrivesAt: contactAt,
    battleId: ordered.id,
  };
  if (!isNewcomer(defender, now)) empire.protectionEnded = true;
  emit({
    kind: 'battle_ordered',
    at: now,
    battleId: ordered.id,
    attackerId: empire.id,
    defenderId,
    defenderName,
    contactAt,
    target,
    tile: { ...tile },
  });
  return ordered;
}
