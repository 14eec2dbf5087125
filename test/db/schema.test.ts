/** docs/schema.md describes the database: the document is up to date, and every table is explained. */
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { useOne } from '../support/game.ts';
import { createTestDatabase } from '../support/database.ts';
import { describeSchema, readTables } from '../support/schema-document.ts';

const file = join(import.meta.dirname, '../../docs/schema.md');
const migrations = join(import.meta.dirname, '../../migrations');
const database = useOne(createTestDatabase, (created) => created.drop());

it('docs/schema.md equals the database', async () => {
  const text = describeSchema(await readTables(database.url), migrations);
  const formatted = await format(text, { ...(await resolveConfig(file)), parser: 'markdown' });
  await expect(
    formatted,
    'docs/schema.md differs from the database; run: npm run record:schema',
  ).toMatchFileSnapshot(file);
});

it('every table has a comment, and a chapter creates it', async () => {
  const tables = await readTables(database.url);
  const text = describeSchema(tables, migrations);
  expect(tables.filter(({ comment }) => comment === null).map(({ name }) => name)).toEqual([]);
  expect(tables.filter(({ name }) => !text.includes(`### ${name}\n`)).map(({ name }) => name)).toEqual([]);
});
