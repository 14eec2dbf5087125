/** Commands of several empires in one transaction. */
import { GameError } from '../kernel/errors.ts';
import { attempt } from './attempt.ts';
import { applyCommand, type Command } from './command.ts';
import type { WorldDeps } from './deps.ts';
import type { Caller } from './idempotency/caller.ts';
import { completeFor, type Outcome } from './idempotency/complete.ts';

export interface Given {
  empireId: string;
  command: Command<unknown>;
  caller: Caller | null;
}

/** `held`: another transaction holds the empire; `meeting`: one is due first. Neither command has run. */
type CommandResult = { value: unknown } | { refusal: GameError } | 'held' | 'meeting';

/**
 * In one transaction, without a wait for their empires. If it throws, none has an effect.
 * @param onSave is called just before the save
 */
export function attemptCommands(
  deps: WorldDeps,
  commands: readonly Given[],
  onSave: () => void,
): Promise<CommandResult[]> {
  const lock = commands.map(({ empireId }) => empireId);
  return attempt(deps, { lock, notifies: true }, ({ world, now, heldIds, blockedIds, scopeOf, tx }) => {
    const savedIds = new Set<string>();
    const outcomes: Outcome[] = [];
    const value = commands.map(({ empireId, command, caller }): CommandResult => {
      if (heldIds.has(empireId)) return 'held';
      if (blockedIds.has(empireId)) return 'meeting';
      const empire = world.empires.get(empireId);
      if (empire === undefined) return { refusal: new GameError('NOT_FOUND') };
      try {
        const result = applyCommand(scopeOf(empire), command);
        savedIds.add(empireId);
        outcomes.push({ caller, value: result });
        return { value: result };
      } catch (error) {
        if (error instanceof GameError) return { refusal: error };
        throw error;
      }
    });
    completeFor(tx, outcomes, now);
    onSave();
    return { value, savedIds };
  });
}
