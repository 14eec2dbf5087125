/** Changes the database directly, for states that would take days of play. */
import { randomUUID } from 'node:crypto';
import { goalNames, type BuildingType } from '../../src/contract/vocabulary.ts';
import { stockScale } from '../../src/game/economy/stock.ts';
import { noUnits } from '../../src/game/counts.ts';
import { reignEnd, reignMs, reignNumberAt } from '../../src/game/diplomacy/reigns.ts';
import type { Amounts, Building, Tile, Units } from '../../src/game/types.ts';
import { queryByHand } from './by-hand.ts';
import type { TestGame } from './game.ts';
import type { GameAccess } from './players.ts';
import { the } from './worlds.ts';

type Game = Pick<GameAccess, 'instance'>;

/** An id that no row has. */
export const unknownId = '3f2b8a54-9c1d-4e67-8a01-5b6c7d8e9f00';

/** Sets the stock of an empire, in whole units, at the time to which it was last advanced (`advanced_at`). */
export async function setStock(
  { instance }: Game,
  empireId: string,
  { gold, food, materials }: Amounts,
): Promise<void> {
  await queryByHand(instance.pool, 'UPDATE empires SET gold = $2, food = $3, materials = $4 WHERE id = $1', [
    empireId,
    gold * stockScale,
    food * stockScale,
    materials * stockScale,
  ]);
}

/** Gives an empire more stock than any test spends. */
export function enrich(game: Game, empireId: string): Promise<void> {
  const plenty = 100_000_000;
  return setStock(game, empireId, { gold: plenty, food: plenty, materials: plenty });
}

/** Notes all goals of an empire as reached when it was founded, without a reward: no later state is rewarded. */
export async function skipGoals({ instance }: Game, empireId: string): Promise<void> {
  await queryByHand(
    instance.pool,
    `UPDATE empires SET goals = (SELECT jsonb_object_agg(name, created_at) FROM unnest($2::text[]) AS name) || goals
     WHERE id = $1`,
    [empireId, goalNames],
  );
}

/** Sets the levels of some buildings of a city; the others keep theirs. Its empire gets no reward for any goal. */
export async function setLevels(
  game: Game,
  cityId: string,
  levels: Partial<Record<BuildingType, number>>,
): Promise<void> {
  const { pool } = game.instance;
  const { rows } = await pool.query<{ empire_id: string; buildings: Building[] }>(
    'SELECT empire_id, buildings FROM cities WHERE id = $1',
    [cityId],
  );
  const standing = rows[0]?.buildings ?? [];
  const { empire_id: empireId } = the(rows[0]);
  await skipGoals(game, empireId);
  const kept = standing.filter(({ type }) => levels[type] === undefined);
  const set = Object.entries(levels)
    .filter(([, level]) => level > 0)
    .map(([type, level]) => ({
      id: standing.find((building) => building.type === type)?.id ?? randomUUID(),
      type,
      level,
    }));
  await queryByHand(
    pool,
    'UPDATE cities SET buildings = $2 WHERE id = $1',
    [cityId, JSON.stringify([...kept, ...set])],
    empireId,
  );
}

/** Sets the units of an army; missing types become 0. Its empire gets no reward for any goal. */
export async function setUnits(game: Game, armyId: string, units: Partial<Units>): Promise<void> {
  const { pool } = game.instance;
  const { rows } = await pool.query<{ empire_id: string }>('SELECT empire_id FROM armies WHERE id = $1', [
    armyId,
  ]);
  const { empire_id: empireId } = the(rows[0]);
  await skipGoals(game, empireId);
  await queryByHand(
    pool,
    'UPDATE armies SET units = $2 WHERE id = $1',
    [armyId, JSON.stringify({ ...noUnits(), ...units })],
    empireId,
  );
}

/** Removes the protection of an empire: it is no newcomer, and its owner was inactive for long. */
export async function expose({ instance }: Game, empireId: string): Promise<void> {
  await queryByHand(
    instance.pool,
    'UPDATE empires SET protection_ended = true, last_active_at = 0 WHERE id = $1',
    [empireId],
  );
}

/**
 * Gives a seat to an empire, as if it had held it since `heldSince`, within the current reign. Makes the seat if there is
 * none with this number.
 */
export async function plantSeat(
  { instance }: TestGame,
  { number, tile, holderId, heldSince }: { number: number; tile: Tile; holderId: string; heldSince: number },
): Promise<void> {
  const { settings } = instance.services;
  const { rows } = await instance.pool.query<{ id: string }>(
    `INSERT INTO seats (id, number, x, y, keeper_id, holder_id, held_since)
     SELECT gen_random_uuid(), $1, $2, $3, keeper.id, $4, $5
     FROM (SELECT id FROM empires WHERE kind = 'keeper' ORDER BY id LIMIT 1) keeper
     ON CONFLICT (number) DO UPDATE SET holder_id = $4, held_since = $5 RETURNING id`,
    [number, tile.x, tile.y, holderId, heldSince],
  );
  const endsAt = reignEnd(reignNumberAt(heldSince, settings), settings);
  const lost = settings.speed * Math.max(0, heldSince - (endsAt - reignMs(settings.speed)));
  await queryByHand(
    instance.pool,
    `UPDATE empires SET crown_offset = crown_offset + earned,
       alliance_crowns = CASE WHEN alliance_id IS NULL THEN alliance_crowns ELSE alliance_crowns ||
         jsonb_build_object(alliance_id, coalesce((alliance_crowns ->> alliance_id::text)::bigint, 0) + earned) END,
       seats = coalesce((SELECT jsonb_agg(seat) FROM jsonb_array_elements(seats) seat WHERE seat ->> 'id' <> $1), '[]')
     FROM (SELECT id AS loser_id, coalesce($2::bigint * (advanced_at - (reign_ends_at - $3::bigint)), 0) AS earned FROM empires) AS loser
     WHERE id = loser_id AND seats @> jsonb_build_array(jsonb_build_object('id', $1::text))`,
    [rows[0]?.id, settings.speed, reignMs(settings.speed)],
  );
  await queryByHand(
    instance.pool,
    `UPDATE empires SET reign_ends_at = $2, crown_offset = crown_offset - $3,
       alliance_crowns = CASE WHEN alliance_id IS NULL THEN alliance_crowns ELSE alliance_crowns ||
         jsonb_build_object(alliance_id, coalesce((alliance_crowns ->> alliance_id::text)::bigint, 0) - $3) END,
       seats = seats ||
       (SELECT jsonb_build_array(jsonb_build_object('id', id, 'number', number, 'x', x, 'y', y, 'heldSince', held_since)) FROM seats WHERE number = $4)
     WHERE id = $1`,
    [holderId, endsAt, lost, number],
  );
  await instance.pool.query(
    'INSERT INTO due_empires (at, empire_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [endsAt, holderId],
  );
}
