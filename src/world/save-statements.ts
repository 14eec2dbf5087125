/** The statements of the save for empires, cities and armies, and the columns that they write. */
import { z } from 'zod';
import { toArrays, unnested, type Columns } from '../db/arrays.ts';
import { uuid } from '../db/columns.ts';
import { execute, select, statement } from '../db/pool.ts';
import type { EmpireVersion } from '../db/row-versions.ts';
import type { Tx } from '../db/transaction.ts';
import { ledgerNames } from './write-ledger.ts';
import type { EmpireRow } from './rows.ts';

/** The columns of `empires` that nearly every command changes, with their types. */
const movingColumns = {
  id: 'uuid',
  gold: 'bigint',
  food: 'bigint',
  materials: 'bigint',
  settled_at: 'bigint',
  last_command_at: 'bigint',
  event_seq: 'bigint',
  people_used: 'bigint',
};

/** The further columns that finished levels and batches change: mostly what follows from buildings and units. */
export const workColumns = {
  armies_raised: 'bigint',
  gold_rate: 'bigint',
  food_rate: 'bigint',
  materials_rate: 'bigint',
  cap: 'bigint',
  population: 'bigint',
  units: 'jsonb',
  economic_score: 'bigint',
  military_score: 'bigint',
};

/** Written only when one of them, or of the rare ones, has changed. */
export const otherColumns = {
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
};

/** Written only when one of them has changed: 60 wishes are larger than the rest of the row. */
export const rareColumns = {
  wishes: 'jsonb',
  goals: 'jsonb',
  alliance_id: 'uuid',
  alliance_tag: 'text',
  alliance_role: 'text',
  alliance_joined_at: 'bigint',
  alliance_role_since: 'bigint',
  former_alliance_id: 'uuid',
  alliance_left_at: 'bigint',
};

// Each statement names every column that it writes, so that it leaves columns of later migrations alone.
const empireColumns = { ...movingColumns, ...workColumns, ...otherColumns, ...rareColumns } satisfies Record<
  Exclude<keyof EmpireRow, 'owner_id' | 'created_at' | 'kind'>,
  string
>;
const insertedColumns = ['owner_id', 'created_at', 'kind', ...Object.keys(empireColumns)].join(', ');

/** Assigns every column but the id. */
const assignments = (columns: Columns): string =>
  Object.keys(columns)
    .filter((name) => name !== 'id')
    .map((name) => `${name} = saved.${name}`)
    .join(', ');

// In one statement with the first postings: the trigger that opens a ledger runs after the statement and finds them.
export const insertEmpires = statement(
  'insertEmpires',
  `WITH posted AS (
     INSERT INTO ledger_entries (${ledgerNames})
     SELECT ${ledgerNames} FROM json_populate_recordset(NULL::ledger_entries, $2::json)
   )
   INSERT INTO empires (${insertedColumns})
   SELECT ${insertedColumns} FROM json_populate_recordset(NULL::empires, $1::json)`,
);

// Not an upsert: one that names a key column locks the whole row, and two empires that attack each other would deadlock.
const updateOf = (columns: Columns): string =>
  `UPDATE empires SET ${assignments(columns)} FROM ${unnested(columns, 'saved')}
   WHERE empires.id = saved.id RETURNING empires.id, empires.ctid, empires.xmin`;
const empireVersion = z.strictObject({ id: uuid, ctid: z.string(), xmin: z.string() });
const columnsOf = {
  stocks: movingColumns,
  work: { ...movingColumns, ...workColumns },
  others: { ...movingColumns, ...workColumns, ...otherColumns },
  whole: empireColumns,
};
const updateEmpireStocks = statement('updateEmpireStocks', updateOf(columnsOf.stocks), empireVersion);
const updateEmpireWork = statement('updateEmpireWork', updateOf(columnsOf.work), empireVersion);
const updateEmpires = statement('updateEmpires', updateOf(columnsOf.others), empireVersion);
const updateWholeEmpires = statement('updateWholeEmpires', updateOf(columnsOf.whole), empireVersion);
const updates = {
  stocks: updateEmpireStocks,
  work: updateEmpireWork,
  others: updateEmpires,
  whole: updateWholeEmpires,
};

/** How much of an empire's row has changed; each extent includes those before it. */
export type EmpireExtent = keyof typeof updates;

export const empireExtents = Object.keys(updates) as EmpireExtent[];

/** Updates the columns of this extent. */
export function writeEmpires(
  tx: Tx,
  rows: readonly EmpireRow[],
  extent: EmpireExtent,
): Promise<EmpireVersion[]> {
  return select(tx, updates[extent], toArrays(columnsOf[extent], rows));
}

export const insertCities = statement(
  'insertCities',
  `INSERT INTO cities
     (id, empire_id, name, name_key, x, y, founded_at, buildings, construction, training, plundered_at, sacked_until)
   SELECT id, empire_id, name, name_key, x, y, founded_at, buildings, construction, training, plundered_at, sacked_until
   FROM json_populate_recordset(NULL::cities, $1::json)`,
);

// A column that has not changed is null, except for the last one.
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

const updateCities = statement(
  'updateCities',
  `UPDATE cities SET
     name = coalesce(saved.name, cities.name),
     name_key = coalesce(saved.name_key, cities.name_key),
     buildings = coalesce(saved.buildings, cities.buildings),
     construction = coalesce(saved.construction, cities.construction),
     training = coalesce(saved.training, cities.training),
     plundered_at = coalesce(saved.plundered_at, cities.plundered_at),
     sacked_until = saved.sacked_until
   FROM ${unnested(cityColumns, 'saved')} WHERE cities.id = saved.id`,
);

export const insertArmies = statement(
  'insertArmies',
  `INSERT INTO armies (id, empire_id, name, x, y, units, home_city_id, standing_since, march, loot)
   SELECT id, empire_id, name, x, y, units, home_city_id, standing_since, march, loot
   FROM json_populate_recordset(NULL::armies, $1::json)`,
);

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
const updateArmies = statement(
  'updateArmies',
  `UPDATE armies SET ${assignments(armyColumns)} FROM ${unnested(armyColumns, 'saved')}
   WHERE armies.id = saved.id`,
);

export const deleteOwnArmies = statement('deleteOwnArmies', 'DELETE FROM armies WHERE id = ANY ($1::uuid[])');

export function writeCities(tx: Tx, rows: readonly object[]): Promise<unknown> {
  return execute(tx, updateCities, toArrays(cityColumns, rows));
}

export function writeArmies(tx: Tx, rows: readonly object[]): Promise<unknown> {
  return execute(tx, updateArmies, toArrays(armyColumns, rows));
}
