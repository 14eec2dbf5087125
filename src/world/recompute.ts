/**
 * Recomputes scores and people of all empires after an upgrade that changed their formulas: in batches, so that no lock
 * is held for long. The position is stored with each batch. So a start that was killed continues there, and instances
 * that start together take turns.
 */
import type pg from 'pg';
import { z } from 'zod';
import { integer, uuid } from '../db/columns.ts';
import { execute, select, selectOptional, statement } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { rulesVersion } from '../game/balance.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { lockAndLoad, type WorldSettings } from './load.ts';
import { isSameData } from './plain-data.ts';
import { fromEmpire } from './row-conversion.ts';
import { workColumns, writeEmpires } from './save-statements.ts';

const batchSize = 500;
/** Batches between two lines of the log. */
const batchesPerLine = 40;

/** How far the recomputation is. Without the setting, the columns follow the first version of the rules. */
const position = z.strictObject({
  rules: integer,
  /** The last empire that is done; null before the first, and when all are. */
  after: uuid.nullable(),
});

const insertPosition = statement(
  'insertPosition',
  `INSERT INTO settings (key, value) VALUES ('recomputed', '{"rules": 1, "after": null}') ON CONFLICT (key) DO NOTHING`,
);
const selectPosition = statement(
  'selectPosition',
  `SELECT value FROM settings WHERE key = 'recomputed' FOR UPDATE`,
  z.strictObject({ value: position }),
);
const updatePosition = statement(
  'updatePosition',
  `UPDATE settings SET value = $1::jsonb WHERE key = 'recomputed'`,
);
const lockNextEmpires = statement(
  'lockNextEmpires',
  `SELECT id FROM empires WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT ${batchSize} FOR NO KEY UPDATE`,
  z.strictObject({ id: uuid }),
);

interface Deps {
  pool: pg.Pool;
  settings: WorldSettings;
  clock: Clock;
  log: Log;
}

/** Recomputes the next empires. Returns how many it read, or null if all were done before. */
async function recomputeBatch({ pool, settings, clock }: Deps): Promise<number | null> {
  return transaction(pool, async (tx) => {
    const { rules, after } = (await selectOptional(tx, selectPosition, []))?.value ?? {
      rules: 1,
      after: null,
    };
    if (rules === rulesVersion) return { value: null, writes: null };
    let ids: string[] = [];
    const lock = async (): Promise<string[]> =>
      (ids = (await select(tx, lockNextEmpires, [after])).map(({ id }) => id));
    const { world, before } = await lockAndLoad(tx, lock, { settings, clock });
    const changed = [...world.empires.values()]
      .map((empire) => fromEmpire(empire, world))
      .filter((row) => {
        const stored = before.rows?.get(row.id);
        return names.some((name) => !isSameData(row[name], stored?.[name]));
      });
    const isLast = ids.length < batchSize;
    const reached = isLast ? { rules: rulesVersion, after: null } : { rules, after: ids.at(-1) };
    return {
      value: ids.length,
      writes: [
        ...(changed.length === 0 ? [] : [writeEmpires(tx, changed, 'work')]),
        execute(tx, updatePosition, [JSON.stringify(reached)]),
      ],
    };
  });
}

const names = ['people_used', ...(Object.keys(workColumns) as (keyof typeof workColumns)[])] as const;

/** Recomputes every empire whose stored scores, people and rates follow an earlier version of the rules. */
export async function recomputeEmpires(deps: Deps): Promise<void> {
  await execute(deps.pool, insertPosition, []);
  let done = 0;
  for (let batch = 1; ; batch += 1) {
    const read = await recomputeBatch(deps);
    done += read ?? 0;
    if (read === null || read < batchSize) break;
    if (batch % batchesPerLine === 0) deps.log.info({ empires: done }, 'recomputing scores ...');
  }
  if (done > 0) deps.log.info({ empires: done }, 'scores recomputed');
}
