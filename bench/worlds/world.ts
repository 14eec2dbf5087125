/** Databases of the measured server: upgraded copies of the seeds. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { goalNames } from '../../src/contract/vocabulary.ts';
import { migrate } from '../../src/db/migrate.ts';
import { rulesVersion } from '../../src/game/balance.ts';
import { commentOf, dropDatabase, markDatabase, withClient, type Cluster } from './cluster.ts';
import { ensureSeed } from './seed.ts';

export interface World {
  empires: number;
  /** Tiles from the centre to the edge. */
  radius: number;
  url: string;
}

/** Digest of the migrations of a build: they are beside its dist folder. */
function digestMigrations(dist: string): string {
  const folder = join(dist, '../migrations');
  const digest = createHash('sha256');
  for (const name of readdirSync(folder).sort()) digest.update(readFileSync(join(folder, name)));
  return digest.digest('hex');
}

/**
 * Upgrades a copy to the migrations of a build, and marks scores as computed and all goals as reached: otherwise the first
 * start would recompute a whole world, and its rewards would be due. Releases before goals are left alone.
 */
async function upgrade(url: string, dist: string): Promise<void> {
  await migrate(url, join(dist, '../migrations'));
  await withClient(url, async (client) => {
    const { rowCount } = await client.query(
      `SELECT FROM information_schema.columns WHERE table_name = 'empires' AND column_name = 'goals'`,
    );
    if (rowCount === 0) return;
    const recomputed = JSON.stringify({ rules: rulesVersion, after: null });
    await client.query(`INSERT INTO settings (key, value) VALUES ('recomputed', $1)`, [recomputed]);
    await client.query(
      `UPDATE empires SET goals = (SELECT jsonb_object_agg(name, created_at) FROM unnest($1::text[]) AS name)
       WHERE kind = 'player'`,
      [goalNames],
    );
    await client.query(
      'DELETE FROM due_empires USING empires WHERE empires.id = due_empires.empire_id AND due_empires.at = settled_at',
    );
    await client.query('VACUUM ANALYZE empires, due_empires');
  });
}

/**
 * Returns a copy of a seeded world. It is kept for the next run of a server with the same migrations.
 * @param isFresh copy it in any case, because measurements change it
 */
export async function openWorld(
  cluster: Cluster,
  dist: string,
  { empires, isFresh }: { empires: number; isFresh: boolean },
  report: (text: string) => void,
): Promise<World> {
  const seed = await ensureSeed(cluster, empires, report);
  const database = `world_${empires}`;
  const key = `${seed.key} ${digestMigrations(dist)}`;
  if (isFresh || (await commentOf(cluster, database)) !== key) {
    report(`copying the world of ${empires.toLocaleString('en')} empires`);
    await dropDatabase(cluster, database);
    await cluster.admin.query(`CREATE DATABASE ${database} TEMPLATE ${seed.database} STRATEGY FILE_COPY`);
    report('upgrading the copy');
    await upgrade(cluster.urlOf(database), dist);
    await markDatabase(cluster, database, key);
  }
  // The seed has a city on every third tile, five for four empires.
  const radius = Math.max(1000, Math.ceil((3 * Math.sqrt(1.25 * empires)) / 2) + 50);
  return { empires, radius, url: cluster.urlOf(database) };
}
