/** The database of the simulation: one for all histories of a test file, emptied between two of them. */
import pg from 'pg';
import { systemUserId } from '../../src/db/names.ts';
import { transaction } from '../../src/db/transaction.ts';
import { foundingLogEntry } from '../../src/world/log/event-log.ts';
import { ensureWorldSettings } from '../../src/world/settings.ts';
import { appendLogEntries } from '../../src/world/log/log-statements.ts';
import type { WorldSlice } from '../../src/game/types.ts';
import { createTestDatabase } from '../support/database.ts';
import { dayMs, t0 } from '../support/worlds.ts';
import { insertWorld } from '../world/stage.ts';
import { SimulatedTime } from './time.ts';
import { Wire } from './wire.ts';

/**
 * A clock that stands still between two decisions. As in Postgres, `now` is the start of the transaction. PL/pgSQL keeps its
 * plans, which SQL functions make again with each call.
 */
const schema = `
  CREATE SCHEMA simulation;
  CREATE TABLE simulation.moments (at bigint NOT NULL, since timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp());
  CREATE SEQUENCE simulation.clock;
  CREATE FUNCTION simulation.clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql VOLATILE
    AS 'BEGIN RETURN (SELECT to_timestamp(last_value / 1000.0) FROM simulation.clock); END';
  CREATE FUNCTION simulation.now() RETURNS timestamptz LANGUAGE plpgsql VOLATILE
    AS 'BEGIN RETURN (SELECT to_timestamp(max(at) / 1000.0) FROM simulation.moments WHERE since <= pg_catalog.now()); END';`;

/** Histories after which dead rows are removed. All plans follow: more often costs more than the dead rows do. */
const vacuumedAfter = 50;

/** These have rows from the start, which histories do not change. */
const keptTables = ['users', 'schema_migrations', 'ranking_refreshes'];

export interface Playground {
  wire: Wire;
  /** Replaces everything with this world, whose players have sessions. */
  reset: (world: WorldSlice) => Promise<void>;
  close: () => Promise<void>;
}

/** The token of the session of a player at the start. */
export const tokenOf = (userId: string): string => userId.replaceAll('-', '').padEnd(43, '0');

export async function openPlayground(): Promise<Playground> {
  const database = await createTestDatabase();
  const { url } = database;
  const options = '-c search_path=simulation,pg_catalog,public -c plan_cache_mode=force_generic_plan';
  const pool = new pg.Pool({ connectionString: url, options, max: 2, idleTimeoutMillis: 0, pipeline: true });
  await pool.query(schema);
  const time = new SimulatedTime();
  const wire = new Wire(url, time, pool);
  time.install();
  wire.install();
  const tables = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
       AND relname <> ALL ($1) ORDER BY relname`,
    [keptTables],
  );
  const names = tables.rows.map(({ name }) => name);
  const all = [...names, ...keptTables];
  for (const name of all) await pool.query(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`);
  await pool.query(`VACUUM ${all.join(', ')}`);
  let played = 0;
  return {
    wire,
    reset: async (world) => {
      time.now = t0;
      await pool.query(
        [
          'DELETE FROM simulation.moments',
          `INSERT INTO simulation.moments SELECT setval('simulation.clock', ${t0})`,
          'SET session_replication_role = replica',
          ...names.map((name) => `DELETE FROM ${name}`),
          `DELETE FROM users WHERE id <> '${systemUserId}'`,
          'SET session_replication_role = origin',
          `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false) FROM pg_sequences WHERE schemaname = 'public'`,
        ].join(';'),
      );
      played += 1;
      if (played % vacuumedAfter === 0) await pool.query(`VACUUM ${all.join(', ')}, simulation.moments`);
      const members = [...world.empires.values()].flatMap(({ membership }) => membership ?? []);
      await pool.query(
        `INSERT INTO alliances (id, name, name_key, tag, tag_key, created_at, members)
         SELECT id, tag, lower(tag), tag, lower(tag), $3, count(*) FROM unnest($1::uuid[], $2::text[]) AS member (id, tag)
         GROUP BY id, tag`,
        [members.map(({ allianceId }) => allianceId), members.map(({ tag }) => tag), t0],
      );
      await ensureWorldSettings(pool, world, world.firstReignAt);
      await insertWorld(pool, world);
      const players = [...world.empires.values()].filter(({ kind }) => kind === 'player');
      await transaction(pool, (tx) => {
        appendLogEntries(tx, players.map(foundingLogEntry));
      });
      await pool.query(`UPDATE users SET created_at = to_timestamp($1)`, [(t0 - 30 * dayMs) / 1_000]);
      await pool.query(
        `INSERT INTO sessions (sid, sess, expire)
         SELECT token, json_build_object('user_id', user_id, 'created_at', $3::bigint), to_timestamp($4)
         FROM unnest($1::text[], $2::text[]) AS session (token, user_id)`,
        [
          players.map(({ ownerId }) => tokenOf(ownerId)),
          players.map(({ ownerId }) => ownerId),
          ...[t0, (t0 + 365 * dayMs) / 1_000],
        ],
      );
    },
    close: async () => {
      await wire.close();
      await pool.end();
      await database.drop();
    },
  };
}
