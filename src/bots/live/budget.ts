/** A bot's own limit of requests in any minute, well below the public rate limit. */
import type { Answer, Client } from '../../client/client.ts';
import { minuteMs } from '../../kernel/time.ts';
import type { Chance } from '../mind/chance.ts';

const windowMs = minuteMs;
/** Share of the public limit that a bot uses; the rest is for retries of the client. */
export const limitShare = 0.7;

export class Budget {
  readonly #max: number;
  #spentAt: number[] = [];

  /** @param limit requests per minute; 0: no limit */
  constructor(limit: number) {
    this.#max = limit === 0 ? Infinity : Math.max(1, Math.floor(limitShare * limit));
  }

  /** Requests left now. */
  get left(): number {
    const since = performance.now() - windowMs;
    this.#spentAt = this.#spentAt.filter((at) => at > since);
    return this.#max - this.#spentAt.length;
  }

  spend(): void {
    if (this.#max !== Infinity) this.#spentAt.push(performance.now());
  }

  /** Sends a request if one is left. Returns the data of the answer; null for a refusal. */
  async send<Data>(request: () => Promise<Answer<Data>>): Promise<Data | null> {
    if (this.left < 1) return null;
    this.spend();
    const answer = await request();
    return answer.ok ? answer.data : null;
  }
}

/** What a bot plays with. */
export interface Means {
  client: Client;
  reads: Budget;
  actions: Budget;
  chance: Chance;
  /** Aborted when the bot stops. */
  signal: AbortSignal;
}
