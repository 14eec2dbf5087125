import { z } from 'zod';
import { hegemon, standing, type Hegemon, type SeatsQuery } from '../contract/seats.ts';
import { count, integer, moment, uuid } from '../db/columns.ts';
import { defineQuery, selectOne, statement } from '../db/pool.ts';
import { crownScale, reignEnd, reignMs, reignNumberAt } from '../game/diplomacy/reigns.ts';
import { dayMs, isoOf } from '../kernel/time.ts';
import { allegianceColumns, allegianceRow } from '../world/rows/allegiance.ts';
import { guardOwnerSql } from '../world/rows/guard-rows.ts';
import type { WorldDeps } from '../world/deps.ts';
import type { WorldSettings } from '../world/rows/load.ts';
import { closeReigns } from '../world/reigns.ts';
import { guardRow, guardSql } from '../military/guards.ts';
import { leave, namedEmpire, units } from '../world/rows/shapes.ts';
import { allianceCrownsRow, allianceCrownsSql, allianceParts } from './alliance-crowns.ts';
import { seatAttackRow, seatAttacksSql } from './attacks.ts';

/** Operators look through seat changes. */
export const seatChangeKeptMs = 30 * dayMs;

const seatRow = z.strictObject({
  id: uuid,
  number: integer,
  x: integer,
  y: integer,
  held_since: moment.nullable(),
  ...namedEmpire,
  /** A player holds it. */
  is_held: z.boolean(),
});

const seatListRow = seatRow.extend({
  /** Of the holder. */
  score: integer,
  /** For each army of the holder on the tile. */
  garrison: z.array(units),
  guard: guardRow.nullable(),
  attacks: z.array(seatAttackRow),
});

export type SeatListRow = z.infer<typeof seatListRow>;

export const selectSeats = defineQuery('selectSeats', {
  sql: `SELECT s.id, s.number, s.x, s.y, s.held_since, e.id AS empire_id, e.name AS empire_name, e.alliance_tag,
     e.kind = 'player' AS is_held, e.score, (
       SELECT coalesce(json_agg(a.units), '[]') FROM armies a
       WHERE a.empire_id = e.id AND a.x = s.x AND a.y = s.y AND a.march IS NULL
     ) AS garrison, ${guardSql('s.id')} AS guard, ${seatAttacksSql('s.id')} AS attacks
   FROM seats s JOIN empires e ON e.id = s.holder_id
   WHERE s.number > $1 ORDER BY s.number LIMIT $2`,
  row: seatListRow,
  values: ({ after = -1, limit }: SeatsQuery) => [after, limit],
}).rows;

/** With the score of its holder. */
export const seatOnMapRow = seatRow.extend({ score: integer, ...allegianceRow, is_guarded: z.boolean() });

export type SeatOnMap = z.infer<typeof seatOnMapRow>;

/** SQL of the seats in a rectangle, as JSON. The sides are SQL. */
export const seatsOnMapSql = (
  left: string,
  bottom: string,
  right: string,
  top: string,
): string => `(SELECT coalesce(json_agg(seen ORDER BY seen.number), '[]') FROM (
  SELECT s.id, s.number, s.x, s.y, s.held_since, e.id AS empire_id, e.name AS empire_name, e.kind = 'player' AS is_held,
    e.score, ${allegianceColumns('e')}, ${guardOwnerSql('s.id::text')} IS NOT NULL AS is_guarded
  FROM seats s JOIN empires e ON e.id = s.holder_id
  WHERE box(point(s.x - 1, s.y - 1), point(s.x + 1, s.y + 1))
      && box(point(${left} + 1, ${bottom} + 1), point(${right} - 1, ${top} - 1))
) seen)`;

const standingRow = z.strictObject({
  ...standing.shape,
  /** From 1; null without crowns. */
  position: count.nullable(),
  leave: leave.nullable(),
  mine: z.boolean(),
});

export type StandingRow = z.infer<typeof standingRow>;

/**
 * SQL: the crown parts of an empire with n seats in its reign. @param elapsed SQL of speed x time of the reign so far
 */
export const crownPartsSql = (offset: string, n: string, elapsed: string): string =>
  `${offset} + ${n} * ${elapsed}::bigint`;

/** $4: speed x time of the reign so far. */
const partsSql = (offset: string, n: string): string => crownPartsSql(offset, n, '$4');

