import { z } from 'zod';
import type { attackBody } from '../contract/battle.ts';
import { integer, moment, uuid } from '../db/columns.ts';
import { constraintOf } from '../db/constraints.ts';
import { select, statement, type Db } from '../db/pool.ts';
import { orderAttack } from '../game/orders/attack.ts';
import { hasArrived } from '../game/march/marching.ts';
import { scoresOf } from '../game/diplomacy/scoring.ts';
import { moraleAgainst } from '../game/contact/seats.ts';
import type { Army } from '../game/types.ts';
import { GameError, type ErrorBody } from '../kernel/errors.ts';
import { isoOf } from '../kernel/time.ts';
import { ownedRow, ownerColumns, ownerOf } from '../city/owned-row.ts';
import { newSeed, seedHashOf } from '../world/battle-random.ts';
import { partOf } from '../military/operations.ts';
import { executeOwnCommand } from '../world/ownership.ts';
import { guardOwnerSql } from '../world/rows/guard-rows.ts';
import { march as marchShape } from '../world/rows/shapes.ts';
import type { Context, Services } from '../world/services.ts';
import type { CommandScope } from '../world/attempt.ts';

type AttackOrder = z.infer<typeof attackBody>;

const targetRow = ownedRow.omit({ id: true, name: true, is_bot: true }).extend({
  /** The position of the order, from 1. */
  position: integer,
  /** Null if there is no such army. */
  army_owner_id: uuid.nullable(),
  /** The target itself, or the city of the target's empire on the army's tile. */
  city_id: uuid.nullable(),
  march: marchShape.nullable(),
  /** The city of the target's empire at the end of the march. */
  destination_city_id: uuid.nullable(),
  /** A standing army on a seat of its empire. */
  on_seat: z.boolean(),
  /** An army that guards a place. */
  guards: z.boolean(),
  /** The owner of the guard of a city or seat. */
  guard_id: uuid.nullable(),
  /** For a seat, since when a player has held it. */
  held_since: moment.nullable(),
});

type TargetRow = z.infer<typeof targetRow>;

const selectTargetsStatement = statement('selectTargets', {
  sql: `SELECT wished.position::int, ${ownerColumns}, t.city_id, t.x, t.y, t.march, t.destination_city_id, t.on_seat, t.guards,
     t.held_since, (SELECT empire_id FROM armies WHERE id = wished.army_id) AS army_owner_id,
     ${guardOwnerSql('coalesce(t.city_id, t.destination_city_id, wished.id)::text')} AS guard_id
   FROM unnest($1::text[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS wished (type, id, army_id, position)
   CROSS JOIN LATERAL (
     SELECT holder_id AS empire_id, NULL::uuid AS city_id, x, y, NULL::jsonb AS march, NULL::uuid AS destination_city_id,
       false AS on_seat, false AS guards, held_since
     FROM seats WHERE wished.type = 'seat' AND id = wished.id
     UNION ALL
     SELECT empire_id, id, x, y, NULL, NULL, false, false, NULL
     FROM cities WHERE wished.type = 'city' AND id = wished.id
     UNION ALL
     SELECT a.empire_id, c.id, a.x, a.y, a.march, d.id,
       EXISTS (SELECT FROM seats s WHERE s.holder_id = a.empire_id AND s.x = a.x AND s.y = a.y AND a.march IS NULL),
       a.guards IS NOT NULL AND a.march IS NULL, NULL
     FROM armies a
     LEFT JOIN cities c ON c.empire_id = a.empire_id AND c.x = a.x AND c.y = a.y
     LEFT JOIN cities d ON d.empire_id = a.empire_id
       AND d.x = (a.march -> 'to' ->> 'x')::int AND d.y = (a.march -> 'to' ->> 'y')::int
     WHERE wished.type = 'army' AND a.id = wished.id
   ) t JOIN empires e ON e.id = t.empire_id`,
  row: targetRow,
});

/** Reads targets without a lock; null for an unknown one. */
async function selectTargets(db: Db, orders: readonly AttackOrder[]): Promise<(TargetRow | null)[]> {
  const members = ['target_type', 'target_id', 'army_id'] as const;
  const values = members.map((member) => orders.map((order) => order[member]));
  const rows = await select(db, selectTargetsStatement, values);
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return orders.map((_order, index) => byPosition.get(index + 1) ?? null);
}

