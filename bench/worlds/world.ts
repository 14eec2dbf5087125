/** Databases of the measured server: copies of the seeds. */
import { commentOf, dropDatabase, markDatabase, type Cluster } from './cluster.ts';
import { ensureSeed } from './seed.ts';

export interface World {
  empires: number;
  /** Tiles from the centre to the edge. */
  radius: number;
  url: string;
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
  const seed = await ensureSeed(cluster, dist, empires, report);
  const database = `world_${empires}`;
  if (isFresh || (await commentOf(cluster, database)) !== seed.key) {
    report(`copying the world of ${empires.toLocaleString('en')} empires`);
    await dropDatabase(cluster, database);
    await cluster.admin.query(`CREATE DATABASE ${database} TEMPLATE ${seed.database} STRATEGY FILE_COPY`);
    await markDatabase(cluster, database, seed.key);
  }
  // The seed has a city on every third tile, five for four empires.
  const radius = Math.max(1000, Math.ceil((3 * Math.sqrt(1.25 * empires)) / 2) + 50);
  return { empires, radius, url: cluster.urlOf(database) };
}
