/** Changes of a world by plain SQL, which tests make for states that would take days of play. */
import type pg from 'pg';
import { nextDueAt } from '../../src/game/advance.ts';
import { insertDueEmpires } from '../../src/world/rows/due-empires.ts';
import { attempt } from '../../src/world/attempt.ts';
import type { WorldDeps } from '../../src/world/deps.ts';

interface Version {
  database: string;
  id: string;
  version: string;
}
const selectVersions = 'SELECT current_database() AS database, id, xmin::text AS version FROM empires';

/** The versions of all empires after the last change by hand, by database and id. */
const leftByHand = new Map<string, Map<string, string>>();

// The ledger has an entry of a change by hand. Only one that the game itself forgets is unrecorded.
const enter = `
  UPDATE empires SET units = armed.units FROM (
    SELECT empire_id, jsonb_object_agg(type, count) AS units FROM (
      SELECT e.id AS empire_id, type, coalesce(sum((a.units ->> type)::bigint), 0) AS count
      FROM empires e CROSS JOIN jsonb_object_keys(e.units) AS type LEFT JOIN armies a ON a.empire_id = e.id
      GROUP BY e.id, type
    ) AS counted GROUP BY empire_id
  ) AS armed WHERE id = empire_id AND empires.units <> armed.units;
  UPDATE ledger_entries SET cause = 'repair' WHERE cause = 'unrecorded';
  ${selectVersions}`;

const changesEmpires = /\b(?:UPDATE|INSERT INTO|DELETE FROM) (empires|cities|armies)\b/;

/** The databases whose tests leave a world that is not sound. */
export const unsoundWorlds = new Set<string | undefined>();

/**
 * Runs SQL and returns its rows. What it changes in empires is entered in their ledgers.
 * @param empireId the only empire whose cities or armies it changes
 */
export async function queryByHand<Row extends object>(
  pool: pg.Pool,
  sql: string,
  values: unknown[],
  empireId: string | null = null,
): Promise<Row[]> {
  const { rows } = await pool.query<Row>(sql, values);
  const [, changed] = changesEmpires.exec(sql) ?? [];
  if (changed === undefined) return rows;
  // As every save does: the row of an empire tells that something of it has changed.
  if (changed !== 'empires')
    await pool.query('UPDATE empires SET id = id WHERE id = coalesce($1, id)', [empireId]);
  if (unsoundWorlds.has(pool.options.connectionString)) return rows;
  const results = (await pool.query(enter)) as unknown as pg.QueryResult<Version>[];
  const left = results.at(-1)?.rows ?? [];
  const [first] = left;
  if (first !== undefined)
    leftByHand.set(first.database, new Map(left.map(({ id, version }) => [id, version])));
  return rows;
}

/**
 * Makes the empires whole that were changed by hand: the clock learns of what is due, and those that nothing has saved since
 * are saved, so that their derived columns follow from the rest.
 */
export async function saveLeftByHand(deps: WorldDeps): Promise<void> {
  const { rows } = await deps.pool.query<Version>(selectVersions);
  const left = leftByHand.get(rows[0]?.database ?? '');
  const lock = rows.filter(({ id }) => left?.has(id)).map(({ id }) => id);
  const unsaved = rows.filter(({ id, version }) => left?.get(id) === version).map(({ id }) => id);
  if (lock.length === 0) return;
  await attempt(deps, { lock, applyDue: () => [] }, ({ world, tx }) => {
    const due = [...world.empires.values()].flatMap((empire) => {
      const at = nextDueAt(empire, world.speed);
      return at === null ? [] : [{ at, empire_id: empire.id }];
    });
    tx.write(insertDueEmpires, [JSON.stringify(due)]);
    return { value: null, savedIds: new Set(unsaved) };
  });
}
