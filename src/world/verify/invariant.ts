/** Invariants: rules for every empire, every decided battle, or the whole world. */
import { z } from 'zod';
import { uuid } from '../../db/columns.ts';
import { select, statement, type Db } from '../../db/pool.ts';
import type { Battle } from '../../game/battle-types.ts';
import type { Empire } from '../../game/types.ts';
import type { WorldSettings } from '../rows/load.ts';
import type { EmpireStateRow } from '../rows/rows.ts';

export interface Violation {
  /** Of an empire, a battle or a user. */
  id: string;
  /** For operators. */
  sentence: string;
}

const violationRow = z.strictObject({ id: uuid, sentence: z.string() }) satisfies z.ZodType<Violation>;

/** One snapshot of the database. */
export interface WholeWorld {
  db: Db;
  settings: WorldSettings;
  /** Milliseconds since 1970, by the database clock. */
  now: number;
  /** Without a connected instance, no due work is applied, so nothing counts as late. */
  isServed: boolean;
}

export interface CheckedEmpire {
  row: EmpireStateRow & { score: number };
  empire: Empire;
  battles: Battle[];
}

export interface EmpirePage extends WholeWorld {
  empireIds: string[];
  states: CheckedEmpire[];
}

export type DecidedBattle = Battle & { outcome: NonNullable<Battle['outcome']>; endsAt: number | null };

export interface BattlePage extends WholeWorld {
  battles: DecidedBattle[];
}

export type Check<Page> = (page: Page) => Violation[] | Promise<Violation[]>;

export interface Invariant<Page> {
  name: string;
  /** For operators. */
  title: string;
  check: Check<Page>;
  /** An admin command that may repair the violation. */
  hint?: (id: string) => string;
}

export function checkEachEmpire(
  sentencesOf: (state: CheckedEmpire, page: EmpirePage) => string[],
): Check<EmpirePage> {
  return (page) =>
    page.states.flatMap((state) =>
      sentencesOf(state, page).map((sentence) => ({
        id: state.empire.id,
        sentence: `${state.empire.name}: ${sentence}`,
      })),
    );
}

/** SQL: a moment as the game sends it. */
export const isoSql = (at: string): string =>
  `to_char(to_timestamp(${at} / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export function checkBySql<Page extends Pick<WholeWorld, 'db'>>(
  name: string,
  { sql, values = () => [] }: { sql: string; values?: (page: Page) => unknown[] },
): Check<Page> {
  const violations = statement(name, { sql, row: violationRow });
  return (page) => select(page.db, violations, values(page));
}
