/** Creates the services of an instance, its world clock, and the caches that they share. */
import type { Log } from '../kernel/log.ts';
import { createSemaphore } from '../kernel/semaphore.ts';
import { AnnouncementBoard } from '../world/announcement.ts';
import { WorldClock } from '../world/clock.ts';
import type { WorldDeps } from '../world/deps.ts';
import { cacheJson } from '../world/cached-json.ts';
import { cacheReads } from '../world/cached-reads.ts';
import { readTogether } from '../world/combined-reads.ts';
import { inBatches } from '../world/batches.ts';
import { createCommandExecutor, type ExecuteCommand } from '../world/command.ts';
import { createEmpireReader, readEach, writeEach } from '../world/read.ts';
import type { Services } from '../world/services.ts';
import { GameError } from '../kernel/errors.ts';
import type { Metrics } from '../kernel/metrics.ts';

function outcomeOf(error: unknown): 'refused' | 'busy' | 'failed' {
  if (!(error instanceof GameError)) return 'failed';
  return error.code === 'BUSY' ? 'busy' : 'refused';
}

/** Wraps the write path. The measured time runs from the call to the result, waiting included. */
function instrumentCommands(executeCommand: ExecuteCommand, { commandSeconds }: Metrics): ExecuteCommand {
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

/** The speed-ups around the plain ways to read and to write. */
export interface LayerOptions {
  /** False: the plain ways alone. They do the same. */
  hasLayers?: boolean;
  maxBatchSize?: number;
  maxCacheBytes?: number;
}

/** Foundings that may wait at the same time. */
const maxQueuedFoundings = 200;

export function createServices(
  deps: Pick<WorldDeps, 'pool' | 'clock' | 'random' | 'settings' | 'metrics'>,
  log: Log,
  { hasLayers = true, maxBatchSize, maxCacheBytes }: LayerOptions = {},
): { services: Services; worldClock: WorldClock } {
  const { metrics } = deps;
  const world: WorldDeps = {
    ...deps,
    onDue: (atMs) => worldClock.expect(atMs),
  };
  const worldClock = new WorldClock(world, log);
  const readEmpires = createEmpireReader(world);
  const executeAlone = createCommandExecutor(world);
  const services: Services = {
    ...world,
    readEmpire: hasLayers
      ? readTogether(cacheReads(readEmpires, world, maxCacheBytes))
      : readEach(readEmpires),
    writeLasting: hasLayers ? cacheJson(writeEach) : writeEach,
    executeCommand: instrumentCommands(
      hasLayers ? inBatches(executeAlone, world, maxBatchSize) : executeAlone,
      metrics,
    ),
    announcements: new AnnouncementBoard(),
    foundingSemaphore: createSemaphore(1, maxQueuedFoundings),
  };
  return { services, worldClock };
}
