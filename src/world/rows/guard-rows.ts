/** SQL of guards. */
import { z } from 'zod';
import { uuid } from '../../db/columns.ts';
import { select, statement, type Db } from '../../db/pool.ts';

/** @param place SQL of its id, as text */
const holderSql = (place: string): string => `coalesce(
  (SELECT empire_id FROM cities WHERE id = (${place})::uuid), (SELECT holder_id FROM seats WHERE id = (${place})::uuid))`;

/** The places that an empire holds or guards, or to which it sends guards, as text. @param empire SQL of its id */
const placesSql = (empire: string): string => `
  SELECT id::text FROM cities WHERE empire_id = ${empire}
  UNION ALL SELECT id::text FROM seats WHERE holder_id = ${empire}
  UNION ALL SELECT guards ->> 'id' FROM armies WHERE empire_id = ${empire} AND guards IS NOT NULL`;

/** The guards that concern an empire. @param empire SQL of its id */
export const knownGuardsSql = (empire: string): string => `(
  SELECT coalesce(json_agg(json_build_object('army_id', g.id, 'empire_id', g.empire_id, 'place_id', g.guards ->> 'id',
    'holder_id', ${holderSql(`g.guards ->> 'id'`)}, 'arrives_at', (g.march ->> 'arrivesAt')::bigint)), '[]')
  FROM armies g WHERE g.guards IS NOT NULL AND g.guards ->> 'id' = ANY (ARRAY(${placesSql(empire)})))`;

/** Arrivals of guards with the columns of contacts, for UNION. @param condition SQL of the armies `g` */
export const arrivalsSql = (condition: string): string => `
  SELECT g.id, (g.march ->> 'arrivesAt')::bigint AS at, true AS is_arrival, 0 AS attack_value, 0 AS number,
    array_remove(ARRAY[g.empire_id, ${holderSql(`g.guards ->> 'id'`)}, ${guardOwnerSql(`g.guards ->> 'id'`)}], NULL) AS party_ids
  FROM armies g WHERE g.guards IS NOT NULL AND g.march IS NOT NULL AND ${condition}`;

/** NULL without a guard. @param place SQL of its id, as text */
export function guardOwnerSql(place: string): string {
  return `(SELECT guard.empire_id FROM armies guard WHERE guard.guards IS NOT NULL AND guard.guards ->> 'id' = ${place}
    AND guard.march IS NULL)`;
}

/** Whether a guard `g` arrives at a place that concerns one of the empires $1. */
export const arrivesAtPlacesOf = `g.guards ->> 'id' = ANY (ARRAY(
  SELECT place FROM unnest($1::uuid[]) AS party (id), LATERAL (${placesSql('party.id')}) AS places (place)))`;

const selectGuardOwnersStatement = statement('selectGuardOwners', {
  sql: `SELECT DISTINCT g.empire_id FROM armies g WHERE g.guards IS NOT NULL AND g.march IS NULL AND g.guards ->> 'id' = ANY (ARRAY(
     SELECT id::text FROM cities WHERE empire_id = $1 UNION ALL SELECT id::text FROM seats WHERE holder_id = $1))`,
  row: z.strictObject({ empire_id: uuid }),
});

export async function selectGuardOwners(db: Db, empireId: string): Promise<string[]> {
  return (await select(db, selectGuardOwnersStatement, [empireId])).map(({ empire_id }) => empire_id);
}
