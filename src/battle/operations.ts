/** Orders attacks. */
import type { z } from 'zod';
import type { attackAnswer, attackBody } from '../contract/battle.ts';
import { orderAttack } from '../game/attack.ts';
import { hasArrived } from '../game/marching.ts';
import { scoresOf } from '../game/scoring.ts';
import { moraleAgainst } from '../game/seats.ts';
import type { TargetType } from '../contract/vocabulary.ts';
import { constraintOf } from '../db/constraints.ts';
import { isoOf } from '../kernel/time.ts';
import { GameError } from '../kernel/errors.ts';
import type { Services } from '../world/services.ts';
import { toAllegiance } from '../world/rows/allegiance.ts';
import { executeOwnCommand } from '../world/ownership.ts';
import { newSeed, seedHashOf } from '../world/battle-random.ts';
import { selectTargetOptional, type TargetRow } from './target-query.ts';

/** Attempts to order an attack on a seat whose holder changes meanwhile. After a change it is under a truce. */
const maxAttempts = 3;

/**
 * Sends an army to attack a city, a standing army or a seat. The target is read without a lock and may be out of date;
 * the contact decides. Refusals: NOT_FOUND, FORBIDDEN, ALLIED, PROTECTED, INVALID_TARGET (400 for an own target, 409 for a
 * marching army, or one on a seat of its empire), ARMY_BUSY, ARMY_LIMIT, SEAT_LIMIT.
 */
export async function attack(
  services: Services,
  ownEmpireId: string | null,
  { army_id, target_type, target_id }: z.infer<typeof attackBody>,
): Promise<z.infer<typeof attackAnswer>> {
  for (let attempt = 1; ; attempt++) {
    const row = await selectTargetOptional(services.pool, target_type, target_id);
    if (row === null) throw new GameError('NOT_FOUND', 'there is no such target');
    if (row.empire_id === ownEmpireId) throw new GameError('INVALID_TARGET', 'the target is your own', 400);
    try {
      return await orderAttackOn(services, ownEmpireId, army_id, { row, type: target_type, id: target_id });
    } catch (error) {
      // The seat changed hands between the read and the order: its new holder is another target.
      if (constraintOf(error) !== 'battles_seat_holder' || attempt === maxAttempts) throw error;
    }
  }
}

function orderAttackOn(
  services: Services,
  ownEmpireId: string | null,
  armyId: string,
  { row, type, id: targetId }: { row: TargetRow; type: TargetType; id: string },
): Promise<z.infer<typeof attackAnswer>> {
  const battle = { id: services.random.uuid(), seed: newSeed(services.random) };
  return executeOwnCommand(services, ownEmpireId, 'army', armyId, (army, { world, empire, now, emit }) => {
    const target = type === 'seat' ? toSeat(row, targetId) : toTarget(row, targetId, now);
    const ordered = orderAttack(world, empire, army, target, { now, battle, emit });
    return {
      success: true as const,
      battle: {
        id: ordered.id,
        attacker_id: empire.id,
        defender_id: row.empire_id,
        location: { x: ordered.x, y: ordered.y },
        status: 'active' as const,
        phase: 'marching' as const,
        started_at: isoOf(now),
        contact_at: isoOf(ordered.contactAt),
        result: null,
        seed_hash: seedHashOf(battle.seed),
        morale: moraleAgainst(
          { attacker: scoresOf(empire).total, defender: row.score },
          { isSeat: type === 'seat', heldSince: row.held_since, at: ordered.contactAt, speed: world.speed },
        ),
      },
    };
  });
}

const defenderOf = (row: TargetRow) => ({
  defenderId: row.empire_id,
  defenderName: row.empire_name,
  defender: {
    kind: row.kind,
    score: row.score,
    createdAt: row.created_at,
    protectionEnded: row.protection_ended,
    lastActiveAt: row.last_active_at,
    ...toAllegiance(row),
  },
});

function toSeat(row: TargetRow, id: string): Parameters<typeof orderAttack>[3] {
  const { x, y, held_since: heldSince } = row;
  return { target: { type: 'seat', id }, tile: { x, y }, marching: false, heldSince, ...defenderOf(row) };
}

/**
 * An army in a city of its own empire is attacked as that city. An army whose march has ended counts as being at its
 * destination, even if its empire has not been advanced since.
 */
function toTarget(row: TargetRow, targetId: string, now: number): Parameters<typeof orderAttack>[3] {
  const { march } = row;
  const destination = march !== null && hasArrived(march, now) ? march.to : null;
  const cityId = destination === null ? row.city_id : row.destination_city_id;
  return {
    target: cityId === null ? { type: 'army', id: targetId } : { type: 'city', id: cityId },
    tile: destination ?? { x: row.x, y: row.y },
    marching: march !== null && destination === null,
    holdsSeat: row.on_seat,
    ...defenderOf(row),
  };
}
