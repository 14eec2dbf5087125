/** What refusals mean to a bot: some end it, others pass. */
import type { RefusalCode } from '../../client/client.ts';

/** Refusals that end a bot, with the reason for the operator. */
export const fatalReasons: Partial<Record<RefusalCode, string>> = {
  AUTH_REQUIRED: 'its account is deactivated, or its session has ended',
  SESSION_ENDED: 'its account is deactivated, or its session has ended',
  SESSION_REPLACED: 'another program plays with its account',
  WORLD_FULL: 'the world has no room for its empire',
};
/** Temporary refusals, after which the bot retries. */
export const retryable: ReadonlySet<RefusalCode> = new Set([
  'UNREACHABLE',
  'UNAVAILABLE',
  'INTERNAL',
  'BUSY',
  'RATE_LIMITED',
]);
