/** Orders attacks. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { attackAnswer, attackBody } from '../contract/battle.ts';
import { orderAttack } from '../game/attack.ts';
import { moraleOf } from '../game/battle.ts';
import { hasArrived } from '../game/marching.ts';
import { scoresOf } from '../game/scoring.ts';
import { isoOf } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import type { Services } from '../world/services.ts';
import { executeOwnCommand } from '../world/ownership.ts';
import { newSeed, seedHashOf } from '../world/battle-random.ts';
import { selectTargetOptional, type TargetRow } from './queries.ts';

/**
 * Sends an army to attack a city or a standing army. The target is read without a lock and may be out of date; the
 * contact decides. Refusals: NOT_FOUND, FORBIDDEN, PROTECTED, INVALID_TARGET (400 for an own target, 409 for a
 * marching one), ARMY_BUSY, ARMY_LIMIT.
 */
export async function attack(
  services: Services,
  ownEmpireId: string | null,
  { army_id, target_type, target_id }: z.infer<typeof attackBody>,
): Promise<z.infer<typeof attackAnswer>> {
  const row = await selectTargetOptional(services.pool, target_type, target_id);
  if (row === null) throw new GameError('NOT_FOUND', 'there is no such target');
  if (row.empire_id === ownEmpireId) throw new GameError('INVALID_TARGET', 'the target is your own', 400);
  const battle = { id: randomUUID(), seed: newSeed() };
  return executeOwnCommand(services, ownEmpireId, 'army', army_id, (army, { world, empire, now, emit }) => {
    const ordered = orderAttack(world, empire, army, toTarget(row, target_id, now), { now, battle, emit });
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
        morale: moraleOf(scoresOf(empire).total, row.score),
      },
    };
  });
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
    defenderId: row.empire_id,
    defenderName: row.empire_name,
    defender: {
      score: row.score,
      createdAt: row.created_at,
      protectionEnded: row.protection_ended,
      lastActiveAt: row.last_command_at,
    },
  };
}
