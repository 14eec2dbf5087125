/** One attempt to change empires, in one transaction. `change` (change.ts) repeats it until its empires are free. */
import { transaction, type Tx, type Writer } from '../db/transaction.ts';
import { advance } from '../game/advance.ts';
import type { Emit, GameEvent } from '../game/events.ts';
import { meetingsDue, partyIdsOf, type Meeting } from '../game/contact/meetings.ts';
import type { Empire, WorldSlice } from '../game/types.ts';
import { battleRandomOf } from './battle-random.ts';
import { afterCommit, type CommittedChange, type WorldDeps } from './deps.ts';
import { logEntriesOf } from './log/event-log.ts';
import { notificationsOf } from './log/notifications.ts';
import { reignEndsOf } from './reigns.ts';
import { lockAndLoad, type Lock, type LockedSlice } from './rows/load.ts';
import { save } from './save.ts';

/** What a command may read and change. A command decides first and changes afterwards, so a refusal leaves no trace. */
export interface CommandScope {
  world: WorldSlice;
  empire: Empire;
  now: number;
  speed: number;
  newId: () => string;
  emit: Emit;
}

export interface ChangeScope extends CommandScope {
  /** The save deletes the empire with its battles and all that it owns, except seats. */
  remove: () => void;
}

export interface CurrentEmpires<Others> extends LockedSlice<Others> {
  /** The empires of every meeting that was due at the load. */
  blockedIds: ReadonlySet<string>;
  due: readonly GameEvent[];
  scopeOf: (empire: Empire) => ChangeScope;
  /** Takes writes that follow the save of the empires. */
  tx: Writer;
}

export interface AttemptOptions<Others> {
  lock: Lock;
  /** Locks and reads rows of other tables, after the lock of the empires. */
  lockOthers?: (tx: Tx) => Promise<Others>;
  /** Applies due work and returns its events. The default advances empires without a due meeting to now. */
  applyDue?: (world: WorldSlice, meetings: readonly Meeting[]) => GameEvent[];
  /** Whether every saved empire gets an `empire_update`. */
  notifies?: boolean;
}

export interface Decision<T> {
  value: T;
  /** The empires to save. Without any, and without a write, the transaction is rolled back. */
  savedIds: ReadonlySet<string>;
}

const only = (empires: WorldSlice['empires'], isIncluded: (id: string) => boolean): WorldSlice['empires'] =>
  new Map([...empires].filter(([id]) => isIncluded(id)));

/**
 * Changes empires that no other transaction holds.
 * @param decide runs once per attempt, because a deadlock repeats the transaction: it must keep no state outside. A
 *   throw rolls back.
 */
export async function attempt<T, Others = null>(
  deps: WorldDeps,
  { lock, lockOthers, applyDue, notifies = false }: AttemptOptions<Others>,
  decide: (current: CurrentEmpires<Others>) => Decision<T>,
): Promise<T> {
  const { value, committed } = await transaction(deps.pool, async (tx) => {
    // 1 and 2: lock and load.
    const loaded = await lockAndLoad(tx, lock, deps, lockOthers);
    const { world, before, now } = loaded;

    // 3: advance. An empire never advances past a meeting, which advances its empires itself.
    const meetings = meetingsDue(world, now);
    const blockedIds = new Set(meetings.flatMap((meeting) => partyIdsOf(world, meeting)));
    const unblocked = only(world.empires, (id) => !blockedIds.has(id));
    // Due work may rename their defenders.
    const notDue = new Map([...world.battles].filter(([, { contactAt }]) => contactAt > now));
    const due =
      applyDue === undefined
        ? advance({ ...world, empires: unblocked, battles: notDue }, now, battleRandomOf)
        : applyDue(world, meetings);
    // Entries name cities and empires as they were before the change.
    const entriesOfDue = new Map(due.map((gameEvent) => [gameEvent, logEntriesOf(world, [gameEvent])]));

    // 4: decide and change.
    const gameEvents = [...due];
    const emit: Emit = (gameEvent) => {
      gameEvents.push(gameEvent);
    };
    const removedIds: string[] = [];
    const scopeOf = (empire: Empire): ChangeScope => {
      const at = Math.max(now, empire.advancedAt);
      const remove = (): void => void removedIds.push(empire.id);
      return { world, empire, now: at, speed: world.speed, newId: deps.random.uuid, emit, remove };
    };
    const further: Parameters<Writer['write']>[] = [];
    const later: Writer = { write: (...args) => further.push(args) };
    const decision = decide({ ...loaded, blockedIds, due, scopeOf, tx: later });
    const { savedIds } = decision;
    if (savedIds.size === 0 && further.length === 0) {
      tx.discard();
      return { value: decision.value, committed: null };
    }

    // 5: save.
    const changed: WorldSlice = { ...world, empires: only(world.empires, (id) => savedIds.has(id)) };
    const isSaved = (gameEvent: GameEvent): boolean =>
      savedIds.has('empireId' in gameEvent ? gameEvent.empireId : gameEvent.attackerId);
    const savedEvents = gameEvents.filter(isSaved);
    save(tx, changed, before, savedIds, {
      events: notificationsOf(changed, before.empires, savedEvents, notifies ? savedIds : new Set()),
      entries: savedEvents.flatMap((event) => entriesOfDue.get(event) ?? logEntriesOf(changed, [event])),
      reignEnds: reignEndsOf(savedEvents, changed),
      removedIds,
    });
    for (const args of further) tx.write(...args);
    if (deps.isTrial === true) tx.tryOnly();

    // 6: commit, at the end of the transaction.
    const done: CommittedChange = { changed, due: due.filter(isSaved), now };
    return { value: decision.value, committed: done };
  });
  if (committed !== null && deps.isTrial !== true) afterCommit(deps, committed);
  return value;
}
