/**
 * Time and chance of the simulation. While the code of an instance runs, it replaces the globals that read them: the
 * product, pg and the libraries then see the simulated time. All other code keeps the real ones.
 */
import { DatabaseClock, machineTime, type Clock } from '../../src/kernel/clock.ts';
import { t0 } from '../support/worlds.ts';
import type { Instance } from './instance.ts';

export interface Timer {
  owner: Instance;
  at: number;
  run: () => void;
  /** Milliseconds between two calls; null: it fires once. */
  every: number | null;
}

export class SimulatedTime {
  now = t0;
  /** The instance whose code runs, or null. */
  owner: Instance | null = null;
  /** Grows with every event, so that a scheduler can see whether anything happens. */
  activity = 0;
  #timers: Timer[] = [];

  /** The timers of running instances, the earliest first. */
  get timers(): Timer[] {
    return this.#timers.filter(({ owner }) => !owner.isPaused).sort((a, b) => a.at - b.at);
  }

  /** Runs a timer, at its time or later. */
  fire(timer: Timer): void {
    this.activity += 1;
    this.now = Math.max(this.now, timer.at);
    if (timer.every === null) this.#timers = this.#timers.filter((other) => other !== timer);
    else timer.at = this.now + timer.every;
    timer.run();
  }

  /** Forgets the timers of an instance that is gone. */
  forget(owner: Instance): void {
    this.#timers = this.#timers.filter((timer) => timer.owner !== owner);
  }

  /** The product's clock, with pauses in simulated time. */
  createClock(): Clock {
    const delay = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      });
    return Object.assign(new DatabaseClock(), { machine: { ...machineTime, delay } });
  }

  /** Replaces the globals. */
  install(): void {
    const [dateNow, machineNow] = [Date.now, performance.now.bind(performance)];
    const chance: { random: () => number } = Math;
    const { random } = chance;
    const schedule = (every: boolean, otherwise: typeof setTimeout) =>
      ((run: (...rest: unknown[]) => void, ms = 0, ...rest: unknown[]) => {
        const { owner } = this;
        if (owner === null) return otherwise(run, ms, ...rest);
        const timer: Timer = {
          ...{ owner, at: this.now + Math.max(ms, 0), every: every ? ms : null },
          run: () => run(...rest),
        };
        this.#timers.push(timer);
        return Object.assign(timer, { unref: () => timer, ref: () => timer });
      }) as typeof setTimeout;
    const clear = (otherwise: typeof clearTimeout) =>
      ((timer: Timer | NodeJS.Timeout | undefined) => {
        if (timer !== undefined && 'owner' in timer)
          this.#timers = this.#timers.filter((other) => other !== timer);
        else otherwise(timer);
      }) as typeof clearTimeout;
    Object.assign(globalThis, {
      setTimeout: schedule(false, setTimeout),
      setInterval: schedule(true, setInterval as unknown as typeof setTimeout),
      clearTimeout: clear(clearTimeout),
      clearInterval: clear(clearInterval),
    });
    Date.now = () => (this.owner === null ? dateNow() : this.now + this.owner.offsetMs);
    chance.random = () => (this.owner === null ? random() : this.owner.random());
    performance.now = () => (this.owner === null ? machineNow() : this.now - t0);
  }
}
