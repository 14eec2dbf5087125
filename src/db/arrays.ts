/**
 * Rows as array parameters, one for each column: `unnest` reads them cheaper than JSON, and the planner expects few rows
 * of it. A due empire takes 15 % less CPU time than with JSON (`npm run bench -- due`). pg quotes every element of an array, which costs more than sending it, so plain values are joined here.
 */
import { z } from 'zod';
import { uuid } from './columns.ts';
import { execute, type Statement } from './pool.ts';
import type { Tx } from './transaction.ts';

/** An array of numbers, ids, booleans or nulls: nothing that needs quotes. */
function arrayOf(values: readonly (number | string | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** Columns with their types. */
export type Columns = Readonly<Record<string, string>>;

function typeOf(column: z.core.$ZodType): string {
  if (column instanceof z.ZodNullable) return typeOf(column.unwrap());
  if (column === uuid) return 'uuid';
  if (column instanceof z.ZodNumber) return 'bigint';
  if (column instanceof z.ZodBoolean) return 'boolean';
  return column instanceof z.ZodString || column instanceof z.ZodEnum ? 'text' : 'jsonb';
}

/** The columns of a row shape. Postgres converts bigint to integer where a column needs it. */
export function columnsOf({ shape }: z.ZodObject): Columns {
  return Object.fromEntries(
    Object.entries<z.core.$ZodType>(shape).map(([name, column]) => [name, typeOf(column)]),
  );
}

const quoteJson = (value: unknown): string | null =>
  value === null ? null : JSON.stringify(JSON.stringify(value));

/** The columns of these rows as parameters, in their order. */
function toArrays(columns: Columns, rows: readonly object[]): unknown[] {
  return Object.entries(columns).map(([name, type]) => {
    const values = rows.map((row) => (row as Record<string, unknown>)[name] ?? null);
    // pg quotes text. JSON contains no control characters, so a JSON string of it is quoted as Postgres expects.
    if (type === 'text') return values;
    if (type === 'jsonb') return arrayOf(values.map(quoteJson));
    return arrayOf(values as (number | string | boolean | null)[]);
  });
}

/** SQL: a row source with these columns, of the parameters that `toArrays` returns. */
export function unnested(columns: Columns, alias: string): string {
  const parameters = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
  return `unnest(${parameters.join(', ')}) AS ${alias} (${Object.keys(columns).join(', ')})`;
}

/** Runs a statement with the columns of these rows as its parameters. Returns the number of rows that it changed. */
export type RowWriter<Row> = (tx: Tx, rows: readonly Row[]) => Promise<number>;

export const rowWriter =
  (stmt: Statement<object>, columns: Columns): RowWriter<object> =>
  (tx, rows) =>
    execute(tx, stmt, toArrays(columns, rows));
