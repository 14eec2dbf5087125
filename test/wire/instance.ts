/** One instance of the product in this process: its services, on connections of the wire, with time and chance of its own. */
import type { WorldSlice } from '../../src/game/types.ts';
import { createPool, planOnce } from '../../src/db/pool.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createMetrics } from '../../src/kernel/metrics.ts';
import { createServices } from '../../src/server/services.ts';
import type { WorldClock } from '../../src/world/clock.ts';
import type { Services } from '../../src/world/services.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { settingsOf } from '../world/stage.ts';
import { Draw } from './draw.ts';
import type { Wire } from './wire.ts';

export interface InstanceOptions {
  /** Of its chance. */
  seed: number;
  world: WorldSlice;
  poolSize: number;
  maxBatchSize?: number;
  maxCacheBytes?: number;
}

export class Instance {
  readonly name: string;
  /** How far its machine clock is ahead. */
  offsetMs = 0;
  isPaused = false;
  /** Chance for libraries, from 0 to 1. */
  readonly random: () => number;
  readonly metrics = createMetrics();
  readonly services: Services;
  readonly worldClock: WorldClock;
  protected readonly log = createLog('silent');

  /** Its code runs from now on, until the step of the wire has ended. The world clock is not started. */
  constructor({ url, time }: Wire, number: number, { seed, world, poolSize, ...sizes }: InstanceOptions) {
    this.name = `instance ${number}`;
    time.owner = this;
    const chance = new Draw(seed * 100 + number);
    this.random = () => chance.fraction;
    const { services, worldClock } = createServices(
      {
        pool: createPool(url, poolSize, this.log, { prepareConnection: planOnce }),
        clock: time.createClock(),
        random: createSeededRandom(seed * 100 + 50 + number),
        settings: settingsOf(world),
        metrics: this.metrics,
      },
      this.log,
      sizes,
    );
    [this.services, this.worldClock] = [services, worldClock];
  }
}
