/**
 * Asks whether rows that were read earlier are still the same. The check is made for every use of a cached row, so that
 * a change by anybody counts at once; waiting checks share a statement of a few microseconds for each row.
 *
 * Postgres gives every version of a row a place (ctid) and the id of the transaction that wrote it (xmin). A version is
 * current if it is visible at its place.
 */
import type pg from 'pg';
import { z } from 'zod';
import { coalesce } from './coalesce.ts';
import { databaseMoment, integer } from './columns.ts';
import { select, statement } from './pool.ts';

/** A version of a row: the system columns of the same names. */
export interface RowVersion {
  ctid: string;
  xmin: string;
}

export interface EmpireVersion extends RowVersion {
  id: string;
}

export interface VersionCheck {
  /** Whether the version is still current. */
  isCurrent: boolean;
  /** The clock of the database at the check, in milliseconds since 1970. */
  databaseMs: number;
}

export interface RowVersions {
  /** Whether the empire with its cities and armies is the same, and has no undecided battle. */
  checkEmpire(version: EmpireVersion): Promise<VersionCheck>;
}

// Numbers of the outdated versions. LIMIT 1 keeps the planner from reading all undecided battles.
const findOutdated = statement(
  'findOutdated',
  `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS database_ms,
     ARRAY(
       SELECT known.number::int
       FROM unnest($1::uuid[], $2::tid[], $3::xid[]) WITH ORDINALITY AS known (id, ctid, xmin, number)
       WHERE NOT EXISTS (
           SELECT FROM empires e WHERE e.ctid = known.ctid AND e.xmin = known.xmin AND e.id = known.id
         )
         OR (SELECT true FROM battles WHERE attacker_id = known.id AND outcome IS NULL LIMIT 1)
         OR (SELECT true FROM battles WHERE defender_id = known.id AND outcome IS NULL LIMIT 1)
     ) AS outdated`,
  z.strictObject({ database_ms: databaseMoment, outdated: z.array(integer) }),
);

/** Clears a cache when the pool opens a connection: another server, such as a restored one, may repeat versions. */
export function clearOnConnect(pool: pg.Pool, cache: { clear(): void }): void {
  pool.on('connect', () => {
    cache.clear();
  });
}

export function createRowVersions(pool: pg.Pool): RowVersions {
  const check = coalesce<EmpireVersion, VersionCheck>(async (versions) => {
    const [row] = await select(pool, findOutdated, [
      versions.map(({ id }) => id),
      versions.map(({ ctid }) => ctid),
      versions.map(({ xmin }) => xmin),
    ]);
    if (row === undefined) return [];
    const outdated = new Set(row.outdated);
    return versions.map((_, index) => ({
      isCurrent: !outdated.has(index + 1),
      databaseMs: row.database_ms,
    }));
  });
  return { checkEmpire: async (version) => (await check(version)) ?? { isCurrent: false, databaseMs: 0 } };
}
