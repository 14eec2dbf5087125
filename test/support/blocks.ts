/** The plan of a read, as Postgres executes it, and the database blocks that it touches. */
import type pg from 'pg';
import type { Db } from '../../src/db/pool.ts';
import { the } from './worlds.ts';

/** A step of a plan, with the steps below it. */
export interface PlanNode {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  /** How often it was executed. */
  'Actual Loops': number;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

type Value = string | number | boolean | null | readonly (string | number)[];

function toLiteral(value: Value): string {
  if (value === null) return 'NULL';
  return Array.isArray(value) ? `'{${value.join()}}'` : `'${String(value)}'`;
}

/** Runs a read by its generic plan, as instances do; returns that of its last statement. The client must force such plans. */
export async function planOf(client: pg.ClientBase, read: (db: Db) => Promise<unknown>): Promise<PlanNode> {
  let plan: PlanNode | undefined;
  const db: Db = {
    query: async ({ text, values }) => {
      await client.query(`PREPARE measured AS ${text}`);
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE measured (${(values as Value[]).map(toLiteral).join(', ')})`,
      );
      await client.query('DEALLOCATE measured');
      plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
      return client.query({ text, values });
    },
  };
  await read(db);
  return the(plan);
}

/** The blocks that a read touches. */
export async function blocksOf(client: pg.ClientBase, read: (db: Db) => Promise<unknown>): Promise<number> {
  const plan = await planOf(client, read);
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}
