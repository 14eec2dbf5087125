/** The database of the peers. Each peer has tables of its own, from the SQL files of bench/peers. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commentOf, dropDatabase, markDatabase, withClient, type Cluster } from './cluster.ts';

const folder = join(import.meta.dirname, '../peers');
const files = ['answers.sql', 'jobs.sql', 'released-rows.sql', 'tutorial.sql'];
const database = 'peers';

/** The path of a file of bench/peers. */
export const peerPath = (name: string): string => join(folder, name);

/** Returns the address of a fresh database of the peers: a copy of a seed that is created once. */
export async function openPeers(cluster: Cluster, report: (text: string) => void): Promise<string> {
  const scripts = files.map((name) => readFileSync(peerPath(name), 'utf8'));
  const key = createHash('sha256').update(scripts.join('\0')).digest('hex');
  const seed = `seed_${database}`;
  if ((await commentOf(cluster, seed)) !== key) {
    report('seeding the tables of the peers; this is done once');
    await dropDatabase(cluster, seed);
    await cluster.admin.query(`CREATE DATABASE ${seed}`);
    await withClient(cluster.urlOf(seed), async (client) => {
      for (const script of scripts) await client.query(script);
      await client.query('VACUUM (FREEZE, ANALYZE)');
    });
    await markDatabase(cluster, seed, key);
  }
  await dropDatabase(cluster, database);
  await cluster.admin.query(`CREATE DATABASE ${database} TEMPLATE ${seed} STRATEGY FILE_COPY`);
  return cluster.urlOf(database);
}
