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

/** The versions of a session and of its user. */
export interface SessionVersion {
  id: string;
  session: RowVersion;
  user: RowVersion;
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
  checkSession(version: SessionVersion): Promise<VersionCheck>;
  /** Whether the empire with its cities and armies is the same, and has no undecided battle. */
  checkEmpire(version: EmpireVersion): Promise<VersionCheck>;
}

// Numbers of the outdated versions. LIMIT 1 keeps the planner from reading all undecided battles.
const findOutdated = statement(
  'findOutdated',
  `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS database_ms,
     ARRAY(
       SELECT known.number::int
       FROM unnest($1::uuid[], $2::tid[], $3::xid[], $4::tid[], $5::xid[])
         WITH ORDINALITY AS known (id, ctid, xmin, user_ctid, user_xmin, number)
       WHERE NOT EXISTS (
         SELECT FROM sessions s JOIN users u ON u.id = s.user_id
         WHERE s.ctid = known.ctid AND s.xmin = known.xmin AND s.id = known.id
           AND u.ctid = known.user_ctid AND u.xmin = known.user_xmin
       )
     ) AS sessions,
     ARRAY(
       SELECT known.number::int
       FROM unnest($6::uuid[], $7::tid[], $8::xid[]) WITH ORDINALITY AS known (id, ctid, xmin, number)
       WHERE NOT EXISTS (
           SELECT FROM empires e WHERE e.ctid = known.ctid AND e.xmin = known.xmin AND e.id = known.id
         )
         OR (SELECT true FROM battles WHERE attacker_id = known.id AND outcome IS NULL LIMIT 1)
         OR (SELECT true FROM battles WHERE defender_id = known.id AND outcome IS NULL LIMIT 1)
     ) AS empires`,
  z.strictObject({ database_ms: databaseMoment, sessions: z.array(integer), empires: z.array(integer) }),
);

type Question = { kind: 'session'; version: SessionVersion } | { kind: 'empire'; version: EmpireVersion };

/** Clears a cache when the pool opens a connection: another server, such as a restored one, may repeat versions. */
export function clearOnConnect(pool: pg.Pool, cache: { clear(): void }): void {
  pool.on('connect', () => {
    cache.clear();
  });
}

export function createRowVersions(pool: pg.Pool): RowVersions {
  const check = coalesce<Question, VersionCheck>(async (questions) => {
    const sessions = questions.flatMap((question) => (question.kind === 'session' ? [question.version] : []));
    const empires = questions.flatMap((question) => (question.kind === 'empire' ? [question.version] : []));
    const [row] = await select(pool, findOutdated, [
      sessions.map(({ id }) => id),
      sessions.map(({ session }) => session.ctid),
      sessions.map(({ session }) => session.xmin),
      sessions.map(({ user }) => user.ctid),
      sessions.map(({ user }) => user.xmin),
      empires.map(({ id }) => id),
      empires.map(({ ctid }) => ctid),
      empires.map(({ xmin }) => xmin),
    ]);
    if (row === undefined) return [];
    const outdated = new Set<object | undefined>([
      ...row.sessions.map((number) => sessions[number - 1]),
      ...row.empires.map((number) => empires[number - 1]),
    ]);
    return questions.map(({ version }) => ({
      isCurrent: !outdated.has(version),
      databaseMs: row.database_ms,
    }));
  });
  const ask = async (question: Question): Promise<VersionCheck> =>
    (await check(question)) ?? { isCurrent: false, databaseMs: 0 };
  return {
    checkSession: (version) => ask({ kind: 'session', version }),
    checkEmpire: (version) => ask({ kind: 'empire', version }),
  };
}
