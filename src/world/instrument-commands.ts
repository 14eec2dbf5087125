/** The write path with a watch on it: how long each command took, and how it ended. */
import { GameError } from '../kernel/errors.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { ExecuteCommand } from './execute-command.ts';

function outcomeOf(error: unknown): 'refused' | 'busy' | 'failed' {
  if (!(error instanceof GameError)) return 'failed';
  return error.code === 'BUSY' ? 'busy' : 'refused';
}

/** The same write path, measured from the call to the answer. */
export function instrumentCommands(
  executeCommand: ExecuteCommand,
  { commandSeconds }: Metrics,
): ExecuteCommand {
  return async (empireId, command, idempotencyKey) => {
    const since = performance.now();
    let outcome: 'done' | ReturnType<typeof outcomeOf> = 'done';
    try {
      return await executeCommand(empireId, command, idempotencyKey);
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      commandSeconds.observe({ outcome }, (performance.now() - since) / 1000);
    }
  };
}
