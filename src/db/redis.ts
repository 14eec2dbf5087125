/**
 * Redis, which may go away at any time: whoever asks it says what to do instead, and never waits for it for long.
 * One warning when it goes, one line when it is back; meanwhile nobody asks it but a probe.
 */
import { Redis } from 'ioredis';
import type { Log } from '../kernel/log.ts';

/** The longest that a request waits for an answer. */
const patienceMs = 200;
const retryMs = 250;
/** How long a start waits to know whether Redis is there. */
const startMs = 1_500;

/** A write by a script, as the counters need it: a Redis that only answers is of no use. */
const probe = ["redis.call('SET', KEYS[1], 1, 'PX', 1000)", 1, 'hegemon:probe'] as const;

export class RedisLink {
  readonly #redis: Redis;
  readonly #log: Log;
  /** Null until it is known at the start. */
  #isHere: boolean | null = null;
  #tellStart: () => void = () => undefined;
  #nextProbe: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(url: string, log: Log) {
    this.#log = log;
    this.#redis = new Redis(url, {
      // RESP2 is enough for the counters, and every Redis speaks it.
      protocol: 2,
      connectTimeout: 1_000,
      retryStrategy: () => retryMs,
      maxRetriesPerRequest: null,
      connectionName: 'hegemon',
      // What cannot be sent now is done otherwise at once; a connection that has fallen silent is made anew.
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

  /** Resolves when it is known whether Redis is there. */
  async start(): Promise<void> {
    if (this.#isHere !== null) return;
    await new Promise<void>((resolve) => {
      this.#tellStart = resolve;
      setTimeout(() => {
        if (this.#isHere === null) this.#giveUp(new Error('it does not answer'));
      }, startMs).unref();
    });
  }

  /** Sends one command. */
  send(command: string, ...args: string[]): Promise<unknown> {
    return this.#redis.call(command, ...args);
  }

  /** What `ask` answers; what `instead` answers when Redis is away, fails, or takes longer than 200 ms. */
  async use<T>(ask: () => Promise<T>, instead: () => Promise<T>): Promise<T> {
    if (this.#isHere !== true) return instead();
    try {
      return await within(patienceMs, ask());
    } catch (error) {
      this.#giveUp(error);
      return instead();
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#nextProbe);
    this.#redis.disconnect();
  }

  #giveUp(error: unknown): void {
    if (this.#isHere === false || this.#isStopped) return;
    this.#isHere = false;
    this.#tellStart();
    this.#log.warn({ err: error }, 'Redis is away; the limits are counted elsewhere until it is back');
    this.#probeLater();
  }

  async #probe(): Promise<void> {
    if (this.#isHere === true || this.#isStopped) return;
    try {
      await within(patienceMs, this.#redis.eval(...probe));
    } catch (error) {
      this.#giveUp(error);
      this.#probeLater();
      return;
    }
    if (this.#isHere === false) this.#log.info('Redis is back; the limits are counted there again');
    this.#isHere = true;
    this.#tellStart();
  }

  #probeLater(): void {
    clearTimeout(this.#nextProbe);
    this.#nextProbe = setTimeout(() => void this.#probe(), retryMs).unref();
  }
}

/** Rejects when the answer takes longer. */
function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // An answer that has arrived while this process was busy is read before this runs.
      setImmediate(reject, new Error(`no answer within ${ms} ms`));
    }, ms);
    answer.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
