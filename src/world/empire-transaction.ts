/**
 * The one transaction that changes empires: it locks and loads them, applies what is due, lets the caller change
 * them, and saves those that the caller names, with their events and log entries. Commands, contacts, the clock and
 * operators differ only in what they lock, what they apply and what they save.
 */
import { randomUUID } from 'node:crypto';
import type { StoredResponse } from '../idempotency/store.ts';
import { transaction, type Ending, type Tx } from '../db/transaction.ts';
import { advance, contactsDue } from '../game/advance.ts';
import type { GameEvent, Emit } from '../game/events.ts';
import type { Battle, Empire, WorldSlice } from '../game/types.ts';
import { logEntriesOf } from './event-log.ts';
import type { CommittedChange, WorldDeps } from './deps.ts';
import { notificationsOf } from './notifications.ts';
import { lockAndLoad, type Lock, type LockedSlice } from './load.ts';
import { battleRandomOf } from './battle-random.ts';
import { save, snapshotOf } from './save.ts';

/** What a command may see and change. It decides first and changes after: a refusal leaves no trace. */
export interface CommandScope {
  world: WorldSlice;
  empire: Empire;
  now: number;
  speed: number;
  newId: () => string;
  emit: Emit;
}

/** The empires that were locked, with what was due applied. */
interface CurrentEmpires extends LockedSlice {
  /** Both sides of every contact that was due when they were loaded. */
  blockedIds: ReadonlySet<string>;
  due: readonly GameEvent[];
  /** The scope of a command for one of these empires. */
  scopeOf: (empire: Empire) => CommandScope;
}

interface Change<T> {
  value: T;
  /** Of the loaded empires, those to save. The others keep their rows; with none, the transaction is rolled back. */
  savedIds: ReadonlySet<string>;
  answers?: readonly StoredResponse[];
  /** Sends what is written after the save, with COMMIT. */
  write?: (tx: Tx) => Promise<unknown>;
}

interface EmpireTransaction<T> {
  lock: Lock;
  /** Applies what is due and returns it; without it, empires without a due contact are advanced to now. */
  applyDue?: (world: WorldSlice, contacts: readonly Battle[]) => GameEvent[];
  /** Whether every saved empire gets an `empire_update`, also where its counts are as before. */
  announces: boolean;
  /** Called once an attempt, as a deadlock repeats the transaction: keeps nothing outside. What it throws rolls back. */
  change: (current: CurrentEmpires) => Change<T>;
}

/** What was committed; nothing was where `committed` is null. */
export interface Changed<T> {
  value: T;
  /** For `afterCommit`. */
  committed: CommittedChange | null;
}

/** Changes empires in one transaction: two round trips, three with a query that locks. */
export function changeEmpires<T>(
  deps: WorldDeps,
  { lock, applyDue, announces, change }: EmpireTransaction<T>,
): Promise<Changed<T>> {
  return transaction(deps.pool, async (tx): Promise<Ending<Changed<T>>> => {
    const slice = await lockAndLoad(tx, lock, deps);
    const { world, now } = slice;
    const empiresWhere = (isWanted: (id: string) => boolean): WorldSlice['empires'] =>
      new Map([...world.empires].filter(([id]) => isWanted(id)));
    const contacts = contactsDue(world, now);
    const blockedIds = new Set(contacts.flatMap(({ attackerId, defenderId }) => [attackerId, defenderId]));
    const before = snapshotOf(world);
    // An empire is never advanced past a contact, which comes first and brings it along.
    const free = { ...world, empires: empiresWhere((id) => !blockedIds.has(id)), battles: new Map() };
    const due = applyDue === undefined ? advance(free, now, battleRandomOf) : applyDue(world, contacts);
    const gameEvents = [...due];
    const emit = (gameEvent: GameEvent) => gameEvents.push(gameEvent);
    const scopeOf = (empire: Empire): CommandScope => {
      const at = Math.max(now, empire.settledAt);
      return { world, empire, now: at, speed: world.speed, newId: randomUUID, emit };
    };
    const { value, savedIds, answers = [], write } = change({ ...slice, blockedIds, due, scopeOf });
    if (savedIds.size === 0) return { value: { value, committed: null }, writes: null };

    const changed: WorldSlice = { ...world, empires: empiresWhere((id) => savedIds.has(id)) };
    const isSaved = (gameEvent: GameEvent): boolean =>
      savedIds.has('empireId' in gameEvent ? gameEvent.empireId : gameEvent.attackerId);
    const savedEvents = gameEvents.filter(isSaved);
    const events = notificationsOf(changed, before.empires, savedEvents, announces ? savedIds : new Set());
    const announcements = { events, entries: logEntriesOf(changed, savedEvents), answers };
    const saving = save(tx, changed, before, savedIds, announcements);
    return {
      value: { value, committed: { changed, due: due.filter(isSaved), now } },
      writes: write === undefined ? [saving] : [saving, write(tx)],
    };
  });
}
