/**
 * The one transaction that changes empires: lock, load, apply due work, let the caller change them and name the ones to
 * save. Commands, contacts, the clock and admin changes differ only in what they lock, apply and save.
 */
import { randomUUID } from 'node:crypto';
import type { StoredResponse } from '../idempotency/store.ts';
import type { EmpireVersion } from '../db/row-versions.ts';
import { transaction, type Ending, type Tx } from '../db/transaction.ts';
import { advance, contactsDue } from '../game/advance.ts';
import type { GameEvent, Emit } from '../game/events.ts';
import type { Battle } from '../game/battle-types.ts';
import type { Empire, WorldSlice } from '../game/types.ts';
import { logEntriesOf } from './event-log.ts';
import type { CommittedChange, WorldDeps } from './deps.ts';
import { notificationsOf } from './notifications.ts';
import { crownsOf } from './reigns.ts';
import { lockAndLoad, type Lock, type LockedSlice } from './load.ts';
import { battleRandomOf } from './battle-random.ts';
import { save } from './save.ts';

/** The data that a command may read and change. A command decides first and changes afterwards, so a refusal leaves no trace. */
export interface CommandScope {
  world: WorldSlice;
  empire: Empire;
  now: number;
  speed: number;
  newId: () => string;
  emit: Emit;
}

/** The locked empires, after due work has been applied. */
export interface CurrentEmpires extends LockedSlice {
  /** Both sides of every contact that was due at the load. */
  blockedIds: ReadonlySet<string>;
  due: readonly GameEvent[];
  /** The scope of a command for one of these empires. */
  scopeOf: (empire: Empire) => CommandScope;
}

export interface ChangeResult<T> {
  value: T;
  /** The loaded empires to save. The others keep their rows; an empty set rolls the transaction back. */
  savedIds: ReadonlySet<string>;
  answers?: readonly StoredResponse[];
  /** Sends further writes after the save, together with COMMIT. */
  write?: (tx: Tx) => Promise<unknown>;
}

interface EmpireTransaction<T> {
  lock: Lock;
  /** Locks and reads rows of other tables, in the round trip of the empires, after their lock. Only with a list of ids. */
  readOthers?: (tx: Tx) => Promise<unknown>;
  /** Applies due work and returns its events. The default advances empires without a due contact to now. */
  applyDue?: (world: WorldSlice, contacts: readonly Battle[]) => GameEvent[];
  /** Whether every saved empire gets an `empire_update`, even if its counts have not changed. */
  announces: boolean;
  /** Runs once per attempt, because a deadlock repeats the transaction: it must keep no state outside. A throw rolls back. */
  change: (current: CurrentEmpires) => ChangeResult<T>;
}

export interface TransactionResult<T> {
  value: T;
  /** Input of `afterCommit`; null if the transaction was rolled back because it saved nothing. */
  committed: CommittedChange | null;
}

interface Attempt<T> extends TransactionResult<T> {
  versions: Promise<EmpireVersion[]> | null;
}

/** Changes empires in one transaction. It takes two round trips, or three with a query that locks. */
export async function changeEmpires<T>(
  deps: WorldDeps,
  { lock, readOthers, applyDue, announces, change }: EmpireTransaction<T>,
): Promise<TransactionResult<T>> {
  const { versions, ...result } = await transaction(deps.pool, async (tx): Promise<Ending<Attempt<T>>> => {
    const slice = await lockAndLoad(tx, lock, deps, readOthers);
    const { world, before, now } = slice;
    const empiresWhere = (isIncluded: (id: string) => boolean): WorldSlice['empires'] =>
      new Map([...world.empires].filter(([id]) => isIncluded(id)));
    const contacts = contactsDue(world, now);
    const blockedIds = new Set(contacts.flatMap(({ attackerId, defenderId }) => [attackerId, defenderId]));
    // An empire never advances past a contact: the contact comes first and advances both sides itself.
    const unblocked = { ...world, empires: empiresWhere((id) => !blockedIds.has(id)), battles: new Map() };
    const due = applyDue === undefined ? advance(unblocked, now, battleRandomOf) : applyDue(world, contacts);
    const gameEvents = [...due];
    const emit = (gameEvent: GameEvent) => gameEvents.push(gameEvent);
    const scopeOf = (empire: Empire): CommandScope => {
      const at = Math.max(now, empire.settledAt);
      return { world, empire, now: at, speed: world.speed, newId: randomUUID, emit };
    };
    const { value, savedIds, answers = [], write } = change({ ...slice, blockedIds, due, scopeOf });
    if (savedIds.size === 0) return { value: { value, committed: null, versions: null }, writes: null };

    const changed: WorldSlice = { ...world, empires: empiresWhere((id) => savedIds.has(id)) };
    const isSaved = (gameEvent: GameEvent): boolean =>
      savedIds.has('empireId' in gameEvent ? gameEvent.empireId : gameEvent.attackerId);
    const savedEvents = gameEvents.filter(isSaved);
    const events = notificationsOf(changed, before.empires, savedEvents, announces ? savedIds : new Set());
    const crowns = crownsOf(savedEvents, changed);
    const announcements = { events, entries: logEntriesOf(changed, savedEvents), crowns, answers };
    const saving = save(tx, changed, before, savedIds, announcements);
    return {
      value: { value, committed: { changed, due: due.filter(isSaved), now }, versions: saving },
      writes: write === undefined ? [saving] : [saving, write(tx)],
    };
  });
  const { cache } = deps;
  if (cache !== undefined && result.committed !== null) {
    for (const version of (await versions) ?? []) {
      const empire = result.committed.changed.empires.get(version.id);
      // Due work of absent players does not displace the empires of present ones.
      if (empire !== undefined && (announces || cache.get(version.id) !== undefined)) {
        cache.put({ ...empire, postings: null }, version);
      }
    }
  }
  return result;
}