/** They fail if the holder or the guard of a target has changed since it was read. */
const changedConstraints = new Set(['battles_seat_holder', 'battles_guard']);
/** If holder or guard changes meanwhile. */
const maxAttempts = 3;

/**
 * The target is read without a lock and may be out of date; the contact decides. Refusals: NOT_FOUND, FORBIDDEN,
 * ALLIED, PROTECTED, INVALID_TARGET (400 for an own target, 409 for a marching army, or one on a seat of its empire),
 * VALIDATION_ERROR (fewer units), ARMY_BUSY, ARMY_LIMIT, SEAT_LIMIT.
 */
export async function attack(context: Context, order: AttackOrder) {
  const { services, viewer } = context;
  return withTargets(services, [order], async ([row = null]) => {
    const target = requireForeign(row, viewer.empireId);
    const prepared = prepare(services);
    return executeOwnCommand(context, 'army', order.army_id, (army, scope) => ({
      success: true as const,
      battle: orderBattle(scope, army, order, target, prepared),
    }));
  });
}

/** One command for up to 20 orders. A refused one does not prevent the others. Throws FORBIDDEN without an empire. */
export async function attackMany(
  { services, viewer: { empireId } }: Context,
  orders: readonly AttackOrder[],
) {
  if (empireId === null) throw new GameError('FORBIDDEN', 'found an empire first');
  return withTargets(services, orders, (rows) => {
    const lines = orders.map((order, index) => ({
      order,
      row: rows[index] ?? null,
      prepared: prepare(services),
    }));
    return services.executeCommand(empireId, (scope) => ({
      success: true as const,
      orders: lines.map(({ order, row, prepared }) => {
        const { army_id, target_type, target_id } = order;
        let outcome:
          { battle: ReturnType<typeof orderBattle>; refusal: null } | { battle: null; refusal: ErrorBody };
        try {
          const target = requireForeign(row, empireId);
          const army = requireArmy(scope, order, target);
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

function requireArmy({ empire }: CommandScope, { army_id: id }: AttackOrder, row: TargetRow): Army {
  const army = empire.armies.find((each) => each.id === id);
  if (army !== undefined) return army;
  const isForeign = row.army_owner_id !== null && row.army_owner_id !== empire.id;
  throw new GameError(isForeign ? 'FORBIDDEN' : 'NOT_FOUND');
}

const prepare = ({ random }: Services) => ({ id: random.uuid(), seed: newSeed(random) });

function orderBattle(
  { world, empire, now, newId, emit }: CommandScope,
  army: Army,
  order: AttackOrder,
  row: TargetRow,
  battle: ReturnType<typeof prepare>,
) {
  const part = partOf(order, newId);
  const ordered = orderAttack(world, empire, army, targetOf(row, order, now), { now, battle, emit, part });
  return {
    id: ordered.id,
    attacker_id: empire.id,
    defender_id: row.empire_id,
    army_id: ordered.armyId,
    location: { x: ordered.x, y: ordered.y },
    status: 'active' as const,
    phase: 'marching' as const,
    started_at: isoOf(now),
    contact_at: isoOf(ordered.contactAt),
    result: null,
    seed_hash: seedHashOf(battle.seed),
    morale: moraleAgainst(
      { attacker: scoresOf(empire).total, defender: row.score },
      { heldSince: row.held_since, at: ordered.contactAt, speed: world.speed },
    ),
  };
}

/**
 * An army in a city of its own empire is attacked as that city. An army whose march has ended counts as being at its
 * destination, also before its empire is advanced.
 */
function targetOf(
  row: TargetRow,
  { target_type: type, target_id: id }: AttackOrder,
  now: number,
): Parameters<typeof orderAttack>[3] {
  const { x, y, march, held_since: heldSince, empire_id, empire_name, guard_id } = row;
  const defender = {
    defenderId: empire_id,
    defenderName: empire_name,
    guardId: guard_id,
    defender: ownerOf(row),
  };
  if (type === 'seat')
    return { target: { type, id }, tile: { x, y }, marching: false, heldSince, ...defender };
  const destination = march !== null && hasArrived(march, now) ? march.to : null;
  const cityId = destination === null ? row.city_id : row.destination_city_id;
  return {
    target: cityId === null ? { type: 'army', id } : { type: 'city', id: cityId },
    tile: destination ?? { x, y },
    marching: march !== null && destination === null,
    holdsPlace: row.on_seat || row.guards,
    ...defender,
  };
}
