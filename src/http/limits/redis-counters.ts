/**
 * Rate limit counters in Redis, exact and shared by all instances. Each request is one script call. While Redis is
 * unavailable, another store counts; each switch starts a new window.
 */
import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit';
import { RedisStore, type RedisReply } from 'rate-limit-redis';
import type { RedisLink } from '../../db/redis.ts';
import { endsTooLate } from './rate-limit.ts';

export class RedisCounters implements Store {
  readonly localKeys = false;
  readonly prefix: string;
  // `Store` demands these. Only options and methods of express-rate-limit that no limit uses call them.
  readonly decrement = (): void => undefined;
  readonly resetKey = (): void => undefined;
  readonly #link: RedisLink;
  readonly #redis: RedisStore;
  readonly #substitute: Store;
  #load: () => Promise<void> = () => Promise.reject(new Error('rate limit store: call init first'));
  #loaded: Promise<void> | null = null;
  #windowMs = 0;

  /**
   * @param prefix separates the keys of different limits
   * @param substitute counts while Redis is unavailable
   */
  constructor(link: RedisLink, prefix: string, substitute: Store) {
    this.#link = link;
    this.prefix = `hegemon:limit:${prefix}`;
    this.#substitute = substitute;
    this.#redis = new RedisStore({
      prefix: this.prefix,
      sendCommand: (command, ...args) => link.send(command, ...args) as Promise<RedisReply>,
    });
  }

  init(options: Options): void {
    this.#windowMs = options.windowMs;
    this.#load = () => this.#redis.init(options);
    void this.#substitute.init?.(options);
  }

  increment(key: string): Promise<ClientRateLimitInfo> {
    return this.#link.use(
      () => this.#incrementInRedis(key),
      async () => this.#substitute.increment(key),
    );
  }

  async #incrementInRedis(key: string): Promise<ClientRateLimitInfo> {
    try {
      // Scripts are loaded on first use, because the library never retries a failed load.
      await (this.#loaded ??= this.#load());
      const counted = await this.#redis.increment(key);
      if (!endsTooLate(counted.resetTime, this.#windowMs, this.#link.time.now())) return counted;
      await this.#redis.resetKey(key);
      return await this.#redis.increment(key);
    } catch (error) {
      this.#loaded = null;
      throw error;
    }
  }
}
