/** Instrumentation of the write path: the duration and outcome of each command. */
import { GameError } from '../kernel/errors.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { ExecuteCommand } from './execute-command.ts';

function outcomeOf(error: unknown): 'refused' | 'busy' | 'failed' {
  if (!(error instanceof GameError)) return 'failed';
  return error.code === 'BUSY' ? 'busy' : 'refused';
}

/** Wraps the write path. The measured time runs from the call to the result, waiting included. */
export function instrumentCommands(
  executeCommand: ExecuteCommand,
  { commandSeconds }: Metrics,
): ExecuteCommand {
  return async (empireId, command, caller) => {
    const startedAt = performance.now();
    let outcome: 'done' | ReturnType<typeof outcomeOf> = 'done';
    try {
      return await executeCommand(empireId, command, caller);
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      commandSeconds.observe({ outcome }, (performance.now() - startedAt) / 1000);
    }
  };
}
