/** SQL of guards: armies that guard a place, or are on the way to do so. */
import { z } from 'zod';
import { count, uuid } from '../../db/columns.ts';
import { advisoryLocks } from '../../db/names.ts';
import { execute, select, statement, type Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';

/** SQL: the holder of a place. @param place SQL of its id, as text */
const holderSql = (place: string): string => `coalesce(
  (SELECT empire_id FROM cities WHERE id = (${place})::uuid), (SELECT holder_id FROM seats WHERE id = (${place})::uuid))`;

/** SQL: the ids of the places that an empire holds or guards, or to which it sends guards, as text. @param empire SQL of its id */
const placesSql = (empire: string): string => `
  SELECT id::text FROM cities WHERE empire_id = ${empire}
  UNION ALL SELECT id::text FROM seats WHERE holder_id = ${empire}
  UNION ALL SELECT guards ->> 'id' FROM armies WHERE empire_id = ${empire} AND guards IS NOT NULL`;

/** SQL: the guards that concern an empire, as JSON. @param empire SQL of its id */
export const knownGuardsSql = (empire: string): string => `(
  SELECT coalesce(json_agg(json_build_object('army_id', g.id, 'empire_id', g.empire_id, 'place_id', g.guards ->> 'id',
    'holder_id', ${holderSql(`g.guards ->> 'id'`)}, 'arrives_at', (g.march ->> 'arrivesAt')::bigint)), '[]')
  FROM armies g WHERE g.guards IS NOT NULL AND g.guards ->> 'id' = ANY (ARRAY(${placesSql(empire)})))`;

/** SQL: an arrival of a guard like a contact, for UNION. @param condition SQL of the armies `g` */
export const arrivalsSql = (condition: string): string => `
  SELECT g.id, (g.march ->> 'arrivesAt')::bigint AS at, true AS is_arrival, 0 AS attack_value, 0 AS number,
    array_remove(ARRAY[g.empire_id, ${holderSql(`g.guards ->> 'id'`)}, ${guardOwnerSql(`g.guards ->> 'id'`)}], NULL) AS party_ids
  FROM armies g WHERE g.guards IS NOT NULL AND g.march IS NOT NULL AND ${condition}`;

/** SQL: the owner of the army that guards a place, or NULL. @param place SQL of its id, as text */
export function guardOwnerSql(place: string): string {
  return `(SELECT guard.empire_id FROM armies guard WHERE guard.guards IS NOT NULL AND guard.guards ->> 'id' = ${place}
    AND guard.march IS NULL)`;
}

/** SQL: whether a guard `g` arrives at a place that concerns one of the empires $1. */
export const arrivesAtPlacesOf = `g.guards ->> 'id' = ANY (ARRAY(
  SELECT place FROM unnest($1::uuid[]) AS party (id), LATERAL (${placesSql('party.id')}) AS places (place)))`;

const selectGuardOwnersStatement = statement(
  'selectGuardOwners',
  `SELECT DISTINCT g.empire_id FROM armies g WHERE g.guards IS NOT NULL AND g.march IS NULL AND g.guards ->> 'id' = ANY (ARRAY(
     SELECT id::text FROM cities WHERE empire_id = $1 UNION ALL SELECT id::text FROM seats WHERE holder_id = $1))`,
  z.strictObject({ empire_id: uuid }),
);

/** The empires whose armies guard places of this one. */
export async function selectGuardOwners(db: Db, empireId: string): Promise<string[]> {
  return (await select(db, selectGuardOwnersStatement, [empireId])).map(({ empire_id }) => empire_id);
}

const concernsSql = `g.guards IS NOT NULL AND (g.empire_id = ANY ($1::uuid[]) OR g.guards ->> 'id' = ANY (ARRAY(
  SELECT id::text FROM cities WHERE empire_id = ANY ($1::uuid[])
  UNION ALL SELECT id::text FROM seats WHERE holder_id = ANY ($1::uuid[]))))`;

// A change of these armies that is under way comes first; otherwise it would write the guard back.
const lockGuardOwners = statement(
  'lockGuardOwners',
  `WITH owners AS MATERIALIZED (
     SELECT id FROM empires WHERE id IN (SELECT g.empire_id FROM armies g WHERE ${concernsSql}) ORDER BY id FOR NO KEY UPDATE
   )
   SELECT count(pg_advisory_xact_lock(${advisoryLocks.places}, hashtext(g.guards ->> 'id'))) AS locked
   FROM armies g JOIN owners ON owners.id = g.empire_id WHERE ${concernsSql}`,
  z.strictObject({ locked: count }),
);

const releaseGuardsStatement = statement(
  'releaseGuards',
  `WITH released AS (UPDATE armies g SET guards = NULL WHERE ${concernsSql})
   UPDATE battles SET defender_id = ally_id, ally_id = NULL
   WHERE outcome IS NULL AND ally_id IS NOT NULL AND (ally_id = ANY ($1::uuid[]) OR defender_id = ANY ($1::uuid[]))`,
);

/** Ends the guards of empires that lose their player, and those at their places. The battles name the holders. */
export async function releaseGuards(tx: Tx, empireIds: readonly string[]): Promise<void> {
  await Promise.all([
    select(tx, lockGuardOwners, [empireIds]),
    execute(tx, releaseGuardsStatement, [empireIds]),
  ]);
}
