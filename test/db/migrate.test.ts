/** Migrations: order, single execution, concurrency, and every difference between files and database. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { StartError } from '../../src/kernel/start-error.ts';
import { createEmptyDatabase, createTestDatabase, query, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = mkdtempSync(join(inject('testServer').folder, 'migrations-'));
});
afterEach(async () => {
  await database.drop();
});

function write(files: Record<string, string>): void {
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql);
}

const select = async (sql: string): Promise<unknown[]> =>
  (await query<Record<string, unknown>>(database.url, sql)).map((row) => Object.values(row)[0]);

const run = (): Promise<string[]> => migrate(database.url, folder);

const first = { '0001_places.sql': 'CREATE TABLE places (name text); INSERT INTO places VALUES ($$one$$);' };
const second = { '0002_more.sql': `INSERT INTO places SELECT name || ' two' FROM places;` };

describe('migrate', () => {
  it('applies the files in their order', async () => {
    write({ ...second, ...first });
    expect(await run()).toEqual(['0001_places.sql', '0002_more.sql']);
    expect(await select('SELECT name FROM places ORDER BY 1')).toEqual(['one', 'one two']);
  });

  it('applies nothing on the second run', async () => {
    write(first);
    await run();
    expect(await run()).toEqual([]);
    expect(await select('SELECT count(*)::int FROM places')).toEqual([1]);
  });

  it('applies only new files', async () => {
    write(first);
    await run();
    write(second);
    expect(await run()).toEqual(['0002_more.sql']);
  });

  it('lets concurrent instances take turns', async () => {
    write({ '0001_slow.sql': 'CREATE TABLE slow (); SELECT pg_sleep(0.2);', '0002_more.sql': 'SELECT 1;' });
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual(['0001_slow.sql', '0002_more.sql']);
  });

  it('rolls back a failing file and keeps the ones before it', async () => {
    write({ ...first, '0002_wrong.sql': 'CREATE TABLE half (); SELECT 1 / 0;' });
    await expect(run()).rejects.toThrow(
      new StartError('The migration 0002_wrong.sql failed and was rolled back: division by zero'),
    );
    expect(await select(`SELECT to_regclass('half')`)).toEqual([null]);
    expect(await select('SELECT name FROM schema_migrations')).toEqual(['0001_places.sql']);
  });

  it('ignores a difference in line endings', async () => {
    write({ '0001_lines.sql': 'SELECT 1;\nSELECT 2;\n' });
    await run();
    write({ '0001_lines.sql': 'SELECT 1;\r\nSELECT 2;\r\n' });
    expect(await run()).toEqual([]);
  });

  it('refuses a file that was changed after it was applied', async () => {
    write({ ...first, ...second });
    await run();
    write({ '0002_more.sql': 'CREATE TABLE other ();' });
    await expect(run()).rejects.toThrow(
      /^The migration 0002_more\.sql was applied, and its file is missing or was changed: /,
    );
  });

  it('refuses a missing file that was applied', async () => {
    write({ ...first, ...second });
    await run();
    rmSync(join(folder, '0002_more.sql'));
    write({ '0002_renamed.sql': 'SELECT 1;' });
    await expect(run()).rejects.toThrow(
      /^The migration 0002_more\.sql was applied, and its file is missing or was changed: /,
    );
  });

  it.each([
    ['another first migration', { '0001_first.sql': 'SELECT 1;' }],
    ['an earlier state of the first migration', { '0001_places.sql': 'CREATE TABLE places ();' }],
  ])('refuses a database that was created by %s', async (_what, former) => {
    write(former);
    await run();
    for (const name of Object.keys(former)) rmSync(join(folder, name));
    write(first);
    await expect(run()).rejects.toThrow(
      new StartError(
        'The database was not created by the migration 0001_places.sql of this release: databases from before release 1.0.0 cannot be upgraded, so start with a new one.',
      ),
    );
  });

  it('refuses a database that is newer than the files', async () => {
    write({ ...first, ...second });
    await run();
    rmSync(join(folder, '0002_more.sql'));
    await expect(run()).rejects.toThrow(/^The database is newer than this release/);
  });

  it.each(['0003_gap.sql', '0001_twice.sql', 'unnumbered.sql'])('refuses a file named %s', async (name) => {
    write({ ...first, [name]: 'SELECT 1;' });
    await expect(run()).rejects.toThrow(
      /^The migration \w+\.sql is out of order: rename it to number \d{4}\.$/,
    );
  });

  it('reports an unreachable database in one sentence', async () => {
    const nowhere = migrate('postgres://nobody@127.0.0.1:1/nothing', folder);
    await expect(nowhere).rejects.toThrow(/^The database cannot be reached: /);
  });

  it('finds nothing to apply in a test database', async () => {
    const template = await createTestDatabase();
    expect(await migrate(template.url)).toEqual([]);
    await template.drop();
  });
});
