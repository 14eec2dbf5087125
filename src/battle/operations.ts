/** Orders attacks. */
import type { z } from 'zod';
import type { attackAnswer, attackBody, attacksAnswer, orderedBattle } from '../contract/battle.ts';
import { orderAttack } from '../game/attack.ts';
import { hasArrived } from '../game/marching.ts';
import { scoresOf } from '../game/scoring.ts';
import { moraleAgainst } from '../game/seats.ts';
import type { Army } from '../game/types.ts';
import { constraintOf } from '../db/constraints.ts';
import { isoOf } from '../kernel/time.ts';
import { GameError, type ErrorBody } from '../kernel/errors.ts';
import type { Services } from '../world/services.ts';
import { toAllegiance } from '../world/rows/allegiance.ts';
import { executeOwnCommand } from '../world/ownership.ts';
import { newSeed, seedHashOf } from '../world/battle-random.ts';
import type { CommandScope } from '../world/write-path.ts';
import { selectTargets, type TargetRow } from './target-query.ts';

/** The constraints that fail if the holder or the guard of a target has changed since it was read. */
const changedConstraints = new Set(['battles_seat_holder', 'battles_guard']);
/** Attempts to order an attack on a target whose holder or guard changes meanwhile. */
const maxAttempts = 3;

type AttackOrder = z.infer<typeof attackBody>;
type OrderedBattle = z.infer<typeof orderedBattle>;

/**
 * Sends an army to attack a city, a standing army or a seat. The target is read without a lock and may be out of date;
 * the contact decides. Refusals: NOT_FOUND, FORBIDDEN, ALLIED, PROTECTED, INVALID_TARGET (400 for an own target, 409 for a
 * marching army, or one on a seat of its empire), ARMY_BUSY, ARMY_LIMIT, SEAT_LIMIT.
 */
export async function attack(
  services: Services,
  ownEmpireId: string | null,
  order: AttackOrder,
): Promise<z.infer<typeof attackAnswer>> {
  return withTargets(services, [order], async ([row = null]) => {
    const target = requireForeign(row, ownEmpireId);
    const prepared = prepare(services);
    return executeOwnCommand(services, ownEmpireId, 'army', order.army_id, (army, scope) => ({
      success: true as const,
      battle: orderBattle(scope, army, order, target, prepared),
    }));
  });
}

/**
 * Gives up to 20 orders to attack, in their order, as one command. Each has its own outcome: a refused one changes nothing,
 * and does not prevent the others. Throws FORBIDDEN without an empire.
 */
export async function attackMany(
  services: Services,
  ownEmpireId: string | null,
  orders: readonly AttackOrder[],
): Promise<z.infer<typeof attacksAnswer>> {
  if (ownEmpireId === null) throw new GameError('FORBIDDEN', 'found an empire first');
  return withTargets(services, orders, (rows) => {
    const lines = orders.map((order, index) => ({
      order,
      row: rows[index] ?? null,
      prepared: prepare(services),
    }));
    return services.executeCommand(ownEmpireId, (scope) => ({
      success: true as const,
      orders: lines.map(({ order, row, prepared }) => {
        const { army_id, target_type, target_id } = order;
        let outcome: { battle: OrderedBattle; refusal: null } | { battle: null; refusal: ErrorBody };
        try {
          const target = requireForeign(row, ownEmpireId);
          const army = scope.empire.armies.find(({ id }) => id === army_id);
          if (army === undefined) throw new GameError('NOT_FOUND', 'you have no such army');
          outcome = { battle: orderBattle(scope, army, order, target, prepared), refusal: null };
        } catch (error) {
          if (!(error instanceof GameError)) throw error;
          outcome = { battle: null, refusal: error.toBody() };
        }
        return { army_id, target_type, target_id, ...outcome };
      }),
    }));
  });
}

/** Reads the targets of orders, and again if a holder or guard changed before they were given. */
async function withTargets<T>(
  { pool }: Services,
  orders: readonly AttackOrder[],
  give: (rows: readonly (TargetRow | null)[]) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const rows = await selectTargets(pool, orders);
    try {
      return await give(rows);
    } catch (error) {
      if (!changedConstraints.has(constraintOf(error) ?? '') || attempt === maxAttempts) throw error;
    }
  }
}

function requireForeign(row: TargetRow | null, ownEmpireId: string | null): TargetRow {
  if (row === null) throw new GameError('NOT_FOUND', 'there is no such target');
  if (row.empire_id === ownEmpireId) throw new GameError('INVALID_TARGET', 'the target is your own', 400);
  return row;
}

/** What chance decides of a battle, before the command runs. */
const prepare = ({ random }: Services) => ({ id: random.uuid(), seed: newSeed(random) });

function orderBattle(
  { world, empire, now, emit }: CommandScope,
  army: Army,
  { target_type: type, target_id: id }: AttackOrder,
  row: TargetRow,
  battle: ReturnType<typeof prepare>,
): OrderedBattle {
  const target = type === 'seat' ? toSeat(row, id) : toTarget(row, id, now);
  const ordered = orderAttack(world, empire, army, target, { now, battle, emit });
  return {
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
  };
}

const defenderOf = (row: TargetRow) => ({
  defenderId: row.empire_id,
  defenderName: row.empire_name,
  guardId: row.guard_id,
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
    holdsPlace: row.on_seat || row.guards,
    ...defenderOf(row),
  };
}
