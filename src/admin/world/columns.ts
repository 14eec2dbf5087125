/** The columns of a table that are exported and imported: all except generated columns. */
import type pg from 'pg';

/** Quoted names, in alphabetical order. */
export async function selectColumns(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attname`,
    [table],
  );
  return rows.map(({ name }) => name);
}
