/**
 * The one transaction that changes empires: it locks and loads them, applies what is due, lets the caller change
 * them, and saves those that the caller names, with their events and log entries. Commands, contacts, the clock and
 * operators differ only in what they lock, what they apply and what they save.
 */
import { randomUUID } from 'node:crypto';
import type { KeptAnswer } from '../db/receipts.ts';
import { transaction } from '../db/transaction.ts';
import type { Ending, Tx } from '../db/transaction.ts';
import { advance, contactsDue } from '../game/advance.ts';
import type { Happening, Tell } from '../game/happenings.ts';
import type { Battle, Empire, World } from '../game/types.ts';
import { entriesOf } from './chronicle.ts';
import type { Settled, WorldDeps } from './deps.ts';
import { eventsOf } from './events.ts';
import { load, lockAndLoad } from './load.ts';
import type { LockedSlice } from './load.ts';
import { rollsOf } from './rolls.ts';
import { save, snapshotOf } from './save.ts';

/** What a command may see and change. It decides first and changes after: a refusal leaves no trace. */
export interface Scope {
  world: World;
  empire: Empire;
  now: number;
  speed: number;
  newId: () => string;
  tell: Tell;
}

/** The empires that were locked, with their battles. */
export interface LoadedEmpires extends LockedSlice {
  /** Contacts that are due, in the order in which they are to be decided. */
  contacts: readonly Battle[];
  /** Both sides of these contacts; a contact is decided before anything later of its sides. */
  blockedIds: ReadonlySet<string>;
}

/** What a caller may change: what was due of it is applied. */
interface CurrentEmpires extends LoadedEmpires {
  due: readonly Happening[];
  /** The scope of a command for one of these empires. */
  scopeOf: (empire: Empire) => Scope;
}

interface Change<T> {
  value: T;
  /** Of the loaded empires, those to save. The others keep their rows; with none, the transaction is rolled back. */
  savedIds: ReadonlySet<string>;
  answers?: readonly KeptAnswer[];
  /** Sends what is written after the save, with COMMIT. */
  write?: (tx: Tx) => Promise<unknown>;
}

interface EmpireTransaction<T> {
  /** The empires to lock, of which those that somebody else holds are left out; or a query that locks some and returns their ids. */
  lock: readonly string[] | ((tx: Tx) => Promise<string[]>);
  /** Applies what is due and returns it; without it, every empire that is not blocked is advanced to now. */
  applyDue?: (loaded: LoadedEmpires) => Happening[];
  /** Whether every saved empire gets an `empire_update`, also where its counts are as before. */
  announces: boolean;
  /** Called once an attempt, as a deadlock repeats the transaction: it keeps nothing outside. What it throws rolls back. */
  change: (current: CurrentEmpires) => Change<T>;
}

/** What was committed; nothing was where `settled` is null. */
export interface Changed<T> {
  value: T;
  /** For `noteSettled`. */
  settled: Settled | null;
}

function advanceUnblocked({ world, now, blockedIds }: LoadedEmpires): Happening[] {
  const empires = new Map([...world.empires].filter(([id]) => !blockedIds.has(id)));
  return advance({ ...world, empires, battles: new Map() }, now, rollsOf);
}

/** Changes empires in one transaction: two round trips, three with a query that locks. */
export function changeEmpires<T>(
  { pool, settings, clock }: WorldDeps,
  { lock, applyDue = advanceUnblocked, announces, change }: EmpireTransaction<T>,
): Promise<Changed<T>> {
  return transaction(pool, async (tx): Promise<Ending<Changed<T>>> => {
    const slice =
      typeof lock === 'function'
        ? await load(tx, await lock(tx), settings, clock)
        : await lockAndLoad(tx, lock, settings, clock);
    const { world, now } = slice;
    const contacts = contactsDue(world, now);
    const blockedIds = new Set(contacts.flatMap(({ attackerId, defenderId }) => [attackerId, defenderId]));
    const loaded = { ...slice, contacts, blockedIds };
    const before = snapshotOf(world);
    const due = applyDue(loaded);
    const happened = [...due];
    const tell = (happening: Happening) => happened.push(happening);
    const { speed } = world;
    const scopeOf = (empire: Empire): Scope => {
      return { world, empire, now: Math.max(now, empire.settledAt), speed, newId: randomUUID, tell };
    };
    const { value, savedIds, answers = [], write } = change({ ...loaded, due, scopeOf });
    if (savedIds.size === 0) return { value: { value, settled: null }, writes: null };

    const changed: World = {
      ...world,
      empires: new Map([...world.empires].filter(([id]) => savedIds.has(id))),
    };
    const isSaved = (happening: Happening): boolean =>
      savedIds.has('empireId' in happening ? happening.empireId : happening.attackerId);
    const told = happened.filter(isSaved);
    const events = eventsOf(changed, before.empires, told, announces ? savedIds : new Set());
    const saving = save(tx, changed, before, savedIds, {
      events,
      entries: entriesOf(changed, told),
      answers,
    });
    return {
      value: { value, settled: { changed, due: due.filter(isSaved), now } },
      writes: write === undefined ? [saving] : [saving, write(tx)],
    };
  });
}
