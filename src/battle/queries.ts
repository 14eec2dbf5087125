import { z } from 'zod';
import type { BattlesQuery } from '../contract/battle.ts';
import { battleResults, empireKinds } from '../contract/vocabulary.ts';
import { integer, moment, uuid } from '../db/columns.ts';
import { defineQuery, select, statement, type Db } from '../db/pool.ts';
import { battleRow } from '../world/rows/rows.ts';
import { namedSides } from '../world/rows/shapes.ts';

const { number, ally_id, x, y, ordered_at, contact_at, ends_at } = battleRow.shape;

/** With the present tags of both sides. */
export const battleListRow = z.strictObject({
  id: uuid,
  number,
  ...namedSides,
  x,
  y,
  ordered_at,
  contact_at,
  ends_at,
  result: z.enum(battleResults).nullable(),
  /** See `Battle` in src/game/battle-types.ts. */
  ally_id,
  is_undecided: z.boolean(),
});

export type BattleListRow = z.infer<typeof battleListRow>;

/**
 * SQL: the outcome for an empire. The owner of a guard that fell has lost, even if the holder then won; loot and sack
 * are the holder's. The parameters are SQL.
 */
export const outcomeFor = (battle: string, empire: string): string => `
  CASE WHEN ${battle}.ally_id = ${empire} AND ${battle}.outcome -> 'guard' ->> 'empireId' = ${battle}.ally_id::text
    THEN ${battle}.outcome - 'loot' - 'sack' || '{"result": "attacker_won"}' ELSE ${battle}.outcome END`;

const battleListOf = (outcome: string): string => `(
  SELECT b.id, b.number, b.attacker_id, b.defender_id, a.name AS attacker_name, a.alliance_tag AS attacker_tag,
    d.name AS defender_name, d.alliance_tag AS defender_tag, b.ally_id, b.x, b.y, b.ordered_at, b.contact_at, b.ends_at,
    (${outcome}) ->> 'result' AS result, b.outcome IS NULL AS is_undecided
  FROM battles b JOIN empires a ON a.id = b.attacker_id JOIN empires d ON d.id = b.defender_id
)`;

/** SQL: all rows of battle lists, for FROM. */
export const battleList = battleListOf('b.outcome');

/** The same with the results for an empire. @param empire SQL of the id */
export const battleListFor = (empire: string): string => battleListOf(outcomeFor('b', empire));

// $1 status, $2 now, $3 limit. "completed": the last round has been shown. The planner expects LIMIT $3 to be a tenth
// of all rows; LIMIT 100, the most of the contract, keeps it at the index.
const selectAllBattles = statement('selectAllBattles', {
  sql: `SELECT battle_list.* FROM (
     SELECT id FROM (
       SELECT id, number FROM battles
       WHERE $1::text IS NULL OR ($1 = 'completed') = coalesce(ends_at <= $2::bigint, false)
       ORDER BY number DESC LIMIT 100
     ) AS latest ORDER BY number DESC LIMIT $3
   ) AS newest
   JOIN ${battleList} AS battle_list USING (id)
   ORDER BY number DESC`,
  row: battleListRow,
});

// Few even in an old world. The upper bound of ends_at tells the planner so.
const selectActiveBattles = statement('selectActiveBattles', {
  sql: `WITH active AS MATERIALIZED (
     SELECT id, number FROM battles WHERE outcome IS NULL
     UNION ALL
     SELECT id, number FROM battles WHERE ends_at > $1::bigint AND ends_at < 9007199254740991
   )
   SELECT battle_list.* FROM (SELECT id FROM active ORDER BY number DESC LIMIT $2) AS newest
   JOIN ${battleList} AS battle_list USING (id)
   ORDER BY number DESC`,
  row: battleListRow,
});

/**
 * As attacker, defender and ally, each once, by three indexes.
 * @param rest SQL of a further condition, and of order and limit for each side
 */
const ofEmpire = (battles: string, empire: string, rest: string): string =>
  [
    `attacker_id = ${empire}`,
    `defender_id = ${empire} AND attacker_id <> defender_id`,
    `ally_id = ${empire} AND attacker_id <> ally_id`,
  ]
    .map((side) => `(SELECT * FROM ${battles} AS battle WHERE ${side} AND ${rest})`)
    .join(' UNION ALL ');

/** Newest first: at most one for each army of the empire or against it. The parameters are SQL. */
export const activeBattlesSql = (empire: string, now: string, limit: string): string => `
  ${ofEmpire(battleList, empire, 'is_undecided')}
  UNION ALL
  SELECT * FROM ${battleList} AS battle_list
    WHERE ends_at > ${now} AND (attacker_id = ${empire} OR defender_id = ${empire} OR ally_id = ${empire})
  ORDER BY number DESC LIMIT ${limit}`;

