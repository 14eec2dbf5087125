/**
 * The one write path: lock, load, settle to now, command, save, commit. Commands of different empires that
 * wait at the same time share a transaction; two of one empire follow each other in it.
 */
import { translateConstraint } from '../db/constraints.ts';
import { toStoredResponse, type StoredResponse } from '../idempotency/store.ts';
import type { IdempotencyKey } from '../idempotency/key.ts';
import { isRefusal } from '../db/transaction.ts';
import { GameError } from '../kernel/errors.ts';
import type { Semaphore } from '../kernel/semaphore.ts';
import { decideContactsOf } from './contacts.ts';
import { afterCommit, type WorldDeps } from './deps.ts';
import { changeEmpires, type Changed, type CommandScope } from './empire-transaction.ts';
import { lockPatienceMs, lockPauseMs } from './load.ts';
import type { ReadEmpire } from './read.ts';

export type Command<T> = (scope: CommandScope) => T;

interface Waiting {
  empireId: string;
  command: Command<unknown>;
  /** What its answer is to be kept under. */
  idempotencyKey: IdempotencyKey | null;
  /** When it came, by performance.now(). */
  since: number;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

type Verdict = { answer: unknown } | { refusal: GameError } | 'contact due' | 'held elsewhere';

function isSameRequest({ idempotencyKey: one }: Waiting, { idempotencyKey: other }: Waiting): boolean {
  if (one === null || other === null) return false;
  return one.userId === other.userId && one.key === other.key && one.route === other.route;
}

const batchSize = 64;
const batchesInFlight = 2;

/** What the operations of every feature work with. */
export interface Services extends WorldDeps {
  executeCommand: ExecuteCommand;
  readEmpire: ReadEmpire;
  /** One founding of this instance at a time: each waits for the others with a connection in hand. */
  foundingSemaphore: Semaphore;
}

/** The answer of a command with a receipt is kept in the transaction of its effect. */
export type ExecuteCommand = <T>(
  empireId: string,
  command: Command<T>,
  idempotencyKey?: IdempotencyKey | null,
) => Promise<T>;

/** The game for one request, whose answer is kept under its receipt. */
export function withStoredResponse(services: Services, idempotencyKey: IdempotencyKey | null): Services {
  return {
    ...services,
    executeCommand: (empireId, command) => services.executeCommand(empireId, command, idempotencyKey),
  };
}

/** Makes the write path. `executeCommand` rejects with the command's GameError, or BUSY when somebody else held the empire for too long. */
export function createCommandExecutor(deps: WorldDeps): ExecuteCommand {
  const waiting: Waiting[] = [];
  const held = new Set<string>();
  let inFlight = 0;

  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    /** Empires with a request that is in the batch already; its double would fail the whole of it. */
    const doubled = new Set<string>();
    for (let index = 0; index < waiting.length && batch.length < batchSize;) {
      const next = waiting[index];
      if (next === undefined || held.has(next.empireId) || doubled.has(next.empireId)) index += 1;
      else if (batch.some((one) => isSameRequest(one, next))) doubled.add(next.empireId);
      else batch.push(...waiting.splice(index, 1));
    }
    return batch;
  }

  function pump(): void {
    while (inFlight < batchesInFlight) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      const empireIds = new Set(batch.map(({ empireId }) => empireId));
      for (const id of empireIds) held.add(id);
      inFlight += 1;
      void execute(deps, batch).then((later) => {
        inFlight -= 1;
        for (const { empireId } of later) empireIds.delete(empireId);
        for (const id of empireIds) held.delete(id);
        if (later.length > 0) setTimeout(takeBack, lockPauseMs, later);
        pump();
      });
    }
  }

  /** Lets commands try again, before what came after them. */
  function takeBack(later: Waiting[]): void {
    for (const { empireId } of later) held.delete(empireId);
    waiting.unshift(...later);
    pump();
  }

  return <T>(empireId: string, command: Command<T>, idempotencyKey: IdempotencyKey | null = null) =>
    new Promise<T>((resolve, reject) => {
      const since = performance.now();
      waiting.push({
        empireId,
        command,
        idempotencyKey,
        since,
        resolve: resolve as (answer: unknown) => void,
        reject,
      });
      // What else arrives in this turn of the loop shall travel along.
      setImmediate(pump);
    });
}

