/** What is written down once, when a world is created: its speed and size, and the secret of its sessions. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { integer } from '../db/columns.ts';
import { selectOptional, statement, type Db } from '../db/pool.ts';
import { StartError } from '../kernel/start-error.ts';
import type { WorldSettings } from './load.ts';

// Inserts unless it is there; answers what stands.
const insertOrSelectSetting = statement(
  'insertOrSelectSetting',
  `WITH made AS (
     INSERT INTO settings (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO NOTHING RETURNING value
   )
   SELECT value FROM made UNION ALL SELECT value FROM settings WHERE key = $1`,
  z.strictObject({ value: z.unknown() }),
);

async function ensureSetting(db: Db, key: string, wanted: unknown): Promise<unknown> {
  const ask = () => selectOptional(db, insertOrSelectSetting, [key, JSON.stringify(wanted)]);
  // Where two instances create the world at once, the slower one sees the row only the second time.
  const row = (await ask()) ?? (await ask());
  if (row === null) throw new Error(`the setting ${key} was not written`);
  return row.value;
}

/** Throws a StartError when a world has another speed or size: every duration and distance of it hangs on them. */
export function requireSameWorld({ speed, radius }: WorldSettings, wanted: WorldSettings): void {
  if (speed === wanted.speed && radius === wanted.radius) return;
  throw new StartError(
    `This world was created with GAME_SPEED=${speed} and WORLD_RADIUS=${radius}; start it with these values.`,
  );
}

const worldSettings = z.strictObject({
  speed: z.number(),
  radius: integer,
}) satisfies z.ZodType<WorldSettings>;

const selectWorldStatement = statement(
  'selectWorld',
  `SELECT value FROM settings WHERE key = 'world'`,
  z.strictObject({ value: worldSettings }),
);

/** Speed and size of the world in this database, or null where none was created yet. */
export async function selectWorld(db: Db): Promise<WorldSettings | null> {
  return (await selectOptional(db, selectWorldStatement, []))?.value ?? null;
}

/**
 * Writes speed and radius into a new world, or compares them with those of an existing one. Throws a StartError
 * when they differ.
 */
export async function ensureWorldSettings(db: Db, wanted: WorldSettings): Promise<WorldSettings> {
  const { speed, radius } = (await ensureSetting(db, 'world', wanted)) as WorldSettings;
  requireSameWorld({ speed, radius }, wanted);
  return { speed, radius };
}

/** The secret that signs sessions where none is configured: made once, shared by all instances. */
export async function ensureSessionSecrets(db: Db): Promise<[string]> {
  const secret = await ensureSetting(db, 'session_secret', randomBytes(32).toString('base64url'));
  return [String(secret)];
}