const selectActiveBattlesOfEmpire = statement('selectActiveBattlesOfEmpire', {
  sql: activeBattlesSql('$3::uuid', '$1::bigint', '$2'),
  row: battleListRow,
});

// Like selectAllBattles, for one empire ($4).
const selectBattlesOfEmpire = statement('selectBattlesOfEmpire', {
  sql: `${ofEmpire(
    battleList,
    '$4::uuid',
    `($1::text IS NULL OR ($1 = 'completed') = coalesce(ends_at <= $2::bigint, false)) ORDER BY number DESC LIMIT $3`,
  )} ORDER BY number DESC LIMIT $3`,
  row: battleListRow,
});

/** Newest first. @param now decides which battles are completed */
export function selectBattles(
  db: Db,
  { empire_id, status, limit }: BattlesQuery,
  now: number,
): Promise<BattleListRow[]> {
  if (empire_id !== undefined && status === 'active') {
    return select(db, selectActiveBattlesOfEmpire, [now, limit, empire_id]);
  }
  if (empire_id !== undefined) {
    return select(db, selectBattlesOfEmpire, [status ?? null, now, limit, empire_id]);
  }
  return status === 'active'
    ? select(db, selectActiveBattles, [now, limit])
    : select(db, selectAllBattles, [status ?? null, now, limit]);
}

/** As JSON of `battleListRow`. @param empire SQL of the id */
export function latestBattlesSql(empire: string): string {
  const ofSide = (column: string): string =>
    `(SELECT id FROM battles WHERE ${column} = ${empire} ORDER BY number DESC LIMIT 15)`;
  return `(SELECT coalesce(json_agg(l ORDER BY l.number DESC), '[]')
     FROM (${ofSide('attacker_id')} UNION ${ofSide('defender_id')} UNION ${ofSide('ally_id')}) AS own JOIN ${battleListFor(empire)} AS l ON l.id = own.id)`;
}

const battleDetailRow = battleRow.extend({
  ...namedSides,
  attacker_kind: z.enum(empireKinds),
  attacker_username: z.string(),
  attacker_score: integer,
  defender_kind: z.enum(empireKinds),
  defender_username: z.string(),
  defender_score: integer,
  ally_name: z.string().nullable(),
  ally_tag: z.string().nullable(),
  ally_score: integer.nullable(),
  /** Since when a player has held the attacked seat; null for a keeper and for other targets. */
  held_since: moment.nullable(),
  /** Null for other targets. */
  seat_number: integer.nullable(),
  shares: z.array(z.strictObject({ user_id: uuid, token: z.string(), created_at: moment })),
});

export type BattleDetailRow = z.infer<typeof battleDetailRow>;

/** SQL that adds names, scores and links. @param battles SQL of the table of battles */
const detailsOf = (battles: string): string => `
  SELECT b.*,
    a.name AS attacker_name, a.alliance_tag AS attacker_tag, a.kind AS attacker_kind, au.username AS attacker_username, a.score AS attacker_score,
    d.name AS defender_name, d.alliance_tag AS defender_tag, d.kind AS defender_kind, du.username AS defender_username, d.score AS defender_score,
    g.name AS ally_name, g.alliance_tag AS ally_tag, g.score AS ally_score,
    s.held_since, s.number AS seat_number,
    (SELECT coalesce(json_agg(to_jsonb(share) - 'battle_id'), '[]') FROM battle_shares share
     WHERE share.battle_id = b.id) AS shares
  FROM ${battles} b
  JOIN empires a ON a.id = b.attacker_id JOIN users au ON au.id = a.owner_id
  JOIN empires d ON d.id = b.defender_id JOIN users du ON du.id = d.owner_id
  LEFT JOIN empires g ON g.id = b.ally_id
  LEFT JOIN seats s ON s.id = b.target_id AND b.target_type = 'seat'`;

export const selectBattle = defineQuery('selectBattle', {
  sql: `${detailsOf('battles')} WHERE b.id = $1`,
  row: battleDetailRow,
  values: (battleId: string) => [battleId],
}).optionalRow;

/** Decided battles of an empire whose last round has not been shown. */
export const selectBattlesOnShow = defineQuery('selectBattlesOnShow', {
  sql: detailsOf(`(${ofEmpire('battles', '$1', 'ends_at > $2')})`),
  row: battleDetailRow,
  values: (empireId: string, now: number) => [empireId, now],
}).rows;

/** Those with smaller numbers, newest first. */
export const selectBattlesBefore = defineQuery('selectBattlesBefore', {
  sql: `${detailsOf(`(${ofEmpire('battles', '$1', 'number < $2 ORDER BY number DESC LIMIT $3')})`)}
   ORDER BY b.number DESC LIMIT $3`,
  row: battleDetailRow,
  values: (empireId: string, page: { before: number; limit: number }) => [empireId, page.before, page.limit],
}).rows;
