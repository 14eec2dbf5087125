/** Rows of a real Postgres are checked against the shape that their statement declares. */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { count, databaseMoment, uuid, integer, timestamp } from '../../src/db/columns.ts';
import { createPool, select, selectOptional, statement } from '../../src/db/pool.ts';
import { createLog } from '../../src/kernel/log.ts';
import { empireRow } from '../../src/world/rows/rows.ts';
import { createTestDatabase } from '../support/database.ts';
import { useOne } from '../support/game.ts';

const database = useOne(createTestDatabase, (created) => created.drop());
let pool: pg.Pool;

beforeAll(() => {
  pool = createPool(database.url, 1, createLog('silent'));
});
afterAll(() => pool.end());

let statementCount = 0;

/** Runs a query as a separate statement. */
const query = (text: string, shape: z.ZodType<object>): Promise<object[]> => {
  statementCount += 1;
  return select(pool, statement(`selectValue${statementCount}`, { sql: text, row: shape }), []);
};

describe('a row', () => {
  it.each([
    ['a uuid of any version', 'SELECT md5($$a$$)::uuid AS value', uuid],
    ['an integer', 'SELECT -7::integer AS value', integer],
    ['a bigint up to 2^53 - 1', 'SELECT 9007199254740991::bigint AS value', integer],
    ['a count', 'SELECT count(*) AS value FROM users', count],
    ['a moment of the database', 'SELECT 1.5::float8 AS value', databaseMoment],
    ['a timestamptz', 'SELECT now() AS value', timestamp],
  ])('with %s is accepted', async (_kind, text, value) => {
    expect(await query(text, z.strictObject({ value }))).toHaveLength(1);
  });

  it.each([
    ['a numeric, which arrives as text', 'SELECT 1::numeric AS value', integer, 'number'],
    ['a bigint above 2^53', 'SELECT 9007199254740993::bigint AS value', integer, 'value'],
    ['a fraction', 'SELECT 1.5::float8 AS value', integer, 'value'],
    ['null', 'SELECT NULL::integer AS value', integer, 'value'],
    ['a text for an id', `SELECT 'a' AS value`, uuid, 'GUID'],
  ])('with %s is refused', async (_kind, text, value, message) => {
    await expect(query(text, z.strictObject({ value }))).rejects.toThrow(message);
  });

  it('with an undeclared column is refused, naming statement and column', async () => {
    const refusal = query('SELECT 1 AS declared, 2 AS surplus', z.strictObject({ declared: integer }));
    await expect(refusal).rejects.toThrow(/^statement selectValue\d+: .*"surplus"/);
  });

  it('without a declared column is refused', async () => {
    await expect(query('SELECT 1 AS other', z.object({ declared: integer }))).rejects.toThrow('declared');
  });

  it('of a statement without a declared shape is refused', async () => {
    const undeclared = statement('selectUndeclared', { sql: 'SELECT 1 AS value' });
    await expect(selectOptional(pool, undeclared, [])).rejects.toThrow('selectUndeclared');
  });

  it('of empires may have a column that a newer release added', () => {
    const issues = empireRow.safeParse({ surplus: 1 }).error?.issues ?? [];
    expect([...new Set(issues.map(({ code }) => code))]).toEqual(['invalid_type', 'invalid_value', 'custom']);
  });
});
