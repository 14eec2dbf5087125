/** Orders an attack. */
import { GameError } from '../../kernel/errors.ts';
import { isoOf } from '../../kernel/time.ts';
import { alliedUntil } from '../diplomacy/alliances.ts';
import { requireFree, detach, unitsSent, type Part } from './armies.ts';
import type { Emit } from '../events.ts';
import { endGuard } from '../diplomacy/guards.ts';
import { setOut, tileOf, travelMs } from '../march/marching.ts';
import {
  endsProtection,
  isNewcomer,
  protectionText,
  protectionOf,
  type DefenderStanding,
} from '../diplomacy/protection.ts';
import { requireNoRecentRecall } from './recalls.ts';
import { scoresOf, valueOf } from '../diplomacy/scoring.ts';
import { seatContactAt, seatLimit } from '../contact/seats.ts';
import type { Battle } from '../battle-types.ts';
import type { Army, Empire, Tile, WorldSlice } from '../types.ts';

/** From order to contact; divided by the world's speed. */
export const minWarningMs = 30_000;

/** As it was read shortly before the order. Its conditions are checked again at contact. */
export interface Target {
  target: Battle['target'];
  tile: Tile;
  /** Only stationary targets can be attacked. */
  marching: boolean;
  defenderId: string;
  defenderName: string;
  defender: DefenderStanding;
  /** An army on a seat of its empire, or one that guards a place: only the seat or place can be attacked. */
  holdsPlace?: boolean;
  /** For a city or seat, the owner of its guard, if any. */
  guardId?: string | null;
  /** For a seat, since when a player has held it, or null. */
  heldSince?: number | null;
}

/** What a refusal depends on, apart from the army. */
type Aim = Pick<Target, 'target' | 'defenderId' | 'defender'> & { marching?: boolean };

/** Throws ALLIED, PROTECTED, INVALID_TARGET (the target marches) and RECENTLY_RECALLED, in this order. */
export function requireTarget(
  empire: Empire,
  { target, marching = false, defenderId, defender }: Aim,
  { now, speed, contactAt = now }: { now: number; speed: number; contactAt?: number },
): void {
  const score = scoresOf(empire).total;
  const attacker = { ...empire, score, attackedByTargetAt: empire.attackedBy[defenderId] ?? null };
  const isSeat = target.type === 'seat';
  const protection = protectionOf(attacker, defender, { now, speed, isSeat, contactAt });
  if (protection === 'allied') throw new GameError('ALLIED', alliedText(empire, defender, now, speed));
  if (protection !== null) throw new GameError('PROTECTED', protectionText(protection, defender, score));
  if (marching) throw new GameError('INVALID_TARGET', 'the target is on the march');
  requireNoRecentRecall(empire, { defenderId, target }, now);
}

/** Throws SEAT_LIMIT. */
export function requireSeatLeft(empire: Empire): void {
  if (empire.seats.length >= seatLimit)
    throw new GameError('SEAT_LIMIT', `an empire holds at most ${seatLimit} seats`);
}

/**
 * Contact is at the end of the march, at least 30 s / speed from now; for a seat 30 min / speed, and not before the end
 * of its truce. Throws, in this order, VALIDATION_ERROR (the army has fewer units), INVALID_TARGET (the target holds a
 * seat or guards a place), ALLIED, PROTECTED, INVALID_TARGET (it marches), RECENTLY_RECALLED, ON_LEAVE (during the
 * notice of an own leave), ARMY_BUSY, ARMY_LIMIT, SEAT_LIMIT. An attack on a seat, or on a player without newcomer
 * protection, ends that of the attacker.
 */
export function orderAttack(
  world: WorldSlice,
  empire: Empire,
  army: Army,
  order: Target,
  {
    now,
    battle,
    emit,
    part = null,
  }: { now: number; battle: { id: string; seed: string }; emit: Emit; part?: Part },
): Battle {
  const units = unitsSent(army, part);
  const { target, tile, marching, holdsPlace = false, guardId = null, heldSince = null } = order;
  const { defenderId, defenderName, defender } = order;
  if (holdsPlace) throw new GameError('INVALID_TARGET', 'the army holds or guards a place; attack the place');
  const isSeat = target.type === 'seat';
  const from = tileOf(army, now);
  const marchMs = travelMs(from, tile, units, world.speed);
  const contactAt = isSeat
    ? seatContactAt({ now, marchMs }, heldSince, world.speed)
    : now + Math.max(marchMs, Math.ceil(minWarningMs / world.speed));
  requireTarget(empire, { target, marching, defenderId, defender }, { now, speed: world.speed, contactAt });
  requireFree(empire, army);
  if (isSeat) requireSeatLeft(empire);
  const sent = detach(world, empire, army, part, { now, emit });
  endGuard(world, empire, sent, { at: now, emit });
  // Own guards do not meet own attacks.
  const isGuarded = guardId !== null && guardId !== empire.id;
  const newBattle: Battle = {
    id: battle.id,
    number: 0,
    value: isSeat ? valueOf(units) : 0,
    attackerId: empire.id,
    defenderId: isGuarded ? guardId : defenderId,
    allyId: isGuarded ? defenderId : null,
    armyId: sent.id,
    target,
    x: tile.x,
    y: tile.y,
    orderedAt: now,
    contactAt,
    seed: battle.seed,
    outcome: null,
  };
  world.battles.set(newBattle.id, newBattle);
  setOut(sent, { kind: 'attack', from, to: { ...tile }, departsAt: now, arrivesAt: contactAt }, newBattle.id);
  if (isSeat || endsProtection(defender, now)) {
    if (isNewcomer({ ...empire, score: scoresOf(empire).total }, now))
      emit({ kind: 'protection_ended', at: now, empireId: empire.id });
    empire.protectionEnded = true;
  }
  emit({
    kind: 'battle_ordered',
    at: now,
    battleId: newBattle.id,
    attackerId: empire.id,
    defenderId: newBattle.defenderId,
    allyId: newBattle.allyId,
    holderName: defenderName,
    contactAt,
    target,
    tile: { ...tile },
  });
  return newBattle;
}

function alliedText(empire: Empire, defender: DefenderStanding, now: number, speed: number): string {
  const until = alliedUntil(empire, defender, now, speed) ?? now;
  return until === Infinity
    ? 'members of an alliance cannot attack each other'
    : `one of you has left the alliance; you cannot attack each other until ${isoOf(until)}`;
}
