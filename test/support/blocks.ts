/** Counts the database blocks that a read touches. */
import type pg from 'pg';
import type { Db } from '../../src/db/pool.ts';

interface Plan {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
}

/** Runs a read by its generic plan, as instances do; returns the blocks that it touches. The client must force such plans. */
export async function blocksOf(client: pg.ClientBase, read: (db: Db) => Promise<unknown>): Promise<number> {
  let blocks = -1;
  const db: Db = {
    query: async ({ text, values }) => {
      await client.query(`PREPARE measured AS ${text}`);
      const literals = values
        .map((value) => (Array.isArray(value) ? `'{${value.join()}}'` : `'${String(value)}'`))
        .join(', ');
      const { rows } = await client.query<{ 'QUERY PLAN': Plan[] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE measured (${literals})`,
      );
      await client.query('DEALLOCATE measured');
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
      blocks = (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
      return client.query({ text, values });
    },
  };
  await read(db);
  return blocks;
}