// Among empires with the same number of seats, the order of the crowns follows from the index. Four ranges of it
// contain the first of all. $1 limit, $5 entries before the first one: these are read, too.
const standingsSql = `WITH
     best AS (
       SELECT found.id, ${partsSql('found.crown_offset', 'held.n')} AS parts, held.n AS seats, found.created_at
       FROM generate_series(0, 3) AS held (n)
       CROSS JOIN LATERAL (
         SELECT id, created_at, crown_offset FROM empires e
         WHERE reign_ends_at = $3 AND seat_count = held.n
         ORDER BY crown_offset DESC, created_at, id LIMIT $1::bigint + $5::bigint
       ) AS found
       WHERE ${partsSql('found.crown_offset', 'held.n')} > 0
       ORDER BY parts DESC, created_at, id LIMIT $1::bigint + $5::bigint
     ),
     ranked AS (
       SELECT id, parts, seats, rank() OVER (ORDER BY parts DESC) AS rank,
         row_number() OVER (ORDER BY parts DESC, created_at, id) AS position
       FROM best
     ),
     me AS (
       SELECT id, name, alliance_tag, owner_id, created_at, leave, seat_count AS seats,
         CASE WHEN reign_ends_at = $3 THEN ${partsSql('crown_offset', 'seat_count')} ELSE 0 END AS parts
       FROM empires WHERE id = $2
     ),
     standing AS (
       -- Few empires have crowns, so they are counted.
       SELECT me.*, before.higher, CASE WHEN me.parts > 0 THEN before.all END AS before
       FROM me CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE crown_offset > lowest) AS higher,
           count(*) FILTER (WHERE crown_offset > lowest OR (e.created_at, e.id) < (me.created_at, me.id)) AS all
         FROM generate_series(0, 3) AS held (n)
         CROSS JOIN LATERAL (SELECT me.parts - held.n * $4::bigint AS lowest) AS own
         JOIN empires e ON reign_ends_at = $3 AND seat_count = held.n AND crown_offset >= lowest
       ) AS before
     )
   SELECT rank, position, e.id AS empire_id, e.name AS empire_name, e.alliance_tag, u.username AS owner_username, u.is_bot,
     e.leave, parts / ${crownScale} AS crowns, ranked.seats, false AS mine
   FROM ranked JOIN empires e ON e.id = ranked.id JOIN users u ON u.id = e.owner_id WHERE position > $5
   UNION ALL
   SELECT 1 + higher, 1 + before, standing.id, standing.name, alliance_tag, u.username, u.is_bot, leave,
     parts / ${crownScale}, seats, true
   FROM standing JOIN users u ON u.id = standing.owner_id
   ORDER BY mine, position`;

const hegemonRow = z.strictObject({
  ...hegemon.shape,
  ended_at: moment,
  alliances: z.array(allianceCrownsRow),
});

function toHegemon({ ended_at, alliances, ...rest }: z.infer<typeof hegemonRow>): Hegemon {
  return { ...rest, ended_at: isoOf(ended_at), alliances };
}

/** SQL of the latest Hegemons, as JSON. @param limit SQL */
const hegemonsSql = (limit: string): string => `
  SELECT coalesce(json_agg(hegemon ORDER BY number DESC), '[]') FROM (
    SELECT r.number, r.empire_id, r.empire_name, e.alliance_tag, u.username AS owner_username, r.parts / ${crownScale} AS crowns,
      r.ended_at,
      (${allianceCrownsSql(
        'SELECT alliance_id, sum(parts)::bigint AS parts FROM reign_alliance_crowns WHERE reign = r.number GROUP BY alliance_id',
        limit,
      )}) AS alliances
    FROM reigns r LEFT JOIN empires e ON e.id = r.empire_id LEFT JOIN users u ON u.id = e.owner_id
    WHERE r.empire_name IS NOT NULL ORDER BY r.number DESC LIMIT ${limit}
  ) AS hegemon`;

const selectReignsStatement = statement('selectReigns', {
  sql: `SELECT
     (SELECT coalesce(json_agg(standing ORDER BY mine, position), '[]') FROM (${standingsSql}) AS standing)
       AS standings,
     (${allianceCrownsSql(allianceParts('$3', '$4'), '$1')}) AS alliances,
     (${hegemonsSql('$1')}) AS hegemons,
     (SELECT coalesce(max(number), 0)::int FROM reigns) AS last_closed`,
  row: z.strictObject({
    standings: z.array(standingRow),
    alliances: z.array(allianceCrownsRow),
    hegemons: z.array(hegemonRow),
    last_closed: integer,
  }),
});

interface Request {
  now: number;
  limit: number;
  offset: number;
  /** Its own entry is read, too. */
  empireId: string | null;
}

/** Number and end of the reign at `now`, and speed x time of it so far. */
export function reignAt(settings: WorldSettings, now: number) {
  const number = reignNumberAt(now, settings);
  const endsAt = reignEnd(number, settings);
  return { number, endsAt, elapsedParts: settings.speed * (now - (endsAt - reignMs(settings.speed))) };
}

/** Most first, then the entry of the given empire. Ties share a rank. */
export const selectCrowns = defineQuery('selectCrowns', {
  sql: standingsSql,
  row: standingRow,
  values: (settings: WorldSettings, { now, limit, offset, empireId }: Request) => {
    const { endsAt, elapsedParts } = reignAt(settings, now);
    return [limit, empireId, endsAt, elapsedParts, offset];
  },
}).rows;

/** Also closes reigns that are over but not yet closed. */
export async function selectReigns(
  { pool, settings }: Pick<WorldDeps, 'pool' | 'settings'>,
  { now, limit }: Pick<Request, 'now' | 'limit'>,
) {
  const { number, endsAt, elapsedParts } = reignAt(settings, now);
  const values = [limit, null, endsAt, elapsedParts, 0];
  let row = await selectOne(pool, selectReignsStatement, values);
  if (row.last_closed < number - 1) {
    await closeReigns({ pool, settings }, row.last_closed, now);
    row = await selectOne(pool, selectReignsStatement, values);
  }
  const { standings, alliances, hegemons } = row;
  return { number, endsAt, standings, alliances, hegemons: hegemons.map(toHegemon) };
}
