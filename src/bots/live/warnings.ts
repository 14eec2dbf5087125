/** Tells a person once that a bot attacks them for the first time, in one plain message. */
import type { Client } from '../../client/client.ts';
import type { Budget } from './budget.ts';
import { retryable } from './send-order.ts';

const text = [
  'I am a bot, and one of my armies is on its way to you: your stores are worth the march.',
  'A wall at half the level of your best farm, quarry or market, and some soldiers at home, would make me look elsewhere.',
].join(' ');

/** The latest threads that are searched for one with the person. */
const searched = 100;

export class Warnings {
  readonly #client: Client;
  readonly #budgets: { reads: Budget; actions: Budget };
  readonly #warned = new Set<string>();

  constructor(client: Client, budgets: { reads: Budget; actions: Budget }) {
    this.#client = client;
    this.#budgets = budgets;
  }

  /**
   * Writes to the account, if there is one, unless there is a thread with it already, also from an earlier run. The key
   * keeps two runs that overlap from writing twice. After a temporary failure, the next attack tries again.
   */
  async warn(userId: string | null, signal: AbortSignal): Promise<void> {
    const { reads, actions } = this.#budgets;
    if (userId === null) return;
    const now = performance.now();
    if (this.#warned.has(userId) || reads.leftAt(now) < 1 || actions.leftAt(now) < 1) return;
    reads.spend(now);
    const found = await this.#client.listThreads({ limit: searched }, { signal });
    if (!found.ok) return;
    if (!found.data.threads.some((thread) => thread.with?.user_id === userId)) {
      actions.spend(now);
      const body = { user_id: userId, text };
      const sent = await this.#client.startThread(body, { signal, idempotencyKey: `first-attack-${userId}` });
      if (!sent.ok && (retryable.has(sent.error.code) || sent.error.code === 'ABORTED')) return;
    }
    this.#warned.add(userId);
  }
}
