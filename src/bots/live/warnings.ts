/** Tells a person once that a bot attacks them for the first time. */
import type { BotDeps } from './budget.ts';
import { retryable } from './send-order.ts';

const text = [
  'I am a bot, and one of my armies is on its way to you: your stores are worth the march.',
  'A wall at half the level of your best farm, quarry or market, and some soldiers at home, would make me look elsewhere.',
].join(' ');

/** Latest threads that are searched. */
const searched = 100;

/**
 * Writes to the account unless there is a thread with it, also from an earlier run. The key keeps two runs that overlap
 * from writing twice. After a temporary failure, the next attack tries again.
 * @param warned accounts that are known to be warned; it adds to them
 */
export async function warn(
  { client, reads, actions, signal }: Omit<BotDeps, 'chance'>,
  userId: string | null,
  warned: Set<string>,
): Promise<void> {
  if (userId === null || warned.has(userId) || actions.left < 1) return;
  const found = await reads.send(() => client.listThreads({ limit: searched }, { signal }));
  if (found === null) return;
  if (!found.threads.some((thread) => thread.with?.user_id === userId)) {
    actions.spend();
    const body = { user_id: userId, text };
    const sent = await client.startThread(body, { signal, idempotencyKey: `first-attack-${userId}` });
    if (!sent.ok && (retryable.has(sent.error.code) || sent.error.code === 'ABORTED')) return;
  }
  warned.add(userId);
}
