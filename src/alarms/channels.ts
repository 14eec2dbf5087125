/**
 * SQL of the channels. An instance claims a channel until a moment, which also names the claim: later statements of an
 * expired claim change nothing.
 */
import type pg from 'pg';
import { z } from 'zod';
import { integer, moment, uuid } from '../db/columns.ts';
import { execute, select, statement, type Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { minuteMs, secondMs } from '../kernel/time.ts';

/** Then another instance may claim the channel. A mail server may take minutes. */
export const claimMs = { push: 10 * secondMs, mail: 4 * minuteMs };

const channelRow = z.strictObject({
  id: uuid,
  user_id: uuid,
  delivered: z.array(z.string()),
  failures: integer,
  failing_since: moment.nullable(),
  last_success_at: moment.nullable(),
  claimed_until: moment,
});
const browser = channelRow.extend({
  medium: z.literal('push'),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  is_test_wanted: z.boolean(),
});
const mailbox = channelRow.extend({
  medium: z.literal('mail'),
  wants_attacks: z.boolean(),
  mailed_at: moment.nullable(),
  report_mailed_at: moment.nullable(),
});
export type Browser = z.infer<typeof browser>;
export type Mailbox = z.infer<typeof mailbox>;
export type Channel = Browser | Mailbox;

/** $1 now, $2 the largest number. */
const claimSql = (medium: Channel['medium'], row: z.ZodObject): string => `
   WITH due AS (
     SELECT id FROM alarm_channels
     WHERE medium = '${medium}' AND due_at IS NOT NULL AND greatest(due_at, held_until) <= $1
     ORDER BY greatest(due_at, held_until) LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
   )
   UPDATE alarm_channels channel SET due_at = claim.until, held_until = claim.until, claimed_until = claim.until
   FROM due, (SELECT $1::bigint + ${claimMs[medium]} AS until) AS claim WHERE channel.id = due.id
   RETURNING ${Object.keys(row.shape)
     .map((column) => `channel.${column}`)
     .join(', ')}`;
const claimBrowsersStatement = statement('claimBrowsers', { sql: claimSql('push', browser), row: browser });
const claimMailboxesStatement = statement('claimMailboxes', { sql: claimSql('mail', mailbox), row: mailbox });

/** Other instances skip the claimed browsers. */
export const claimBrowsers = (db: Db, now: number, limit: number): Promise<Browser[]> =>
  select(db, claimBrowsersStatement, [now, limit]);

export const claimMailboxes = (db: Db, now: number, limit: number): Promise<Mailbox[]> =>
  select(db, claimMailboxesStatement, [now, limit]);

export interface ChannelResult {
  channel: Channel;
  delivered: readonly string[];
  /** When to look again at the latest; Infinity: with the next change. */
  next_at: number;
  /** No instance looks before. */
  held_until: number;
  failures: number;
  failing_since: number | null;
  last_success_at: number | null;
  /** Null for a browser, as the next one. */
  mailed_at: number | null;
  report_mailed_at: number | null;
}

/** A claimed channel as it was, until its next change. */
export function unchangedResult(channel: Channel): ChannelResult {
  const { delivered, failures, failing_since, last_success_at } = channel;
  const { mailed_at, report_mailed_at } =
    channel.medium === 'mail' ? channel : { mailed_at: null, report_mailed_at: null };
  const state = { delivered, failures, failing_since, last_success_at, mailed_at, report_mailed_at };
  return { channel, ...state, next_at: Infinity, held_until: 0 };
}

const finishAlarmChannels = statement('finishAlarmChannels', {
  sql: `UPDATE alarm_channels channel SET delivered = ARRAY(SELECT jsonb_array_elements_text(result.delivered)),
     due_at = CASE WHEN channel.due_at < channel.claimed_until THEN channel.due_at ELSE result.next_at END,
     held_until = result.held_until, claimed_until = 0, failures = result.failures, failing_since = result.failing_since,
     last_success_at = result.last_success_at, mailed_at = result.mailed_at,
     report_mailed_at = result.report_mailed_at,
     is_test_wanted = channel.is_test_wanted AND NOT result.had_test
   FROM jsonb_to_recordset($1::jsonb) AS result
     (id uuid, claim bigint, delivered jsonb, next_at bigint, held_until bigint, failures integer,
      failing_since bigint, last_success_at bigint, mailed_at bigint, report_mailed_at bigint, had_test boolean)
   WHERE channel.id = result.id AND channel.claimed_until = result.claim`,
});

/** Channels that were deleted or claimed again meanwhile stay as they are. */
export async function endClaims(pool: pg.Pool, results: readonly ChannelResult[]): Promise<void> {
  const rows = results.map(({ channel, next_at, ...result }) => ({
    ...result,
    id: channel.id,
    claim: channel.claimed_until,
    next_at: next_at === Infinity ? null : next_at,
    // A test that was asked for since the claim remains wanted.
    had_test: channel.medium === 'push' && channel.is_test_wanted,
  }));
  // Retried, because other instances write channels in another order.
  await transaction(pool, (tx) => execute(tx, finishAlarmChannels, [JSON.stringify(rows)]));
}

const deleteGoneChannel = statement('deleteGoneChannel', { sql: 'DELETE FROM alarm_channels WHERE id = $1' });

export const deleteChannel = (db: Db, id: string): Promise<number> => execute(db, deleteGoneChannel, [id]);
