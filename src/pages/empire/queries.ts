import { z } from 'zod';
import { battleList, battleListRow } from '../../battle/queries.ts';
import { battleResult } from '../../contract/kinds.ts';
import { count, integer, moment, uuid } from '../../db/columns.ts';
import { defineQuery } from '../../db/pool.ts';
import { namedEmpire, namedSides } from '../../world/rows/shapes.ts';

/** The newest attacks of each side, so that a long war costs no more than a short one. */
const searched = 500;

const attacksOf = (attacker: string, defender: string): string => `
  SELECT id FROM (
    SELECT id, defender_id FROM battles WHERE attacker_id = ${attacker} ORDER BY number DESC LIMIT ${searched}
  ) newest WHERE defender_id = ${defender}`;

/** Newest first. */
export const selectBattlesBetween = defineQuery('selectBattlesBetween', {
  sql: `SELECT battle_list.* FROM (${attacksOf('$1', '$2')} UNION ALL ${attacksOf('$2', '$1')}) AS between_them
   JOIN ${battleList} AS battle_list USING (id) ORDER BY number DESC LIMIT $3`,
  row: battleListRow,
  values: (empireId: string, otherId: string, limit: number) => [empireId, otherId, limit],
}).rows;

/** The rank is null for a new empire, and without a player. */
export const selectRuler = defineQuery('selectRuler', {
  sql: `SELECT username AS owner_username, is_bot, (SELECT rank FROM ranked_by_score WHERE empire_id = e.id) AS rank
   FROM empires e JOIN users u ON u.id = e.owner_id WHERE e.id = $1`,
  row: z.strictObject({ owner_username: z.string(), is_bot: z.boolean(), rank: count.nullable() }),
  values: (empireId: string) => [empireId],
}).optionalRow;

const searchedShares = 100;

const unitsSql = (side: string): string =>
  `(SELECT sum(units::int) FROM jsonb_each_text(b.outcome -> '${side}') AS stack (type, units))`;

/** Battles with a public link of the ruler, most units first. */
export const selectSharedBattles = defineQuery('selectSharedBattles', {
  sql: `SELECT b.id AS battle_id, b.attacker_id, a.name AS attacker_name, a.alliance_tag AS attacker_tag,
     b.defender_id, d.name AS defender_name, d.alliance_tag AS defender_tag, b.x, b.y,
     b.outcome ->> 'result' AS result, b.ends_at AS ended_at, own.token
   FROM (
     SELECT * FROM battle_shares WHERE user_id = (SELECT owner_id FROM empires WHERE id = $1 AND kind = 'player')
     ORDER BY created_at DESC LIMIT ${searchedShares}
   ) AS own
   JOIN battles b ON b.id = own.battle_id
   JOIN empires a ON a.id = b.attacker_id JOIN empires d ON d.id = b.defender_id
   WHERE b.outcome ->> 'reason' IS NULL
   ORDER BY ${unitsSql('attackerStart')} + ${unitsSql('defenderStart')} DESC, b.number DESC LIMIT $2`,
  row: z.strictObject({
    battle_id: uuid,
    ...namedSides,
    x: integer,
    y: integer,
    result: battleResult,
    ended_at: moment,
    token: z.string(),
  }),
  values: (empireId: string, limit: number) => [empireId, limit],
}).rows;

/** Villages are among them. */
const searchedCities = 200;

const nearestEmpireRow = z.strictObject({
  ...namedEmpire,
  score: integer,
  is_bot: z.boolean(),
  x: integer,
  y: integer,
});

/** With a city near the capital, whose tile is in the row; nearest first. */
export const selectNearestEmpires = defineQuery('selectNearestEmpires', {
  // The order by distance follows from the index of the cities.
  sql: `SELECT empire_id, empire_name, alliance_tag, score, is_bot, x, y FROM (
     SELECT DISTINCT ON (e.id) e.id AS empire_id, e.name AS empire_name, e.alliance_tag, e.score, u.is_bot,
       near.x, near.y, near.squared
     FROM (
       SELECT c.x, c.y FROM cities c JOIN empires own ON own.id = c.empire_id AND own.kind = 'player'
       WHERE own.id = $1::uuid ORDER BY c.founded_at, c.id LIMIT 1
     ) AS capital
     CROSS JOIN LATERAL (
       SELECT empire_id, x, y, (x - capital.x) ^ 2 + (y - capital.y) ^ 2 AS squared FROM cities
       ORDER BY box(point(x - 1, y - 1), point(x + 1, y + 1)) <-> point(capital.x, capital.y) LIMIT ${searchedCities}
     ) AS near
     JOIN empires e ON e.id = near.empire_id AND e.kind = 'player' AND e.id <> $1::uuid
     JOIN users u ON u.id = e.owner_id
     ORDER BY e.id, near.squared
   ) AS found ORDER BY squared, empire_id LIMIT $2`,
  row: nearestEmpireRow,
  values: (empireId: string, limit: number) => [empireId, limit],
}).rows;
