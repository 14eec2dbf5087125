/**
 * Verifies a world page by page, even while it runs. Each page is one snapshot, which locks nothing. A violation is
 * reported only if a second snapshot confirms it.
 */
import { z } from 'zod';
import { count, integer, moment } from '../../db/columns.ts';
import { applicationNames } from '../../db/names.ts';
import { select, selectOne, statement, type Db } from '../../db/pool.ts';
import { empireStates, type WorldSettings } from '../rows/load.ts';
import { toBattle, toEmpire } from '../rows/row-conversion.ts';
import { battleRow, empireStateRow } from '../rows/rows.ts';
import type { BattlePage, DecidedBattle, EmpirePage, Invariant, Violation, WholeWorld } from './invariant.ts';
import { battleInvariants, empireInvariants, worldInvariants } from './invariants.ts';

const empiresPerPage = 100;
const battlesPerPage = 200;
/** All violations are counted. */
const maxReported = 1_000;

export interface CheckResult {
  name: string;
  title: string;
  wrong: number;
  faults: (Violation & { hint: string | null })[];
}

const selectMoment = statement('selectMoment', {
  sql: `SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms,
     EXISTS (
       SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${applicationNames.feed}'
     ) AS is_served`,
  row: z.strictObject({ now_ms: moment, is_served: z.boolean() }),
});

const selectEmpirePage = statement('selectEmpirePage', {
  sql: `SELECT state FROM ${empireStates} WHERE id > $1 AND ($2::uuid IS NULL OR id <= $2) ORDER BY id LIMIT $3`,
  row: z.strictObject({ state: empireStateRow.extend({ score: integer }) }),
});

const selectBattlePage = statement('selectBattlePage', {
  sql: `SELECT * FROM battles
   WHERE outcome IS NOT NULL AND number > $1 AND ($2::bigint IS NULL OR number <= $2) ORDER BY number LIMIT $3`,
  row: battleRow,
});

const selectWork = statement('selectWork', {
  sql: `SELECT (SELECT count(*) FROM empires) AS empires,
     (SELECT count(*) FROM battles WHERE outcome IS NOT NULL) AS battles`,
  row: z.strictObject({ empires: count, battles: count }),
});

type ViolationsByInvariant = Map<string, Violation[]>;

interface PageCheck<Key> {
  found: ViolationsByInvariant;
  /** Null: there is no further page. */
  last: Key | null;
  size: number;
}

async function withSnapshot<T>(
  db: Db,
  settings: WorldSettings,
  read: (snapshot: WholeWorld) => Promise<T>,
): Promise<T> {
  const run = (text: string) => db.query({ name: text, text, values: [] });
  await run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const { now_ms: now, is_served: isServed } = await selectOne(db, selectMoment, []);
    return await read({ db, settings, now, isServed });
  } finally {
    await run('ROLLBACK');
  }
}

async function checkAll<Page>(
  invariants: readonly Invariant<Page>[],
  page: Page,
): Promise<ViolationsByInvariant> {
  const found: ViolationsByInvariant = new Map();
  for (const { name, check } of invariants) {
    const violations = await check(page);
    if (violations.length > 0) found.set(name, violations);
  }
  return found;
}

function confirm(first: ViolationsByInvariant, second: ViolationsByInvariant): ViolationsByInvariant {
  const confirmed: ViolationsByInvariant = new Map();
  for (const [name, violations] of second) {
    const firstIds = new Set(first.get(name)?.map(({ id }) => id));
    const inBoth = violations.filter(({ id }) => firstIds.has(id));
    if (inBoth.length > 0) confirmed.set(name, inBoth);
  }
  return confirmed;
}

async function checkEmpires(at: WholeWorld, after: string, until: string | null): Promise<PageCheck<string>> {
  const loaded = await select(at.db, selectEmpirePage, [after, until, empiresPerPage]);
  const rows = loaded.map(({ state }) => state);
  const states = rows.map((row) => ({ row, empire: toEmpire(row), battles: row.battles.map(toBattle) }));
  const page: EmpirePage = { ...at, states, empireIds: rows.map(({ id }) => id) };
  return {
    found: await checkAll(empireInvariants, page),
    last: rows[empiresPerPage - 1]?.id ?? null,
    size: rows.length,
  };
}

async function checkBattles(at: WholeWorld, after: number, until: number | null): Promise<PageCheck<number>> {
  const rows = await select(at.db, selectBattlePage, [after, until, battlesPerPage]);
  const battles = rows.map((row) => ({ ...toBattle(row), endsAt: row.ends_at }) as DecidedBattle);
  const page: BattlePage = { ...at, battles };
  return {
    found: await checkAll(battleInvariants, page),
    last: rows[battlesPerPage - 1]?.number ?? null,
    size: rows.length,
  };
}

const checkWorld = (at: WholeWorld): Promise<ViolationsByInvariant> => checkAll(worldInvariants, at);

/**
 * Only reads and advances no empire.
 * @param db a single connection, for exclusive use
 * @param onProgress receives the number of checked rows and the total
 */
export async function verifyWorld(
  db: Db,
  settings: WorldSettings,
  onProgress: (done: number, total: number) => void,
): Promise<CheckResult[]> {
  const invariants = [...empireInvariants, ...battleInvariants, ...worldInvariants];
  const results = invariants.map(({ name, title }): CheckResult => ({ name, title, wrong: 0, faults: [] }));
  const report = (found: ViolationsByInvariant): void =>
    invariants.forEach(({ name, hint }, index) => {
      const result = results[index];
      const violations = found.get(name) ?? [];
      if (result === undefined) return;
      result.wrong += violations.length;
      for (const violation of violations.slice(0, maxReported - result.faults.length)) {
        result.faults.push({ ...violation, hint: hint?.(violation.id) ?? null });
      }
    });

  const { empires, battles } = await selectOne(db, selectWork, []);
  let total = empires + battles + 1;
  let done = 0;
  const advance = (by: number): void => {
    done += by;
    total = Math.max(total, done);
    onProgress(done, total);
  };
  const checkPages = async <Key>(
    first: Key,
    checkPage: (at: WholeWorld, after: Key, until: Key | null) => Promise<PageCheck<Key>>,
  ): Promise<void> => {
    for (let next: Key | null = first; next !== null;) {
      const after: Key = next;
      const { found, last, size } = await withSnapshot(db, settings, (at) => checkPage(at, after, null));
      if (found.size > 0) {
        const again = await withSnapshot(db, settings, (at) => checkPage(at, after, last));
        report(confirm(found, again.found));
      }
      next = last;
      advance(size);
    }
  };

  await checkPages('00000000-0000-0000-0000-000000000000', checkEmpires);
  await checkPages(-1, checkBattles);
  const found = await withSnapshot(db, settings, checkWorld);
  if (found.size > 0) report(confirm(found, await withSnapshot(db, settings, checkWorld)));
  advance(1);
  return results;
}
