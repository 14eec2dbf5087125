/**
 * Settings that are stored when a world is created. The world lock: every connection of an instance takes it shared
 * before anything else, and checks the settings; a restore takes it exclusively, and so do migrations that stand alone
 * (src/db/migrate.ts). So neither starts while the other is connected.
 */
import { z } from 'zod';
import { databaseMoment, integer, moment, nowMsSql } from '../db/columns.ts';
import { selectOne, selectOptional, statement, type Db } from '../db/pool.ts';
import type { Clock } from '../kernel/clock.ts';
import { createSecret, type Random } from '../kernel/random.ts';
import { StartError } from '../kernel/start-error.ts';
import type { WorldSettings } from './rows/load.ts';
import type pg from 'pg';
import { advisoryLocks } from '../db/names.ts';

type StoredWorld = Omit<WorldSettings, 'firstReignAt'>;

/** Null: the stored value, and in a new world the default. */
type ConfiguredWorld = { [Name in keyof StoredWorld]: StoredWorld[Name] | null };

const defaultWorld: StoredWorld = { speed: 1, radius: 1000 };

const insertOrSelectSetting = statement('insertOrSelectSetting', {
  sql: `WITH inserted AS (
     INSERT INTO settings (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO NOTHING RETURNING value
   )
   SELECT value FROM inserted UNION ALL SELECT value FROM settings WHERE key = $1`,
  row: z.strictObject({ value: z.unknown() }),
});

/** Of several instances that store an initial value at once, one prevails. */
export async function ensureSetting(db: Db, key: string, initial: unknown): Promise<unknown> {
  const values = [key, JSON.stringify(initial)];
  // Of two instances at once, the slower one sees the row only in a second statement.
  const row = await selectOptional(db, insertOrSelectSetting, values);
  return (row ?? (await selectOne(db, insertOrSelectSetting, values))).value;
}

/** Every duration and distance of the world depends on its speed and size. */
function requireSameWorld({ speed, radius }: StoredWorld, configured: ConfiguredWorld): void {
  if (speed === (configured.speed ?? speed) && radius === (configured.radius ?? radius)) return;
  throw new StartError(
    `This world was created with GAME_SPEED=${speed} and WORLD_RADIUS=${radius}; start the server with these values, or without them.`,
  );
}

const storedWorld = z.strictObject({
  speed: z.number(),
  radius: integer,
}) satisfies z.ZodType<StoredWorld>;

const selectWorldStatement = statement('selectWorld', {
  sql: `SELECT world.value, first_reign.value::text::bigint AS first_reign
   FROM settings world JOIN settings first_reign ON first_reign.key = 'first_reign' WHERE world.key = 'world'`,
  row: z.strictObject({ value: storedWorld, first_reign: moment }),
});

/** Null if no world has been created yet. */
export async function selectWorld(db: Db): Promise<WorldSettings | null> {
  const row = await selectOptional(db, selectWorldStatement, []);
  return row === null ? null : { ...row.value, firstReignAt: row.first_reign };
}

const selectNow = statement('selectNow', {
  sql: `SELECT ${nowMsSql}`,
  row: z.strictObject({ now_ms: databaseMoment }),
});

/** By the clock of the database. */
export async function readNow(db: Db, clock: Clock): Promise<number> {
  return clock.at((await selectOne(db, selectNow, [])).now_ms);
}

/** Throws a StartError if an existing world has other values. */
export async function ensureWorldSettings(
  db: Db,
  { speed, radius }: ConfiguredWorld,
  now: number,
): Promise<WorldSettings> {
  const created = { speed: speed ?? defaultWorld.speed, radius: radius ?? defaultWorld.radius };
  const stored = (await ensureSetting(db, 'world', created)) as StoredWorld;
  requireSameWorld(stored, { speed, radius });
  // How far the cleaning of the ledgers has come (src/world/ledger/ledger.ts).
  await ensureSetting(db, 'ledger_cleaned', 0);
  return { ...stored, firstReignAt: Number(await ensureSetting(db, 'first_reign', now)) };
}

/** Signs sessions if no secret is configured. All instances share it. */
export async function ensureSessionSecrets(db: Db, random: Random): Promise<[string]> {
  const secret = await ensureSetting(db, 'session_secret', createSecret(random, 32));
  return [String(secret)];
}

/** Throws a StartError if the world has other settings. Before the migrations, its tables may be missing. */
export async function requireSettingsOfWorld(
  client: pg.ClientBase,
  configured: ConfiguredWorld,
): Promise<void> {
  const tables = await client.query<{ found: boolean }>(
    `SELECT to_regclass('settings') IS NOT NULL AS found`,
  );
  if (tables.rows[0]?.found !== true) return;
  const { rows } = await client.query<{ value: StoredWorld }>(
    `SELECT value FROM settings WHERE key = 'world'`,
  );
  if (rows[0] !== undefined) requireSameWorld(rows[0].value, configured);
}

/**
 * For each new connection. Throws a StartError while the lock is held exclusively, or if the world has other settings.
 */
export function createWorldLock(configured: ConfiguredWorld): (client: pg.ClientBase) => Promise<void> {
  return async (client) => {
    const { rows } = await client.query<{ admitted: boolean; world: StoredWorld | null }>(
      `SELECT pg_try_advisory_lock_shared($1) AS admitted, (SELECT value FROM settings WHERE key = 'world') AS world`,
      [advisoryLocks.world],
    );
    const [row] = rows;
    if (row?.admitted !== true) {
      throw new StartError(
        'A world is being restored into this database, or upgraded by a newer release. Start again afterwards.',
      );
    }
    if (row.world !== null) requireSameWorld(row.world, configured);
  };
}
