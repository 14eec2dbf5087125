/**
 * The write path: the one transaction that changes empires. Commands, due work, contacts, admin changes and foundings
 * differ only in what they lock, apply and save. Around it, execute-command.ts combines waiting commands in a batch.
 */
import { maxCheckAgeMs, type Caller } from '../idempotency/caller.ts';
import type { StoredResponse } from '../idempotency/store.ts';
import { transaction, type Ending, type Tx } from '../db/transaction.ts';
import { advance } from '../game/advance.ts';
import { meetingsDue, partyIdsOf, type Meeting } from '../game/contact/meetings.ts';
import type { Emit, GameEvent } from '../game/events.ts';
import type { Empire, WorldSlice } from '../game/types.ts';
import { battleRandomOf } from './battle-random.ts';
import { afterCommit, type CommittedChange, type WorldDeps } from './deps.ts';
import { logEntriesOf, type NewLogEntry } from './log/event-log.ts';
import { lockAndLoad, type Lock, type LockedSlice } from './rows/load.ts';
import { notificationsOf } from './log/notifications.ts';
import { reignEndsOf } from './reigns.ts';
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
  /** The empires of every meeting that was due at the load. */
  blockedIds: ReadonlySet<string>;
  due: readonly GameEvent[];
  /** Whether the session of one of the callers has ended: nothing may be written for it. */
  hasEnded: (caller: Caller | null) => boolean;
  /** The scope of a command for one of these empires. */
  scopeOf: (empire: Empire) => CommandScope;
}

export interface ChangeResult<T> {
  value: T;
  /** The empires to save. The others keep their rows; without any, and without `write`, the transaction rolls back. */
  savedIds: ReadonlySet<string>;
  responses?: readonly StoredResponse[];
  /** Entries of event logs that follow from no event. */
  entries?: readonly NewLogEntry[];
  /** Sends further writes after the save, together with COMMIT. */
  write?: (tx: Tx) => Promise<unknown>;
}

export interface EmpireChange<T> {
  lock: Lock;
  /** The callers for whom it writes; `change` asks whether their sessions have ended. */
  callers?: readonly (Caller | null)[];
  /** Locks and reads rows of other tables, in the round trip of the empires, after their lock. */
  readOthers?: (tx: Tx) => Promise<unknown>;
  /** Applies due work and returns its events. The default advances empires without a due meeting to now. */
  applyDue?: (world: WorldSlice, meetings: readonly Meeting[]) => GameEvent[];
  /** Whether every saved empire gets an `empire_update`, even if its counts have not changed. */
  announces?: boolean;
  /** Runs once per attempt, because a deadlock repeats the transaction: it must keep no state outside. A throw rolls back. */
  change: (current: CurrentEmpires) => ChangeResult<T>;
}

interface Done<T> {
  value: T;
  /** Null if nothing was saved. */
  committed: CommittedChange | null;
}

const only = (empires: WorldSlice['empires'], isIncluded: (id: string) => boolean): WorldSlice['empires'] =>
  new Map([...empires].filter(([id]) => isIncluded(id)));

/** Changes empires in one transaction. It takes two round trips, or three with a function that locks. */
export async function changeEmpires<T>(deps: WorldDeps, options: EmpireChange<T>): Promise<T> {
  const { lock, callers = [], readOthers, applyDue, announces = false, change } = options;
  const sessionIds = [...new Set(callers.flatMap((caller) => caller?.sessionId ?? []))];
  const { value, committed } = await transaction(deps.pool, async (tx): Promise<Ending<Done<T>>> => {
    // 1 and 2: lock, and load what no other transaction holds.
    const loaded = await lockAndLoad(tx, lock, deps, sessionIds, readOthers);
    const { world, before, now } = loaded;

    // 3: advance. An empire never advances past a meeting: the meeting comes first and advances its empires itself.
    const meetings = meetingsDue(world, now);
    const blockedIds = new Set(meetings.flatMap((meeting) => partyIdsOf(world, meeting)));
    const unblocked = only(world.empires, (id) => !blockedIds.has(id));
    // Due work may rename their defenders.
    const notDue = new Map([...world.battles].filter(([, { contactAt }]) => contactAt > now));
    const due =
      applyDue === undefined
        ? advance({ ...world, empires: unblocked, battles: notDue }, now, battleRandomOf)
        : applyDue(world, meetings);
    // Their entries name cities and empires as they were then, before the change.
    const entriesOfDue = new Map(due.map((gameEvent) => [gameEvent, logEntriesOf(world, [gameEvent])]));

    // 4: decide and change.
    const gameEvents = [...due];
    const emit: Emit = (gameEvent) => {
      gameEvents.push(gameEvent);
    };
    const scopeOf = (empire: Empire): CommandScope => {
      const at = Math.max(now, empire.advancedAt);
      return { world, empire, now: at, speed: world.speed, newId: deps.random.uuid, emit };
    };
    const hasEnded = (caller: Caller | null): boolean =>
      caller !== null && (loaded.endedSessionIds.has(caller.sessionId) || caller.expiresAt <= now);
    const result = change({ ...loaded, blockedIds, due, hasEnded, scopeOf });
    const { value: changedValue, savedIds, responses = [], entries = [], write } = result;
    if (savedIds.size === 0 && write === undefined)
      return { value: { value: changedValue, committed: null }, writes: null };

    // 5: save, with the notifications, event log entries and stored responses.
    const changed: WorldSlice = { ...world, empires: only(world.empires, (id) => savedIds.has(id)) };
    const isSaved = (gameEvent: GameEvent): boolean =>
      savedIds.has('empireId' in gameEvent ? gameEvent.empireId : gameEvent.attackerId);
    const savedEvents = gameEvents.filter(isSaved);
    const saving = save(tx, changed, before, savedIds, {
      events: notificationsOf(changed, before.empires, savedEvents, announces ? savedIds : new Set()),
      entries: [
        ...entries,
        ...savedEvents.flatMap((event) => entriesOfDue.get(event) ?? logEntriesOf(changed, [event])),
      ],
      reignEnds: reignEndsOf(savedEvents, changed),
      responses,
    });

    // 6: commit, in the round trip of the save.
    const done: CommittedChange = { changed, due: due.filter(isSaved), now };
    return {
      value: { value: changedValue, committed: done },
      writes: write === undefined ? [saving] : [saving, write(tx)],
      ...(sessionIds.length === 0 ? {} : { commitBefore: loaded.checkedAt + maxCheckAgeMs }),
    };
  });
  if (committed !== null) afterCommit(deps, committed);
  return value;
}