/**
 * Performs a batch; when the database refuses it as a whole its commands are performed one by one. Returns those
 * whose empire somebody else holds, to be tried again. Never rejects.
 */
async function execute(deps: WorldDeps, batch: readonly Waiting[]): Promise<Waiting[]> {
  let executed: Changed<Verdict[]>;
  try {
    executed = await executeBatch(deps, batch);
  } catch (error) {
    if (batch.length > 1 && isRefusal(error)) {
      deps.metrics.commandRetries.inc({ reason: 'replayed' }, batch.length);
      return executeEach(batch, (one) => execute(deps, [one]));
    }
    for (const one of batch) one.reject(translateConstraint(error));
    return [];
  }
  const { value: verdicts, committed } = executed;
  if (committed !== null) afterCommit(deps, committed);
  const delayed: Waiting[] = [];
  const later: Waiting[] = [];
  batch.forEach((one, index) => {
    const verdict = verdicts[index];
    if (verdict === undefined) one.reject(new Error('a command without a verdict'));
    else if (verdict === 'contact due') delayed.push(one);
    else if (verdict === 'held elsewhere') {
      if (performance.now() - one.since < lockPatienceMs) later.push(one);
      else one.reject(new GameError('BUSY'));
    } else if ('refusal' in verdict) one.reject(verdict.refusal);
    else one.resolve(verdict.answer);
  });
  deps.metrics.commandRetries.inc({ reason: 'held' }, later.length);
  deps.metrics.commandRetries.inc({ reason: 'contact' }, delayed.length);
  return [...later, ...(await executeEach(delayed, (one) => executeAfterContacts(deps, one)))];
}

/** One after the other, in order: two of one empire must not overtake each other. */
async function executeEach(
  commands: readonly Waiting[],
  executeOne: (one: Waiting) => Promise<Waiting[]>,
): Promise<Waiting[]> {
  const later: Waiting[] = [];
  for (const one of commands) {
    const isBehind = later.some(({ empireId }) => empireId === one.empireId);
    later.push(...(isBehind ? [one] : await executeOne(one)));
  }
  return later;
}

async function executeAfterContacts(deps: WorldDeps, one: Waiting): Promise<Waiting[]> {
  try {
    await decideContactsOf(deps, one.empireId);
  } catch (error) {
    one.reject(error);
    return [];
  }
  return execute(deps, [one]);
}

/** One transaction; returns a verdict for each command, in order. */
function executeBatch(deps: WorldDeps, batch: readonly Waiting[]): Promise<Changed<Verdict[]>> {
  deps.metrics.commandBatchSize.observe(batch.length);
  return changeEmpires(deps, {
    lock: batch.map(({ empireId }) => empireId),
    announces: true,
    change: ({ world, heldIds, blockedIds, scopeOf }) => {
      // An empire all of whose commands were refused is left as it was.
      const savedIds = new Set<string>();
      const answers: StoredResponse[] = [];
      const value = batch.map(({ empireId, command, idempotencyKey }): Verdict => {
        if (heldIds.has(empireId)) return 'held elsewhere';
        if (blockedIds.has(empireId)) return 'contact due';
        const empire = world.empires.get(empireId);
        if (empire === undefined) return { refusal: new GameError('NOT_FOUND') };
        try {
          const scope = scopeOf(empire);
          const answer = command(scope);
          empire.lastActiveAt = scope.now;
          savedIds.add(empireId);
          if (idempotencyKey !== null) answers.push(toStoredResponse(idempotencyKey, answer, scope.now));
          return { answer };
        } catch (error) {
          if (error instanceof GameError) return { refusal: error };
          throw error;
        }
      });
      return { value, savedIds, answers };
    },
  });
}
