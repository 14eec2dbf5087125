/**
 * What an invariant is: something that must hold of every empire, of every decided battle, or of the world as a
 * whole, as a small function that says in words what does not.
 */
import type { Db } from '../../db/pool.ts';
import type { Battle, Empire } from '../../game/types.ts';
import type { WorldSettings } from '../load.ts';
import type { EmpireStateRow } from '../rows.ts';

/** Something that does not hold. */
export interface Violation {
  /** What it is found in: an empire's id, a battle's, a user's, or the name of a constraint. */
  id: string;
  /** A sentence that says what is wrong. */
  sentence: string;
}

/** What is read in one snapshot of the database. */
interface Snapshot {
  db: Db;
  settings: WorldSettings;
  /** The database's moment. */
  now: number;
}

/** An empire as it is stored, and as the game sees it. */
export interface EmpireState {
  row: EmpireStateRow & { score: number };
  empire: Empire;
  /** Undecided ones in which it takes part. */
  battles: Battle[];
}

export interface EmpirePage extends Snapshot {
  empireIds: string[];
  states: EmpireState[];
}

export type DecidedBattle = Battle & { outcome: NonNullable<Battle['outcome']>; endsAt: number | null };

export interface BattlePage extends Snapshot {
  battles: DecidedBattle[];
}

export interface WholeWorld extends Snapshot {
  /** Whether a server is at work: else nothing that is due is applied, and nothing is late. */
  isServed: boolean;
}

export type Check<Page> = (page: Page) => Violation[] | Promise<Violation[]>;

export interface Invariant<Page> {
  name: string;
  /** What holds, in words. */
  title: string;
  check: Check<Page>;
  /** A command that may mend it. */
  hint?: (id: string) => string;
}

/** A check of each empire by itself. */
export function ofEach(sentencesOf: (state: EmpireState, page: EmpirePage) => string[]): Check<EmpirePage> {
  return (page) =>
    page.states.flatMap((state) =>
      sentencesOf(state, page).map((sentence) => ({
        id: state.empire.id,
        sentence: `${state.empire.name}: ${sentence}`,
      })),
    );
}
