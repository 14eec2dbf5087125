/**
 * Verifying a world, also while it is played: page by page, each read in a snapshot of its own that locks nothing.
 * What contradicts is read a second time before it is told.
 */
import { z } from 'zod';
import { count, integer, moment } from '../../db/columns.ts';
import { applicationNames } from '../../db/names.ts';
import { select, selectOptional, statement, type Db } from '../../db/pool.ts';
import { empireStates, type WorldSettings } from '../load.ts';
import { battleRow, realmRow, toBattle, toEmpire } from '../rows.ts';
import type { BattlePage, DecidedBattle, EmpirePage, Violation, Invariant } from './invariant.ts';
import { battleInvariants, empireInvariants, worldInvariants } from './invariants.ts';

const empiresAtOnce = 100;
const battlesAtOnce = 200;
/** Of each invariant so many faults are told one by one; all are counted. */
const maxReported = 1_000;

/** What came of one invariant. */
export interface Verdict {
  name: string;
  title: string;
  wrong: number;
  /** The first of them. */
  faults: (Violation & { hint: string | null })[];
}

const selectMoment = statement(
  'selectMoment',
  `SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms,
     (SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = '${applicationNames.feed}') AS servers`,
  z.strictObject({ now_ms: moment, servers: count }),
);

const selectEmpirePage = statement(
  'selectEmpirePage',
  `SELECT state FROM ${empireStates} WHERE id > $1 AND ($2::uuid IS NULL OR id <= $2) ORDER BY id LIMIT $3`,
  z.strictObject({ state: realmRow.extend({ score: integer }) }),
);

const selectBattlePage = statement(
  'selectBattlePage',
  `SELECT * FROM battles
   WHERE outcome IS NOT NULL AND number > $1 AND ($2::bigint IS NULL OR number <= $2) ORDER BY number LIMIT $3`,
  battleRow,
);

const selectWork = statement(
  'selectWork',
  `SELECT (SELECT count(*) FROM empires) AS empires,
     (SELECT count(*) FROM battles WHERE outcome IS NOT NULL) AS battles`,
  z.strictObject({ empires: count, battles: count }),
);

interface Snapshot {
  db: Db;
  settings: WorldSettings;
  now: number;
  servers: number;
}

/** What was found, by the invariant's name. */
type ViolationsByInvariant = Map<string, Violation[]>;

/** A look at one page: how far it went, and what it found. */
interface Look<Key> {
  found: ViolationsByInvariant;
  /** Of the last row, or null where there was none. */
  last: Key | null;
  size: number;
}

async function lookInSnapshot<T>(
  db: Db,
  settings: WorldSettings,
  look: (at: Snapshot) => Promise<T>,
): Promise<T> {
  const run = (text: string) => db.query({ name: text, text, values: [] });
  await run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const moment = await selectOptional(db, selectMoment, []);
    return await look({ db, settings, now: moment?.now_ms ?? 0, servers: moment?.servers ?? 0 });
  } finally {
    await run('ROLLBACK');
  }
}

async function examine<Page>(
  invariants: readonly Invariant<Page>[],
  page: Page,
): Promise<ViolationsByInvariant> {
  const found: ViolationsByInvariant = new Map();
  for (const { name, check } of invariants) {
    const faults = await check(page);
    if (faults.length > 0) found.set(name, faults);
  }
  return found;
}

/** Those of the second look that were there in the first. */
function confirm(first: ViolationsByInvariant, second: ViolationsByInvariant): ViolationsByInvariant {
  const confirmed: ViolationsByInvariant = new Map();
  for (const [name, faults] of second) {
    const known = new Set(first.get(name)?.map(({ id }) => id));
    const both = faults.filter(({ id }) => known.has(id));
    if (both.length > 0) confirmed.set(name, both);
  }
  return confirmed;
}

async function lookAtEmpires(at: Snapshot, after: string, until: string | null): Promise<Look<string>> {
  const loaded = await select(at.db, selectEmpirePage, [after, until, empiresAtOnce]);
  const rows = loaded.map(({ state }) => state);
  const states = rows.map((row) => ({ row, empire: toEmpire(row), battles: row.battles.map(toBattle) }));
  const page: EmpirePage = { ...at, states, empireIds: rows.map(({ id }) => id) };
  return { found: await examine(empireInvariants, page), last: rows.at(-1)?.id ?? null, size: rows.length };
}

async function lookAtBattles(at: Snapshot, after: number, until: number | null): Promise<Look<number>> {
  const rows = await select(at.db, selectBattlePage, [after, until, battlesAtOnce]);
  const battles = rows.map((row) => ({ ...toBattle(row), endsAt: row.ends_at }) as DecidedBattle);
  const page: BattlePage = { ...at, battles };
  return {
    found: await examine(battleInvariants, page),
    last: rows.at(-1)?.number ?? null,
    size: rows.length,
  };
}

async function lookAtWorld(at: Snapshot): Promise<ViolationsByInvariant> {
  return examine(worldInvariants, { ...at, isServed: at.servers > 0 });
}

/**
 * Holds every invariant against the world in this database; settles and changes nothing.
 * @param db one connection, used by nobody else meanwhile
 * @param onProgress is told how much is done of how much
 */
export async function verifyWorld(
  db: Db,
  settings: WorldSettings,
  onProgress: (done: number, of: number) => void,
): Promise<Verdict[]> {
  const invariants = [...empireInvariants, ...battleInvariants, ...worldInvariants];
  const verdicts = invariants.map(({ name, title }): Verdict => ({ name, title, wrong: 0, faults: [] }));
  const take = (found: ViolationsByInvariant): void => {
    invariants.forEach(({ name, hint }, index) => {
      const verdict = verdicts[index];
      const faults = found.get(name) ?? [];
      if (verdict === undefined) return;
      verdict.wrong += faults.length;
      for (const fault of faults.slice(0, maxReported - verdict.faults.length)) {
        verdict.faults.push({ ...fault, hint: hint?.(fault.id) ?? null });
      }
    });
  };

  const work = await selectOptional(db, selectWork, []);
  let total = (work?.empires ?? 0) + (work?.battles ?? 0) + 1;
  let done = 0;
  const advance = (by: number): void => {
    done += by;
    total = Math.max(total, done);
    onProgress(done, total);
  };
  const walk = async <Key>(
    first: Key,
    look: (at: Snapshot, after: Key, until: Key | null) => Promise<Look<Key>>,
  ): Promise<void> => {
    for (let after = first; ;) {
      const { found, last, size } = await lookInSnapshot(db, settings, (at) => look(at, after, null));
      if (last === null) return;
      if (found.size > 0) {
        const again = await lookInSnapshot(db, settings, (at) => look(at, after, last));
        take(confirm(found, again.found));
      }
      after = last;
      advance(size);
    }
  };

  await walk('00000000-0000-0000-0000-000000000000', lookAtEmpires);
  await walk(-1, lookAtBattles);
  const found = await lookInSnapshot(db, settings, lookAtWorld);
  if (found.size > 0) take(confirm(found, await lookInSnapshot(db, settings, lookAtWorld)));
  advance(1);
  return verdicts;
}
