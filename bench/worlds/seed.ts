/** Seeds a database with a world of a given number of empires: the migrations of a build, then seed.sql. */
import { createHash, pbkdf2Sync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { goalNames } from '../../src/contract/vocabulary.ts';
import { rulesVersion } from '../../src/game/balance.ts';
import { refreshAll } from '../../src/world/figures/rankings.ts';
import { commentOf, dropDatabase, markDatabase, withClient, type Cluster } from './cluster.ts';
import { password, playerCount } from './ids.ts';
import { createModels, createOutcome } from './models.ts';

const dayMs = 86_400_000;
const script = readFileSync(join(import.meta.dirname, 'seed.sql'), 'utf8');

/** Raise it when models.ts changes what is seeded. */
const modelsVersion = 2;

/** The migrations of a build are beside its dist folder. */
const migrationsOf = (dist: string): string => join(dist, '../migrations');

/** Identifies the content of a seed: with another key it is created again. */
function seedKey(dist: string): string {
  const digest = createHash('sha256').update(`${script}${modelsVersion} ${rulesVersion}`);
  const folder = migrationsOf(dist);
  for (const name of readdirSync(folder).sort()) digest.update(readFileSync(join(folder, name)));
  return digest.digest('hex');
}

async function createParameters(client: pg.Client, empires: number): Promise<void> {
  const now = Date.now();
  const models = createModels(now - 40 * dayMs, now - 3 * dayMs);
  const salt = 'bench';
  const values = {
    empires,
    players: playerCount,
    models: models.length,
    // Cities in a row of the map, so that the world is about square: five for four empires.
    side: Math.ceil(Math.sqrt(1.25 * empires)),
    now: new Date(now).toISOString(),
    now_ms: now,
    battle_ms: now - 2 * dayMs,
    outcome: createOutcome(now - 2 * dayMs),
    // All goals are reached: otherwise their rewards would be due.
    goals: Object.fromEntries(goalNames.map((name) => [name, now - 40 * dayMs])),
    password_hash: pbkdf2Sync(password, salt, 100_000, 32, 'sha256').toString('hex'),
    salt,
  };
  await client.query(
    `CREATE TEMP TABLE parameters AS SELECT * FROM json_to_record('${JSON.stringify(values)}') AS p (
       empires bigint, players bigint, models bigint, side bigint, now timestamptz, now_ms bigint, battle_ms bigint,
       outcome jsonb, goals jsonb, password_hash text, salt text)`,
  );
  await client.query('CREATE TEMP TABLE models (number bigint, empire json, cities json, armies json)');
  await client.query(
    `INSERT INTO models SELECT ordinality - 1, value -> 'empire', value -> 'cities', value -> 'armies'
     FROM json_array_elements($1::json) WITH ORDINALITY`,
    [JSON.stringify(models)],
  );
  await client.query('ANALYZE parameters, models');
}

/** Inserts skip indexes that are not ready. Building them afterwards takes a fraction of the time. */
const disableIndexes = `UPDATE pg_index SET indisready = false, indisvalid = false
  WHERE indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r')`;

const seedName = (empires: number): string => `seed_${empires}`;

/** Creates the seed of a world unless it exists. Returns its database and its key. */
export async function ensureSeed(
  cluster: Cluster,
  dist: string,
  empires: number,
  report: (text: string) => void,
): Promise<{ database: string; key: string }> {
  const database = seedName(empires);
  const key = seedKey(dist);
  if ((await commentOf(cluster, database)) === key) return { database, key };
  const since = performance.now();
  report(`seeding a world of ${empires.toLocaleString('en')} empires; this is done once`);
  await dropDatabase(cluster, database);
  await cluster.admin.query(`CREATE DATABASE ${database}`);
  await migrate(cluster.urlOf(database), migrationsOf(dist));
  await withClient(cluster.urlOf(database), async (client) => {
    const step = async (name: string, text: string): Promise<void> => {
      const startedAt = performance.now();
      await client.query(text);
      const seconds = (performance.now() - startedAt) / 1000;
      if (seconds > 2) report(`  ${name}: ${seconds.toFixed(0)} s`);
    };
    await client.query('SET session_replication_role = replica');
    await client.query(`SET maintenance_work_mem = '512MB'`);
    await createParameters(client, empires);
    await client.query(disableIndexes);
    // Statement by statement, to report progress. No statement of the script contains an empty line.
    for (const statement of script.split('\n\n'))
      await step(/^-- (\w+)/.exec(statement)?.[1] ?? 'functions', statement);
    await step('indexes', `REINDEX DATABASE ${database}`);
    await refreshAll(client, Date.now());
    await step('statistics', 'VACUUM (FREEZE, ANALYZE)');
  });
  await markDatabase(cluster, database, key);
  report(`seeded in ${((performance.now() - since) / 1000).toFixed(0)} s`);
  return { database, key };
}
