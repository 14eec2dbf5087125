/** Creates the services of an instance, its world clock, and the caches that they share. */
import type { Log } from '../kernel/log.ts';
import { createSemaphore } from '../kernel/semaphore.ts';
import { AnnouncementBoard } from '../world/announcement.ts';
import { WorldClock } from '../world/clock.ts';
import type { WorldDeps } from '../world/deps.ts';
import { createEmpireCache } from '../world/empire-cache.ts';
import { createCommandExecutor } from '../world/execute-command.ts';
import { instrumentCommands } from '../world/instrument-commands.ts';
import { createEmpireReader } from '../world/read.ts';
import type { Services } from '../world/services.ts';

/** Foundings that may wait at the same time. */
const maxQueuedFoundings = 200;

export function createServices(
  deps: Pick<WorldDeps, 'pool' | 'clock' | 'random' | 'settings' | 'metrics'>,
  log: Log,
): { services: Services; worldClock: WorldClock } {
  const { pool, metrics } = deps;
  const world: WorldDeps = {
    ...deps,
    onDue: (atMs) => {
      worldClock.expect(atMs);
    },
  };
  const worldClock = new WorldClock(world, log);
  const services: Services = {
    ...world,
    readEmpire: createEmpireReader(world, createEmpireCache(pool)),
    executeCommand: instrumentCommands(createCommandExecutor(world), metrics),
    announcements: new AnnouncementBoard(),
    foundingSemaphore: createSemaphore(1, maxQueuedFoundings),
  };
  return { services, worldClock };
}
