/**
 * A layer around commands: those that wait at the same time share a transaction (a batch), which saves two thirds of the
 * CPU time of an order (`npm run bench -- order`).
 */
import { translateConstraint } from '../db/constraints.ts';
import { isRefusal } from '../db/transaction.ts';
import type { Caller } from './idempotency/caller.ts';
import { GameError } from '../kernel/errors.ts';
import { attemptCommands, type Given } from './attempt-commands.ts';
import type { Command, ExecuteCommand } from './command.ts';
import type { WorldDeps } from './deps.ts';

interface Pending extends Given {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

const maxBatchesInFlight = 2;

/**
 * Commands of one empire run in their order. A batch that the database refuses is repeated one by one.
 * @param executeAlone executes a command in a transaction of its own
 */
export function inBatches(executeAlone: ExecuteCommand, deps: WorldDeps, maxBatchSize = 64): ExecuteCommand {
  const queue: Pending[] = [];
  const busyEmpireIds = new Set<string>();
  let inFlight = 0;
  /** Commands that arrive before the batch has sent its save share the next one. */
  let isStarting = false;

  function takeBatch(): Pending[] {
    const batch: Pending[] = [];
    const keys = new Set<string>();
    /** Of empires that repeat a request of this batch, which would fail the whole batch. */
    const repeatedIds = new Set<string>();
    for (let index = 0; index < queue.length && batch.length < maxBatchSize;) {
      const next = queue[index];
      const key = next?.caller?.idempotencyKey ?? null;
      const name = key === null ? null : `${key.userId} ${key.digest}`;
      if (next === undefined || busyEmpireIds.has(next.empireId) || repeatedIds.has(next.empireId))
        index += 1;
      else if (name !== null && keys.has(name)) repeatedIds.add(next.empireId);
      else {
        batch.push(...queue.splice(index, 1));
        if (name !== null) keys.add(name);
      }
    }
    return batch;
  }

  function runBatches(): void {
    if (inFlight >= maxBatchesInFlight || isStarting) return;
    const batch = takeBatch();
    if (batch.length === 0) return;
    for (const { empireId } of batch) busyEmpireIds.add(empireId);
    inFlight += 1;
    isStarting = true;
    let isSent = false;
    const letOthersStart = (): void => {
      if (isSent) return;
      isSent = true;
      isStarting = false;
      setImmediate(runBatches);
    };
    void executeBatch(batch, letOthersStart).then((left) => {
      inFlight -= 1;
      for (const id of new Set(batch.map(({ empireId }) => empireId)))
        void executeEach(left.filter(({ empireId }) => empireId === id)).then(() => {
          busyEmpireIds.delete(id);
          runBatches();
        });
      letOthersStart();
    });
  }

  /** Returns the commands to execute alone. Never rejects. */
  async function executeBatch(batch: readonly Pending[], onSave: () => void): Promise<Pending[]> {
    deps.metrics.commandBatchSize.observe(batch.length);
    try {
      const results = await attemptCommands(deps, batch, onSave);
      return batch.filter(({ resolve, reject }, index) => {
        const result = results[index] ?? 'held';
        if (typeof result === 'string') deps.metrics.commandsAlone.inc({ reason: result });
        else if ('refusal' in result) reject(result.refusal);
        else resolve(result.value);
        return typeof result === 'string';
      });
    } catch (error) {
      if (batch.length > 1 && isRefusal(error)) {
        deps.metrics.commandsAlone.inc({ reason: 'failed' }, batch.length);
        return [...batch];
      }
      for (const { reject } of batch) reject(translateConstraint(error));
      return [];
    }
  }

  /** If the first is BUSY, the others have waited as long. */
  async function executeEach([next, ...others]: readonly Pending[]): Promise<void> {
    if (next === undefined) return;
    const { empireId, command, caller, resolve, reject } = next;
    const refusal = await executeAlone(empireId, command, caller).then(resolve, (error: unknown) => {
      reject(error);
      return error;
    });
    const isBusy = refusal instanceof GameError && refusal.code === 'BUSY';
    if (!isBusy) return executeEach(others);
    for (const each of others) each.reject(refusal);
  }

  return <T>(empireId: string, command: Command<T>, caller: Caller | null = null) =>
    new Promise<T>((resolve, reject) => {
      queue.push({ empireId, command, caller, resolve: resolve as (value: unknown) => void, reject });
      // Commands of the same turn of the event loop share the batch.
      setImmediate(runBatches);
    });
}
