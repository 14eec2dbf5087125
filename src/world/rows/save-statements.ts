import { z } from 'zod';
import { count, givenRowsSql } from '../../db/columns.ts';
import { advisoryLocks } from '../../db/names.ts';
import { statement } from '../../db/pool.ts';
import { allianceCrownsRow, armyRow, battleRow, cityRow, crownsRow, empireRow, seatRow } from './rows.ts';

/** The columns of a new empire, without columns of later migrations. */
export const insertedColumns = Object.keys(empireRow.shape).join(', ');

function insertSql(table: string, columns: object): string {
  const names = Object.keys(columns).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`;
}

function updateSql(table: string, columns: object): string {
  const names = Object.keys(columns).filter((name) => name !== 'id');
  return `UPDATE ${table} SET ${names.map((name) => `${name} = saved.${name}`).join(', ')}
    FROM ${givenRowsSql(table)} AS saved WHERE ${table}.id = saved.id`;
}

// Not an upsert: one that names a key column locks the whole row, and two empires that attack each other would
// deadlock.
export const updateEmpires = statement('updateEmpires', {
  sql: updateSql('empires', empireRow.omit({ created_at: true, kind: true, wishes: true }).shape),
});

// Apart from the other columns: 60 wishes are larger than the rest of the row, and hardly ever change.
export const updateWishes = statement('updateWishes', {
  sql: updateSql('empires', empireRow.pick({ wishes: true }).shape),
});

export const insertCities = statement('insertCities', { sql: insertSql('cities', cityRow.shape) });

// Without the tile, whose trigger would look for seats.
export const updateCities = statement('updateCities', {
  sql: updateSql('cities', cityRow.omit({ empire_id: true, x: true, y: true, founded_at: true }).shape),
});

export const insertArmies = statement('insertArmies', { sql: insertSql('armies', armyRow.shape) });

export const updateArmies = statement('updateArmies', {
  sql: updateSql('armies', armyRow.omit({ empire_id: true, name: true }).shape),
});

export const deleteOwnArmies = statement('deleteOwnArmies', {
  sql: 'DELETE FROM armies WHERE id = ANY ($1::uuid[])',
});

// One after the other: accounts and armies refer to what the last deletes. The owner that replaced a deleted account
// exists for its empire only.
export const deleteEmpires = [
  statement('unlinkOwners', { sql: 'UPDATE users SET empire_id = NULL WHERE empire_id = ANY ($1::uuid[])' }),
  statement('deleteArmiesOfEmpires', { sql: 'DELETE FROM armies WHERE empire_id = ANY ($1::uuid[])' }),
  statement('deleteEmpires', {
    sql: `WITH deleted AS (DELETE FROM empires WHERE id = ANY ($1::uuid[]) RETURNING owner_id)
     DELETE FROM users USING deleted WHERE users.id = deleted.owner_id AND users.deleted_at IS NOT NULL`,
  }),
];

// Postgres numbers battles.
export const insertBattles = statement('insertBattles', {
  sql: insertSql('battles', battleRow.omit({ number: true }).shape),
});

// Not an upsert, which would use up a number for each decided battle.
export const updateBattles = statement('updateBattles', {
  sql: `UPDATE battles SET defender_id = saved.defender_id, ally_id = saved.ally_id, outcome = saved.outcome, ends_at = saved.ends_at
   FROM json_to_recordset($1::json) AS saved (id uuid, defender_id uuid, ally_id uuid, outcome jsonb, ends_at bigint)
   WHERE battles.id = saved.id`,
});

export const insertBattleEnds = statement('insertBattleEnds', {
  sql: 'INSERT INTO battle_ends (battle_id, at) SELECT battle_id, at FROM json_populate_recordset(NULL::battle_ends, $1::json)',
});

// Before cities: a seat waits for all cities that are being made.
export const insertSeats = statement('insertSeats', { sql: insertSql('seats', seatRow.shape) });

export const updateSeats = statement('updateSeats', {
  sql: `WITH saved AS (
     SELECT * FROM json_to_recordset($1::json) AS saved (id uuid, holder_id uuid, held_since bigint, former_id uuid)
   ), recorded AS (
     INSERT INTO seat_changes (seat_id, at, from_id, to_id) SELECT id, held_since, former_id, holder_id FROM saved
     WHERE held_since IS NOT NULL ON CONFLICT DO NOTHING
   )
   UPDATE seats SET holder_id = saved.holder_id, held_since = saved.held_since FROM saved WHERE seats.id = saved.id`,
});

// Orders hold this lock shared: they name the defender as it is before or after the change. In the order of the ids, so
// that two changes cannot deadlock.
export const lockPlaces = statement('lockPlaces', {
  sql: `SELECT count(pg_advisory_xact_lock(${advisoryLocks.places}, hashtext(place_id::text))) AS locked FROM (
     SELECT DISTINCT place_id FROM json_to_recordset($1::json) AS saved (place_id uuid) ORDER BY place_id
   ) AS places`,
  row: z.strictObject({ locked: count }),
});

// After the lock of the places, which has waited for orders under way: it finds their battles, too. Only undecided
// ones: a recall may have decided a battle since the load. The guard of a place does not stand in against its own
// empire.
export const renameDefenders = statement('renameDefenders', {
  sql: `UPDATE battles SET
     defender_id = CASE WHEN guard_id <> attacker_id THEN guard_id ELSE coalesce(holder_id, ally_id, defender_id) END,
     ally_id = CASE WHEN guard_id <> attacker_id THEN coalesce(holder_id, ally_id, defender_id) END
   FROM json_to_recordset($1::json) AS saved (place_id uuid, guard_id uuid, holder_id uuid)
   WHERE target_type IN ('city', 'seat') AND target_id = place_id AND outcome IS NULL`,
});

export const insertCrowns = statement('insertCrowns', { sql: insertSql('reign_crowns', crownsRow.shape) });

export const insertAllianceCrowns = statement('insertAllianceCrowns', {
  sql: insertSql('reign_alliance_crowns', allianceCrownsRow.shape),
});
