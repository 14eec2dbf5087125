/** Reads the records of a world. */
import { z } from 'zod';
import { count, integer, moment, uuid } from '../../db/columns.ts';
import { defineQuery } from '../../db/pool.ts';
import { namedEmpire } from '../../world/rows/shapes.ts';
import { greatBattleColumns, greatBattleRow } from '../../today/queries.ts';

/** More than one, because the latest ones are not shown yet. */
const readBattles = 30;

const recordsRow = z.strictObject({
  /** The battle between players with most losses in the last days. */
  battle: greatBattleRow.extend({ losses: count }).nullable(),
  /** The longest time for which a player held a seat without a break, in milliseconds. */
  hold: z
    .strictObject({
      ...namedEmpire,
      x: integer,
      y: integer,
      held_ms: integer,
      ended_at: moment.nullable(),
    })
    .nullable(),
  /** The Hegemon with most parts of crowns in a reign. The empire may have been deleted since. */
  reign: z
    .strictObject({
      number: integer,
      ...namedEmpire,
      empire_id: uuid.nullable(),
      parts: integer,
    })
    .nullable(),
  day: z.strictObject({ day: integer, battles: count }).nullable(),
});

/**
 * The records of what the world has stored: battles of some days, holds of seats that began in the last 30 days or still
 * last, all reigns. A battle counts an hour after its end.
 * @param shownBefore when the shown battles ended, at the latest
 */
export const selectRecords = defineQuery('selectRecords', {
  sql: `SELECT
     (SELECT to_jsonb(record) FROM (
       SELECT ${greatBattleColumns()}, greatest.losses
       FROM (SELECT battle_id, losses FROM great_battles ORDER BY losses DESC, battle_id LIMIT ${readBattles}) AS greatest
       JOIN battles b ON b.id = greatest.battle_id
       JOIN empires a ON a.id = b.attacker_id JOIN empires d ON d.id = b.defender_id
       WHERE b.ends_at <= $2::bigint ORDER BY greatest.losses DESC, b.id LIMIT 1
     ) AS record) AS battle,
     (SELECT to_jsonb(record) FROM (
       SELECT e.id AS empire_id, e.name AS empire_name, e.alliance_tag, s.x, s.y, held.held_ms, held.ended_at
       FROM (
         SELECT id AS seat_id, holder_id, $1::bigint - held_since AS held_ms, NULL::bigint AS ended_at
         FROM seats WHERE held_since IS NOT NULL
         UNION ALL
         SELECT seat_id, from_id, at - lag(at) OVER (PARTITION BY seat_id ORDER BY at), at FROM seat_changes
       ) AS held
       JOIN empires e ON e.id = held.holder_id AND e.kind = 'player' JOIN seats s ON s.id = held.seat_id
       WHERE held.held_ms > 0 ORDER BY held.held_ms DESC, held.seat_id LIMIT 1
     ) AS record) AS hold,
     (SELECT to_jsonb(record) FROM (
       SELECT r.number, r.empire_id, r.empire_name, e.alliance_tag, r.parts
       FROM reigns r LEFT JOIN empires e ON e.id = r.empire_id
       WHERE r.parts > 0 ORDER BY r.parts DESC, r.number LIMIT 1
     ) AS record) AS reign,
     (SELECT to_jsonb(record) FROM (
       SELECT day, battles FROM world_days WHERE battles > 0 ORDER BY battles DESC, day LIMIT 1
     ) AS record) AS day`,
  row: recordsRow,
  values: (now: number, shownBefore: number) => [now, shownBefore],
}).oneRow;
