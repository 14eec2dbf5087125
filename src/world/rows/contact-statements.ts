/** The statements of the save for battles, seats and crowns. */
import { statement } from '../../db/pool.ts';

export const insertBattles = statement(
  'insertBattles',
  `INSERT INTO battles (
     id, attacker_id, defender_id, army_id, target_type, target_id, x, y, ordered_at, contact_at, seed, outcome, ends_at
   )
   SELECT
     id, attacker_id, defender_id, army_id, target_type, target_id, x, y, ordered_at, contact_at, seed, outcome, ends_at
   FROM json_populate_recordset(NULL::battles, $1::json)`,
);

// Not an upsert, which would use up a number for each decided battle.
export const updateBattles = statement(
  'updateBattles',
  `UPDATE battles SET defender_id = saved.defender_id, outcome = saved.outcome, ends_at = saved.ends_at
   FROM json_to_recordset($1::json) AS saved (id uuid, defender_id uuid, outcome jsonb, ends_at bigint)
   WHERE battles.id = saved.id`,
);

// Before cities: a seat waits for all cities that are being made.
export const insertSeats = statement(
  'insertSeats',
  `INSERT INTO seats (id, number, x, y, keeper_id, holder_id, held_since)
   SELECT id, number, x, y, keeper_id, holder_id, held_since FROM json_populate_recordset(NULL::seats, $1::json)`,
);

export const updateSeats = statement(
  'updateSeats',
  `WITH saved AS (
     SELECT * FROM json_to_recordset($1::json) AS saved (id uuid, holder_id uuid, held_since bigint, former_id uuid)
   ), recorded AS (
     INSERT INTO seat_changes (seat_id, at, from_id, to_id) SELECT id, held_since, former_id, holder_id FROM saved
     WHERE held_since IS NOT NULL ON CONFLICT DO NOTHING
   )
   UPDATE seats SET holder_id = saved.holder_id, held_since = saved.held_since FROM saved WHERE seats.id = saved.id`,
);

// After the update of the seats, which has waited for orders under way: it finds their battles, too. Only undecided
// ones: a recall may have decided a battle since the load.
export const renameDefenders = statement(
  'renameDefenders',
  `UPDATE battles SET defender_id = saved.holder_id
   FROM json_to_recordset($1::json) AS saved (id uuid, holder_id uuid, former_id uuid)
   WHERE target_type = 'seat' AND target_id = saved.id AND defender_id = saved.former_id AND outcome IS NULL`,
);

export const insertCrowns = statement(
  'insertCrowns',
  `INSERT INTO reign_crowns (reign, empire_id, parts)
   SELECT reign, empire_id, parts FROM json_populate_recordset(NULL::reign_crowns, $1::json)`,
);
