/** Reads the guards of places, which every player may see. */
import { z } from 'zod';
import type { PlaceGuard } from '../contract/shapes.ts';
import { moment, uuid } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';
import { isoOf } from '../kernel/time.ts';
import { units } from '../world/rows/shapes.ts';

export const guardRow = z.strictObject({
  empire_id: uuid,
  empire_name: z.string(),
  alliance_tag: z.string().nullable(),
  army_id: uuid,
  since: moment,
  units,
});

/** SQL of the guard of a place, as JSON; NULL without one. @param place SQL of its id */
export const guardSql = (place: string): string => `(
  SELECT json_build_object('empire_id', owner.id, 'empire_name', owner.name, 'alliance_tag', owner.alliance_tag,
    'army_id', guard.id, 'since', guard.standing_since, 'units', guard.units)
  FROM armies guard JOIN empires owner ON owner.id = guard.empire_id
  WHERE guard.guards IS NOT NULL AND guard.guards ->> 'id' = ${place}::text AND guard.march IS NULL)`;

export function toPlaceGuard(row: z.infer<typeof guardRow> | null): PlaceGuard | null {
  return row === null ? null : { ...row, since: isoOf(row.since) };
}

const selectCityGuards = statement(
  'selectCityGuards',
  `SELECT id, guard FROM (SELECT c.id, ${guardSql('c.id')} AS guard FROM cities c WHERE c.empire_id = $1) AS guarded
   WHERE guard IS NOT NULL`,
  z.strictObject({ id: uuid, guard: guardRow }),
);

/** The guards of the cities of an empire, by the ids of the cities. */
export async function selectGuards(db: Db, empireId: string): Promise<Map<string, PlaceGuard | null>> {
  const rows = await select(db, selectCityGuards, [empireId]);
  return new Map(rows.map(({ id, guard }) => [id, toPlaceGuard(guard)]));
}
