/** The statements of the save for the rows of the world, and the columns that they write. */
import { toArrays, unnested, type Columns } from '../../db/arrays.ts';
import { execute, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { armyRow, battleRow, cityRow, crownsRow, seatRow, type EmpireRow } from './rows.ts';

/** The columns of `empires` that a save writes, with their types. Columns of later migrations are left alone. */
const empireColumns = {
  id: 'uuid',
  gold: 'bigint',
  food: 'bigint',
  materials: 'bigint',
  advanced_at: 'bigint',
  last_active_at: 'bigint',
  event_seq: 'bigint',
  population_used: 'bigint',
  armies_raised: 'bigint',
  gold_rate: 'bigint',
  food_rate: 'bigint',
  materials_rate: 'bigint',
  cap: 'bigint',
  population: 'bigint',
  units: 'jsonb',
  economic_score: 'bigint',
  military_score: 'bigint',
  name: 'text',
  name_key: 'text',
  description: 'text',
  founding_paid: 'bigint',
  destroyed_value: 'bigint',
  victories: 'bigint',
  protection_ended: 'boolean',
  last_desertion_at: 'bigint',
  attacked_by: 'jsonb',
  recalled_until: 'jsonb',
  grows_at: 'bigint',
  seats: 'jsonb',
  crown_offset: 'bigint',
  reign_ends_at: 'bigint',
  goals: 'jsonb',
  alliance_id: 'uuid',
  alliance_tag: 'text',
  alliance_role: 'text',
  alliance_joined_at: 'bigint',
  alliance_role_since: 'bigint',
  former_alliance_id: 'uuid',
  alliance_left_at: 'bigint',
} satisfies Record<Exclude<keyof EmpireRow, 'owner_id' | 'created_at' | 'kind' | 'wishes'>, string>;
/** The columns of a new empire. */
export const insertedColumns = [
  'owner_id',
  'created_at',
  'kind',
  'wishes',
  ...Object.keys(empireColumns),
].join(', ');

/** SQL that inserts rows with these columns. */
function insertSql(table: string, columns: object): string {
  const names = Object.keys(columns).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`;
}

/** SQL that updates rows by their ids. */
function updateSql(table: string, columns: Columns): string {
  const names = Object.keys(columns).filter((name) => name !== 'id');
  return `UPDATE ${table} SET ${names.map((name) => `${name} = saved.${name}`).join(', ')}
    FROM ${unnested(columns, 'saved')} WHERE ${table}.id = saved.id`;
}

// Not an upsert: one that names a key column locks the whole row, and two empires that attack each other would deadlock.
const updateEmpires = statement('updateEmpires', updateSql('empires', empireColumns));

export function writeEmpires(tx: Tx, rows: readonly EmpireRow[]): Promise<unknown> {
  return execute(tx, updateEmpires, toArrays(empireColumns, rows));
}

// Apart from the other columns: 60 wishes are larger than the rest of the row, and hardly ever change.
const wishColumns = { id: 'uuid', wishes: 'jsonb' };
const updateWishes = statement('updateWishes', updateSql('empires', wishColumns));

export function writeWishes(tx: Tx, rows: readonly EmpireRow[]): Promise<unknown> {
  return execute(tx, updateWishes, toArrays(wishColumns, rows));
}

export const insertCities = statement('insertCities', insertSql('cities', cityRow.shape));

const cityColumns = {
  id: 'uuid',
  name: 'text',
  name_key: 'text',
  buildings: 'jsonb',
  construction: 'jsonb',
  training: 'jsonb',
  plundered_at: 'jsonb',
  sacked_until: 'bigint',
};
const updateCities = statement('updateCities', updateSql('cities', cityColumns));

export const insertArmies = statement('insertArmies', insertSql('armies', armyRow.shape));

const armyColumns = {
  id: 'uuid',
  x: 'integer',
  y: 'integer',
  units: 'jsonb',
  home_city_id: 'uuid',
  standing_since: 'bigint',
  march: 'jsonb',
  loot: 'jsonb',
};
const updateArmies = statement('updateArmies', updateSql('armies', armyColumns));

export const deleteOwnArmies = statement('deleteOwnArmies', 'DELETE FROM armies WHERE id = ANY ($1::uuid[])');

export function writeCities(tx: Tx, rows: readonly object[]): Promise<unknown> {
  return execute(tx, updateCities, toArrays(cityColumns, rows));
}

export function writeArmies(tx: Tx, rows: readonly object[]): Promise<unknown> {
  return execute(tx, updateArmies, toArrays(armyColumns, rows));
}

// Postgres numbers battles.
export const insertBattles = statement(
  'insertBattles',
  insertSql('battles', battleRow.omit({ number: true }).shape),
);

// Not an upsert, which would use up a number for each decided battle.
export const updateBattles = statement(
  'updateBattles',
  `UPDATE battles SET defender_id = saved.defender_id, outcome = saved.outcome, ends_at = saved.ends_at,
     end_due_at = CASE WHEN saved.outcome ->> 'result' <> 'called_off' THEN saved.ends_at END
   FROM json_to_recordset($1::json) AS saved (id uuid, defender_id uuid, outcome jsonb, ends_at bigint)
   WHERE battles.id = saved.id`,
);

// Before cities: a seat waits for all cities that are being made.
export const insertSeats = statement('insertSeats', insertSql('seats', seatRow.shape));

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

export const insertCrowns = statement('insertCrowns', insertSql('reign_crowns', crownsRow.shape));
