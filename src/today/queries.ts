/** SQL of what happens in the world. The cost does not grow with the world: every list ends after a few index entries. */
import { z } from 'zod';
import { battleResult } from '../contract/kinds.ts';
import { seatHolder } from '../contract/today.ts';
import { count, integer, moment, uuid } from '../db/columns.ts';
import { defineQuery } from '../db/pool.ts';
import { reignEnd, reignNumberAt } from '../game/reigns.ts';
import { dayMs, hourMs } from '../kernel/time.ts';
import { hegemonRow, hegemonsSql } from '../seats/queries.ts';
import type { WorldSettings } from '../world/rows/load.ts';
import { isPlayer } from '../world/figures/rank-marks.ts';
import { dayOf } from '../world/figures/score-history.ts';
import { namedSides } from '../world/rows/shapes.ts';

const listed = 10;
/** More than are listed, because the latest ones are not shown yet. */
const readOfDay = 30;
const shownDays = 7;
/** Strangers see a battle only after this time. */
export const restMs = hourMs;

/** A battle between two players, as strangers see it. */
export const greatBattleRow = z.strictObject({
  battle_id: uuid,
  ...namedSides,
  x: integer,
  y: integer,
  result: battleResult,
  ended_at: moment,
  share: z.string().nullable(),
});

const firstShare =
  '(SELECT token FROM battle_shares WHERE battle_id = b.id ORDER BY created_at, user_id LIMIT 1)';

/** SQL of a battle `b` with the attacker `a` and the defender `d`. @param share SQL of the token of a public link to it */
export const greatBattleColumns = (
  share = firstShare,
): string => `b.id AS battle_id, b.attacker_id, a.name AS attacker_name,
  a.alliance_tag AS attacker_tag, b.defender_id, d.name AS defender_name, d.alliance_tag AS defender_tag, b.x, b.y,
  b.outcome ->> 'result' AS result, b.ends_at AS ended_at,
  ${share} AS share`;

export type GreatBattleRow = z.infer<typeof greatBattleRow>;

/** Counts of today and yesterday, the holders of most seats, the greatest battles of the week, and the latest Hegemons. */
export const selectToday = defineQuery('selectToday', {
  sql: `SELECT
     (SELECT coalesce(json_agg(counted), '[]') FROM (
       SELECT day, players, battles FROM world_days WHERE day BETWEEN $1::int - 1 AND $1::int
     ) AS counted) AS days,
     (SELECT coalesce(json_agg(to_jsonb(holder) - 'place' ORDER BY seats DESC, place), '[]') FROM (
       SELECT found.id AS empire_id, found.name AS empire_name, found.alliance_tag, u.username AS owner_username, u.is_bot,
         held.n AS seats,
         row_number() OVER (PARTITION BY held.n ORDER BY crown_offset DESC, found.created_at, found.id) AS place
       FROM generate_series(1, 3) AS held (n)
       CROSS JOIN LATERAL (
         SELECT id, name, alliance_tag, owner_id, created_at, crown_offset FROM empires e
         WHERE reign_ends_at = $2::bigint AND e.seat_count = held.n AND ${isPlayer}
         ORDER BY crown_offset DESC, created_at, id LIMIT ${listed}
       ) AS found
       JOIN users u ON u.id = found.owner_id
       ORDER BY seats DESC, place LIMIT ${listed}
     ) AS holder) AS seat_holders,
     (SELECT coalesce(json_agg(to_jsonb(fought) - 'place' ORDER BY place), '[]') FROM (
       SELECT ${greatBattleColumns()}, row_number() OVER (ORDER BY greatest.losses DESC, b.id) AS place
       FROM generate_series($1::int - ${shownDays}, $1::int) AS past (day)
       CROSS JOIN LATERAL (
         SELECT battle_id, losses FROM great_battles WHERE great_battles.day = past.day
         ORDER BY losses DESC, battle_id LIMIT ${readOfDay}
       ) AS greatest
       -- OFFSET 0: Postgres would read all battles of the week instead.
       CROSS JOIN LATERAL (SELECT * FROM battles WHERE id = greatest.battle_id OFFSET 0) AS b
       JOIN empires a ON a.id = b.attacker_id JOIN empires d ON d.id = b.defender_id
       WHERE b.ends_at > $3::bigint AND b.ends_at <= $4::bigint
       ORDER BY place LIMIT ${listed}
     ) AS fought) AS great_battles,
     (${hegemonsSql(String(listed))}) AS hegemons`,
  row: z.strictObject({
    days: z.array(z.strictObject({ day: integer, players: count, battles: count })),
    seat_holders: z.array(seatHolder.strict()),
    great_battles: z.array(greatBattleRow),
    hegemons: z.array(hegemonRow),
  }),
  values: (settings: WorldSettings, now: number) => [
    dayOf(now),
    reignEnd(reignNumberAt(now, settings), settings),
    // When the shown battles ended.
    now - shownDays * dayMs,
    now - restMs,
  ],
}).oneRow;
