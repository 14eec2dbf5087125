/**
 * A Redis connection that may fail at any time. Every call takes a fallback and times out after 200 ms. Each loss is
 * logged once, and so is each recovery. While Redis is unavailable, only a probe contacts it.
 */
import { Redis } from 'ioredis';
import type { MachineTime } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';

/** The maximum time that a request waits for Redis. */
const timeoutMs = 200;
const retryMs = 250;
/** The maximum time that a start waits for Redis. */
const startMs = 1_500;

/** Writes with a script, as the counters do, because a Redis that only accepts reads is of no use. */
const probe = ["redis.call('SET', KEYS[1], 1, 'PX', 1000)", 1, 'hegemon:probe'] as const;

export class RedisLink {
  readonly time: MachineTime;
  readonly #redis: Redis;
  readonly #log: Log;
  /** Null until the first probe has finished. */
  #isAvailable: boolean | null = null;
  #resolveStart: () => void = () => undefined;
  #cancelProbe: () => void = () => undefined;
  #isStopped = false;

  constructor(url: string, time: MachineTime, log: Log) {
    this.time = time;
    this.#log = log;
    this.#redis = new Redis(url, {
      // RESP2 is enough for the counters, and every Redis supports it.
      protocol: 2,
      connectTimeout: 1_000,
      retryStrategy: () => retryMs,
      maxRetriesPerRequest: null,
      connectionName: 'hegemon',
      // No queues: a command that cannot be sent now uses its fallback. A silent connection is replaced after 1 s.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      socketTimeout: 1_000,
    });
    const closed = new Error('the connection was closed');
    let reason: Error = closed;
    this.#redis.on('error', (error) => {
      reason = error;
    });
    this.#redis.on('close', () => {
      this.#giveUp(reason);
      reason = closed;
    });
    this.#redis.on('ready', () => void this.#probe());
  }

  /** Resolves when it is known whether Redis is available. */
  async start(): Promise<void> {
    if (this.#isAvailable !== null) return;
    await new Promise<void>((resolve) => {
      this.#resolveStart = resolve;
      this.time.after(startMs, () => {
        if (this.#isAvailable === null) this.#giveUp(new Error(`no response within ${startMs} ms`));
      });
    });
  }

  /** Sends one command. */
  send(command: string, ...args: string[]): Promise<unknown> {
    return this.#redis.call(command, ...args);
  }

  /** Runs `work`; runs `fallback` if Redis is unavailable, fails, or takes longer than 200 ms. */
  async use<T>(work: () => Promise<T>, fallback: () => Promise<T>): Promise<T> {
    if (this.#isAvailable !== true) return fallback();
    try {
      return await within(this.time, timeoutMs, work());
    } catch (error) {
      this.#giveUp(error);
      return fallback();
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelProbe();
    this.#redis.disconnect();
  }

  #giveUp(error: unknown): void {
    if (this.#isAvailable === false || this.#isStopped) return;
    this.#isAvailable = false;
    this.#resolveStart();
    this.#log.warn({ err: error }, 'redis: unavailable, counting rate limits elsewhere, retrying');
    this.#probeLater();
  }

  async #probe(): Promise<void> {
    if (this.#isAvailable === true || this.#isStopped) return;
    try {
      await within(this.time, timeoutMs, this.#redis.eval(...probe));
    } catch (error) {
      this.#giveUp(error);
      this.#probeLater();
      return;
    }
    if (this.#isAvailable === false) this.#log.info('redis: available again, counting rate limits there');
    this.#isAvailable = true;
    this.#resolveStart();
  }

  #probeLater(): void {
    this.#cancelProbe();
    this.#cancelProbe = this.time.after(retryMs, () => void this.#probe());
  }
}

/** Rejects if the result takes longer than `ms`. */
function within<T>(time: MachineTime, ms: number, result: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = time.after(ms, () => {
      // setImmediate lets a response that arrived while this process was busy be read first.
      setImmediate(reject, new Error(`no response within ${ms} ms`));
    });
    result.then(resolve, reject).finally(cancel);
  });
}
