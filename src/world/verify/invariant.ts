/**
 * The types of invariants. An invariant is a rule for every empire, every decided battle, or the whole world; its
 * check returns the violations as sentences.
 */
import { z } from 'zod';
import { uuid } from '../../db/columns.ts';
import { select, statement, type Db } from '../../db/pool.ts';
import type { Battle } from '../../game/battle-types.ts';
import type { Empire } from '../../game/types.ts';
import type { WorldSettings } from '../rows/load.ts';
import type { EmpireStateRow } from '../rows/rows.ts';

export interface Violation {
  /** The id of an empire, a battle or a user. */
  id: string;
  /** A sentence for operators. */
  sentence: string;
}

/** A violation as the SQL of an invariant returns it. */
const violationRow = z.strictObject({ id: uuid, sentence: z.string() }) satisfies z.ZodType<Violation>;

/** One snapshot of the database, with the whole world. */
export interface WholeWorld {
  db: Db;
  settings: WorldSettings;
  /** The time of the database, in milliseconds since 1970. */
  now: number;
  /** Whether an instance is connected. Without one, no due work is applied, so nothing counts as late. */
  isServed: boolean;
}

/** An empire as stored row and as object of the game. */
export interface CheckedEmpire {
  row: EmpireStateRow & { score: number };
  empire: Empire;
  /** The undecided battles in which it takes part. */
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
  /** The rule as a sentence for operators. */
  title: string;
  check: Check<Page>;
  /** An admin command that may repair the violation with this id. */
  hint?: (id: string) => string;
}

/** Builds a check of a page from a check of a single empire. */
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

/** Builds a check from SQL that finds the violations. Without `values`, it has no parameters. */
export function checkBySql<Page extends Pick<WholeWorld, 'db'>>(
  name: string,
  { sql, values = () => [] }: { sql: string; values?: (page: Page) => unknown[] },
): Check<Page> {
  const violations = statement(name, { sql, row: violationRow });
  return (page) => select(page.db, violations, values(page));
}
