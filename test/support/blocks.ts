/** The plan of a read, as Postgres executes it, and the database blocks that it touches. */
import type pg from 'pg';
import { expect } from 'vitest';
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

/** Runs a read by its generic plan, as instances do; returns that of its last statement. */
export async function planOf(client: pg.ClientBase, read: (db: Db) => Promise<unknown>): Promise<PlanNode> {
  await client.query('SET plan_cache_mode = force_generic_plan');
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

export interface Growth {
  sizes: readonly [small: number, large: number];
  /** Adds what the larger world has more. */
  fill: (from: number, to: number) => Promise<unknown>;
  reads: Record<string, (db: Db) => Promise<unknown>>;
}

/** The blocks of each read, in a small and in a large world. */
export async function measureGrowth(
  client: pg.ClientBase,
  { sizes, fill, reads }: Growth,
): Promise<Record<string, number[]>> {
  const measured: Record<string, number[]> = {};
  let filled = 0;
  for (const size of sizes) {
    await fill(filled, size);
    await client.query('VACUUM ANALYZE');
    filled = size;
    for (const [name, read] of Object.entries(reads))
      (measured[name] ??= []).push(await blocksOf(client, read));
  }
  return measured;
}

/** Every read touches at most so many blocks in the small world, and hardly more in the large one. */
export function expectBounded(measured: Record<string, number[]>, maxBlocks: number): void {
  for (const [name, [small = 0, large = 0]] of Object.entries(measured)) {
    expect(small, name).toBeGreaterThan(0);
    expect(small, name).toBeLessThan(maxBlocks);
    // An index grows by a level at most.
    expect(large, name).toBeLessThan(small * 1.5 + 10);
  }
}
