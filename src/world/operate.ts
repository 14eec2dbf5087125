/**
 * The operator's way into the world: as the write path does it (lock, load, settle, change, save), but in a
 * transaction of its own, with the audit row of the change in it, and without counting as a deed of the player.
 * The clocks of the instances find what is due after it at their next look, within a second.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { translateConstraint } from '../db/constraints.ts';
import { transaction } from '../db/transaction.ts';
import type { Ending, Tx } from '../db/transaction.ts';
import { advance, contactsDue } from '../game/advance.ts';
import type { Happening } from '../game/happenings.ts';
import { GameError } from '../kernel/errors.ts';
import type { Scope } from './act.ts';
import { decideContactsOf } from './contacts.ts';
import { entriesOf } from './chronicle.ts';
import type { WorldDeps } from './deps.ts';
import { eventsOf } from './events.ts';
import { lockAndLoad, lockPauseMs } from './load.ts';
import { rollsOf } from './rolls.ts';
import { save, snapshotOf } from './save.ts';

/** Players come first: nobody waits for the operator, who waits for them. */
const patienceMs = 10_000;

export interface Operation<T> {
  /** Locked together; the change may touch these and their battles. The first is the scope's `empire`. */
  empireIds: readonly [string, ...string[]];
  /** False only where settling is what fails: the change is made on what is stored. */
  settle: boolean;
  change: (scope: Scope) => T;
  /** What is written in the same transaction; sent, not awaited. */
  record: (tx: Tx, value: T) => Promise<unknown>;
}

/**
 * Changes empires for the operator. Throws NOT_FOUND where one is not there, BUSY when somebody else held one for
 * 10 s, and what `change` throws.
 */
export async function operate<T>(deps: WorldDeps, operation: Operation<T>): Promise<T> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const outcome = await attempt(deps, operation).catch((error: unknown) => {
      throw translateConstraint(error);
    });
    if (typeof outcome === 'object') return outcome.value;
    if (performance.now() > until) throw new GameError('BUSY');
    if (outcome === 'held elsewhere') await delay(lockPauseMs);
    else for (const id of operation.empireIds) await decideContactsOf(deps, id);
  }
}

type Outcome<T> = { value: T } | 'held elsewhere' | 'contact due';

async function attempt<T>(
  deps: WorldDeps,
  { empireIds, settle, change, record }: Operation<T>,
): Promise<Outcome<T>> {
  const { pool, settings, clock } = deps;
  return transaction(pool, async (tx): Promise<Ending<Outcome<T>>> => {
    const { world, now, heldIds } = await lockAndLoad(tx, empireIds, settings, clock);
    if (heldIds.size > 0) return { value: 'held elsewhere', writes: null };
    if (settle && contactsDue(world, now).length > 0) return { value: 'contact due', writes: null };
    const empire = world.empires.get(empireIds[0]);
    if (empire === undefined || world.empires.size < empireIds.length) throw new GameError('NOT_FOUND');
    const before = snapshotOf(world);
    const happened: Happening[] = settle ? advance({ ...world, battles: new Map() }, now, rollsOf) : [];
    const tell = (happening: Happening) => happened.push(happening);
    const at = Math.max(now, empire.settledAt);
    const value = change({ world, empire, now: at, speed: world.speed, newId: randomUUID, tell });
    const ids = new Set(empireIds);
    const telling = {
      events: eventsOf(world, before.empires, happened, ids),
      entries: entriesOf(world, happened),
    };
    return { value: { value }, writes: [save(tx, world, before, ids, telling), record(tx, value)] };
  });
}
