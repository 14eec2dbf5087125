/** SQL of guards, which every player may see, and of places that an empire may guard. */
import { z } from 'zod';
import type { PlaceGuard } from '../contract/shapes.ts';
import { guardedTypes } from '../contract/vocabulary.ts';
import { integer, moment, uuid } from '../db/columns.ts';
import { defineQuery, select, statement, type Db } from '../db/pool.ts';
import type { Empire, GuardedPlace } from '../game/types.ts';
import { isoOf } from '../kernel/time.ts';
import { allegianceColumns, allegianceRow } from '../world/rows/allegiance.ts';
import { guardOwnerSql } from '../world/rows/guard-rows.ts';
import { namedEmpire, units } from '../world/rows/shapes.ts';

export const guardRow = z.strictObject({
  ...namedEmpire,
  /** Of the owner. */
  score: integer,
  army_id: uuid,
  since: moment,
  units,
});

export type GuardRow = z.infer<typeof guardRow>;

/** SQL of the guard of a place, as JSON; NULL without one. @param place SQL of its id */
export const guardSql = (place: string): string => `(
  SELECT json_build_object('empire_id', owner.id, 'empire_name', owner.name, 'alliance_tag', owner.alliance_tag,
    'score', owner.score, 'army_id', guard.id, 'since', guard.standing_since, 'units', guard.units)
  FROM armies guard JOIN empires owner ON owner.id = guard.empire_id
  WHERE guard.guards IS NOT NULL AND guard.guards ->> 'id' = ${place}::text AND guard.march IS NULL)`;

export function toPlaceGuard(row: GuardRow | null): PlaceGuard | null {
  if (row === null) return null;
  const { empire_id, empire_name, alliance_tag, army_id, since, units: present } = row;
  return { empire_id, empire_name, alliance_tag, army_id, since: isoOf(since), units: present };
}

const selectCityGuards = statement('selectCityGuards', {
  sql: `SELECT id, guard FROM (SELECT c.id, ${guardSql('c.id')} AS guard FROM cities c WHERE c.empire_id = $1) AS guarded
   WHERE guard IS NOT NULL`,
  row: z.strictObject({ id: uuid, guard: guardRow }),
});

/** The guards of the cities of an empire, by city. Only members of an alliance have some. */
export async function selectGuards(
  db: Db,
  { id: empireId, membership }: Pick<Empire, 'id' | 'membership'>,
): Promise<Map<string, GuardRow>> {
  if (membership === null) return new Map();
  const rows = await select(db, selectCityGuards, [empireId]);
  return new Map(rows.map(({ id, guard }) => [id, guard]));
}

const allyPlaceRow = z.strictObject({
  type: z.enum(guardedTypes),
  id: uuid,
  /** Null for a seat, which has the name of its region. */
  name: z.string().nullable(),
  x: integer,
  y: integer,
  holder_name: z.string(),
  is_guarded: z.boolean(),
});

export type AllyPlace = z.infer<typeof allyPlaceRow>;

export const selectAllyPlaces = defineQuery('selectAllyPlaces', {
  sql: `SELECT place.*, e.name AS holder_name, ${guardOwnerSql('place.id::text')} IS NOT NULL AS is_guarded
   FROM empires own
   JOIN empires e ON e.alliance_id = own.alliance_id AND e.id <> own.id
   CROSS JOIN LATERAL (
     SELECT 'city' AS type, id, name, x, y FROM cities WHERE empire_id = e.id
     UNION ALL SELECT 'seat', id, NULL, x, y FROM seats WHERE holder_id = e.id
   ) AS place
   WHERE own.id = $1`,
  row: allyPlaceRow,
  values: (empireId: string) => [empireId],
}).rows;

const placeToGuardRow = z.strictObject({
  holder_id: uuid,
  x: integer,
  y: integer,
  is_guarded: z.boolean(),
  ...allegianceRow,
});

/** A city or seat with its holder, read without a lock; or null. */
export const selectPlaceToGuard = defineQuery('selectPlaceToGuard', {
  sql: `SELECT p.holder_id, p.x, p.y, ${guardOwnerSql('$2::uuid::text')} IS NOT NULL AS is_guarded, ${allegianceColumns('e')}
   FROM (
     SELECT holder_id, x, y FROM seats WHERE $1::text = 'seat' AND id = $2::uuid
     UNION ALL SELECT empire_id, x, y FROM cities WHERE $1::text = 'city' AND id = $2::uuid
   ) AS p JOIN empires e ON e.id = p.holder_id`,
  row: placeToGuardRow,
  values: (place: GuardedPlace) => [place.type, place.id],
}).optionalRow;
