/**
 * The counters of the rate limits in Redis, shared by every instance: one script a request, exact. While Redis is
 * away another store counts; a window begins anew at the change.
 */
import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit';
import { RedisStore, type RedisReply } from 'rate-limit-redis';
import type { RedisLink } from '../db/redis.ts';

export class RedisCounters implements Store {
  readonly localKeys = false;
  readonly prefix: string;
  readonly #link: RedisLink;
  readonly #redis: RedisStore;
  readonly #substitute: Store;
  #load: () => Promise<void> = () => Promise.reject(new Error('the counters have no window yet'));
  #loaded: Promise<void> | null = null;

  /**
   * @param prefix keeps the keys of one limit apart from those of another
   * @param substitute counts while Redis is away
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
    this.#load = () => this.#redis.init(options);
    void this.#substitute.init?.(options);
  }

  increment(key: string): Promise<ClientRateLimitInfo> {
    return this.#count((store) => store.increment(key));
  }

  decrement(key: string): Promise<void> {
    return this.#count((store) => store.decrement(key));
  }

  resetKey(key: string): Promise<void> {
    return this.#count((store) => store.resetKey(key));
  }

  #count<T>(change: (store: Store) => Promise<T> | T): Promise<T> {
    const inRedis = async (): Promise<T> => {
      try {
        // Its scripts are loaded when they are first needed: the library never asks again for what failed to load.
        await (this.#loaded ??= this.#load());
        return await change(this.#redis);
      } catch (error) {
        this.#loaded = null;
        throw error;
      }
    };
    return this.#link.use(inRedis, async () => change(this.#substitute));
  }
}
