/**
 * Executes commands through the write path. Commands that wait at the same time share a transaction (a batch); commands
 * of one empire run in it in their order.
 */
import { translateConstraint } from '../db/constraints.ts';
import type { Caller } from '../idempotency/caller.ts';
import { toStoredResponses, type StoredResponse } from '../idempotency/store.ts';
import { isRefusal } from '../db/transaction.ts';
import { applyDueNow } from '../game/advance.ts';
import { requirePresent } from '../game/diplomacy/leave.ts';
import { GameError } from '../kernel/errors.ts';
import { decideMeetingsOf } from './contacts.ts';
import type { WorldDeps } from './deps.ts';
import { changeEmpires, type CommandScope } from './write-path.ts';
import { lockTimeoutMs, lockRetryMs } from './rows/load.ts';

export type Command<T> = (scope: CommandScope) => T;

interface Pending {
  empireId: string;
  command: Command<unknown>;
  caller: Caller | null;
  /** By performance.now(). */
  queuedAt: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

type CommandResult = { value: unknown } | { refusal: GameError } | 'contact due' | 'held elsewhere';

function isSameRequest({ caller }: Pending, { caller: other }: Pending): boolean {
  const [a, b] = [caller?.idempotencyKey ?? null, other?.idempotencyKey ?? null];
  if (a === null || b === null) return false;
  return a.userId === b.userId && a.digest === b.digest;
}

const maxBatchesInFlight = 2;

/**
 * The transaction of the effect checks the session of the caller, and stores the response under its key. Rejects with
 * AUTH_REQUIRED if the session has ended.
 */
export type ExecuteCommand = <T>(empireId: string, command: Command<T>, caller?: Caller | null) => Promise<T>;

/**
 * `executeCommand` rejects with ON_LEAVE for an empire on leave, with any command, with the command's GameError, or
 * with BUSY after `lockTimeoutMs` without the empire's lock.
 * @param maxBatchSize commands that share a transaction, at most
 */
export function createCommandExecutor(deps: WorldDeps, maxBatchSize = 64): ExecuteCommand {
  const queue: Pending[] = [];
  const busyEmpireIds = new Set<string>();
  let inFlight = 0;
  /** A batch has started and not yet sent its save. Commands that arrive meanwhile share the next batch. */
  let isStarting = false;

  function takeBatch(): Pending[] {
    const batch: Pending[] = [];
    /** Empires with a repetition of a request of this batch: it would fail the whole batch. */
    const duplicated = new Set<string>();
    for (let index = 0; index < queue.length && batch.length < maxBatchSize;) {
      const next = queue[index];
      if (next === undefined || busyEmpireIds.has(next.empireId) || duplicated.has(next.empireId)) index += 1;
      else if (batch.some((pending) => isSameRequest(pending, next))) duplicated.add(next.empireId);
      else batch.push(...queue.splice(index, 1));
    }
    return batch;
  }

  function runBatches(): void {
    if (inFlight >= maxBatchesInFlight || isStarting) return;
    const batch = takeBatch();
    if (batch.length === 0) return;
    const empireIds = new Set(batch.map(({ empireId }) => empireId));
    for (const id of empireIds) busyEmpireIds.add(id);
    inFlight += 1;
    isStarting = true;
    let isSaving = false;
    const onSave = (): void => {
      if (isSaving) return;
      isSaving = true;
      isStarting = false;
      setImmediate(runBatches);
    };
    void execute(deps, batch, onSave).then((postponed) => {
      inFlight -= 1;
      for (const { empireId } of postponed) empireIds.delete(empireId);
      for (const id of empireIds) busyEmpireIds.delete(id);
      if (postponed.length > 0) {
        deps.clock.machine.after(lockRetryMs, () => requeue(postponed));
      }
      onSave();
      runBatches();
    });
  }

  /** Puts postponed commands back at the head of the queue, to keep the order. */
  function requeue(postponed: Pending[]): void {
    for (const { empireId } of postponed) busyEmpireIds.delete(empireId);
    queue.unshift(...postponed);
    runBatches();
  }

  return <T>(empireId: string, command: Command<T>, caller: Caller | null = null) =>
    new Promise<T>((resolve, reject) => {
      const queuedAt = performance.now();
      queue.push({
        empireId,
        command,
        caller,
        queuedAt,
        resolve: resolve as (value: unknown) => void,
        reject,
      });
      // Commands that arrive in the same turn of the event loop share the batch.
      setImmediate(runBatches);
    });
}

/**
 * Executes a batch, or its commands one by one if the database refuses the transaction. Returns the commands to retry
 * because another transaction holds their empire. Never rejects.
 * @param onSave is called when the commands have run, just before the save is sent
 */
async function execute(
  deps: WorldDeps,
  batch: readonly Pending[],
  onSave: () => void = () => undefined,
): Promise<Pending[]> {
  let results: CommandResult[];
  try {
    results = await executeBatch(deps, batch, onSave);
  } catch (error) {
    if (batch.length > 1 && isRefusal(error)) {
      deps.metrics.commandRetries.inc({ reason: 'replayed' }, batch.length);
      return executeEach(batch, (pending) => execute(deps, [pending]));
    }
    for (const { reject } of batch) reject(translateConstraint(error));
    return [];
  }
  const behindContact: Pending[] = [];
  const postponed: Pending[] = [];
  batch.forEach((pending, index) => {
    const result = results[index];
    if (result === undefined) pending.reject(new Error('a command has no result; this is a bug'));
    else if (result === 'contact due') behindContact.push(pending);
    else if (result === 'held elsewhere') {
      if (performance.now() - pending.queuedAt < lockTimeoutMs) postponed.push(pending);
      else pending.reject(new GameError('BUSY'));
    } else if ('refusal' in result) pending.reject(result.refusal);
    else pending.resolve(result.value);
  });
  deps.metrics.commandRetries.inc({ reason: 'held' }, postponed.length);
  deps.metrics.commandRetries.inc({ reason: 'contact' }, behindContact.length);
  return [
    ...postponed,
    ...(await executeEach(behindContact, (pending) => executeAfterContacts(deps, pending))),
  ];
}

/** Executes commands one after the other, so that commands of one empire keep their order. */
async function executeEach(
  commands: readonly Pending[],
  executeOne: (pending: Pending) => Promise<Pending[]>,
): Promise<Pending[]> {
  const postponed: Pending[] = [];
  for (const pending of commands) {
    const isBehind = postponed.some(({ empireId }) => empireId === pending.empireId);
    postponed.push(...(isBehind ? [pending] : await executeOne(pending)));
  }
  return postponed;
}

async function executeAfterContacts(deps: WorldDeps, pending: Pending): Promise<Pending[]> {
  try {
    await decideMeetingsOf(deps, pending.empireId);
  } catch (error) {
    pending.reject(error);
    return [];
  }
  return execute(deps, [pending]);
}

/** Executes a batch in one transaction. Returns one result per command, in order. */
function executeBatch(
  deps: WorldDeps,
  batch: readonly Pending[],
  onSave: () => void,
): Promise<CommandResult[]> {
  deps.metrics.commandBatchSize.observe(batch.length);
  return changeEmpires(deps, {
    lock: batch.map(({ empireId }) => empireId),
    callers: batch.map(({ caller }) => caller),
    announces: true,
    change: ({ world, heldIds, blockedIds, hasEnded, scopeOf }) => {
      // An empire is not saved if all its commands were refused.
      const savedIds = new Set<string>();
      const responses: StoredResponse[] = [];
      const results = batch.map(({ empireId, command, caller }): CommandResult => {
        if (hasEnded(caller)) return { refusal: new GameError('AUTH_REQUIRED') };
        if (heldIds.has(empireId)) return 'held elsewhere';
        if (blockedIds.has(empireId)) return 'contact due';
        const empire = world.empires.get(empireId);
        if (empire === undefined) return { refusal: new GameError('NOT_FOUND') };
        try {
          const scope = scopeOf(empire);
          requirePresent(empire.leave, scope.now);
          const value = command(scope);
          applyDueNow(scope.world, empire, scope.now, scope.emit);
          empire.lastActiveAt = scope.now;
          savedIds.add(empireId);
          responses.push(...toStoredResponses(caller, value, scope.now));
          return { value };
        } catch (error) {
          if (error instanceof GameError) return { refusal: error };
          throw error;
        }
      });
      onSave();
      return { value: results, savedIds, responses };
    },
  });
}
