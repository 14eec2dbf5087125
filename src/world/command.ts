/** Commands of one empire: the orders of its player. */
import { applyDueNow } from '../game/advance.ts';
import { requirePresent } from '../game/diplomacy/leave.ts';
import type { Caller } from './idempotency/caller.ts';
import type { CommandScope } from './attempt.ts';
import { change } from './change.ts';
import type { WorldDeps } from './deps.ts';

export type Command<T> = (scope: CommandScope) => T;

/** Rejects as `change` does, with ON_LEAVE for an empire on leave, and with the command's GameError. */
export type ExecuteCommand = <T>(empireId: string, command: Command<T>, caller?: Caller | null) => Promise<T>;

/** Applies a command, and what is due at once after it. */
export function applyCommand<T>(scope: CommandScope, command: Command<T>): T {
  const { world, empire, now, emit } = scope;
  requirePresent(empire.leave, now);
  const value = command(scope);
  applyDueNow(world, empire, now, emit);
  empire.lastActiveAt = now;
  return value;
}

export const createCommandExecutor =
  (deps: WorldDeps): ExecuteCommand =>
  (empireId, command, caller = null) =>
    change({ ...deps, caller }, { empireIds: [empireId] }, ([scope]) => applyCommand(scope, command));
