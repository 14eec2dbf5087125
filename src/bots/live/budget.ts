/** A bot's own limit of requests per minute, below the public one. */
import type { Result, Client } from '../../client/client.ts';
import { minuteMs } from '../../kernel/time.ts';
import type { Chance } from '../mind/chance.ts';

const windowMs = minuteMs;
/** Of the public limit; the rest is for retries of the client. */
export const limitShare = 0.7;

export class Budget {
  readonly #max: number;
  #spentAt: number[] = [];

  /** @param limit requests per minute; 0: no limit */
  constructor(limit: number) {
    this.#max = limit === 0 ? Infinity : Math.max(1, Math.floor(limitShare * limit));
  }

  get left(): number {
    const since = performance.now() - windowMs;
    this.#spentAt = this.#spentAt.filter((at) => at > since);
    return this.#max - this.#spentAt.length;
  }

  spend(): void {
    if (this.#max !== Infinity) this.#spentAt.push(performance.now());
  }

  /** Null for a refusal, and if no request is left. */
  async send<Data>(request: () => Promise<Result<Data>>): Promise<Data | null> {
    if (this.left < 1) return null;
    this.spend();
    const result = await request();
    return result.ok ? result.data : null;
  }
}

export interface BotDeps {
  client: Client;
  reads: Budget;
  actions: Budget;
  chance: Chance;
  /** Aborted when the bot stops. */
  signal: AbortSignal;
}
