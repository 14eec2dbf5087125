/** Creates the services of an instance, its world clock, and their caches. */
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

/** Measures the write path, waiting included. */
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

/** Optional speed-ups of reads and writes, without effect on results. */
export const layerNames = ['batches', 'combined-reads', 'cached-reads', 'cached-json'] as const;

/** For tests and the benchmark: `all`, or names with commas. */
const layersOff = (process.env.TEST_LAYERS_OFF ?? '').split(',');
const hasLayer = (name: (typeof layerNames)[number]): boolean =>
  !layersOff.includes('all') && !layersOff.includes(name);

export interface LayerOptions {
  maxBatchSize?: number;
  maxCacheBytes?: number;
}

const maxQueuedFoundings = 200;

export function createServices(
  deps: Pick<WorldDeps, 'pool' | 'clock' | 'random' | 'settings' | 'metrics'>,
  log: Log,
  { maxBatchSize, maxCacheBytes }: LayerOptions = {},
): { services: Services; worldClock: WorldClock } {
  const { metrics } = deps;
  const world: WorldDeps = {
    ...deps,
    onDue: (atMs) => worldClock.expect(atMs),
  };
  const worldClock = new WorldClock(world, log);
  const readPlainly = createEmpireReader(world);
  const readEmpires = hasLayer('cached-reads') ? cacheReads(readPlainly, world, maxCacheBytes) : readPlainly;
  const executeAlone = createCommandExecutor(world);
  const services: Services = {
    ...world,
    readEmpire: hasLayer('combined-reads') ? readTogether(readEmpires) : readEach(readEmpires),
    writeLasting: hasLayer('cached-json') ? cacheJson(writeEach) : writeEach,
    executeCommand: instrumentCommands(
      hasLayer('batches') ? inBatches(executeAlone, world, maxBatchSize) : executeAlone,
      metrics,
    ),
    announcements: new AnnouncementBoard(),
    foundingSemaphore: createSemaphore(1, maxQueuedFoundings),
  };
  return { services, worldClock };
}
