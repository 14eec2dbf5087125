/** Reads the account with which visitors of a demo play. */
import { z } from 'zod';
import { selectOptional, statement, type Db } from '../../db/pool.ts';

const selectDemoStatement = statement('selectDemo', {
  sql: `SELECT value AS player FROM settings WHERE key = 'demo'`,
  row: z.strictObject({ player: z.object({ username: z.string(), password: z.string() }) }),
});

/** The account with which visitors of a demo play (src/admin/world/demo.ts); null in every other world. */
export async function selectDemo(db: Db): Promise<{ username: string; password: string } | null> {
  return (await selectOptional(db, selectDemoStatement, []))?.player ?? null;
}
