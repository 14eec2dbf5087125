/** Reads the account with which visitors of a demo play. */
import { z } from 'zod';
import { selectOptional, statement, type Db } from '../../db/pool.ts';

const selectDemoStatement = statement('selectDemo', {
  sql: `SELECT value AS player FROM settings WHERE key = 'demo'`,
  row: z.strictObject({ player: z.object({ username: z.string(), password: z.string() }) }),
});

/** Null in a world that is no demo (src/admin/world/demo.ts). */
export async function selectDemo(db: Db): Promise<{ username: string; password: string } | null> {
  return (await selectOptional(db, selectDemoStatement, []))?.player ?? null;
}
