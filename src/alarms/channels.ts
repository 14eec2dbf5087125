/**
 * SQL of the channels. An instance that works on a channel holds it until a moment, which also names its claim: later
 * statements of a claim that has run out change nothing.
 */
import { z } from 'zod';
import { integer, moment, uuid } from '../db/columns.ts';
import { execute, select, statement, type Db } from '../db/pool.ts';

/** The time in which an instance sends what is new on a channel; then another one may. */
export const claimMs = 10_000;

const claimedChannel = z.strictObject({
  id: uuid,
  user_id: uuid,
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  announced: z.array(z.string()),
  failures: integer,
  failing_since: moment.nullable(),
  last_success_at: moment.nullable(),
  held_until: moment,
  is_test_wanted: z.boolean(),
});
export type Channel = z.infer<typeof claimedChannel>;

const claimAlarmChannels = statement(
  'claimAlarmChannels',
  `WITH due AS (
     SELECT id FROM alarm_channels
     WHERE due_at IS NOT NULL AND greatest(due_at, held_until) <= $1
     ORDER BY greatest(due_at, held_until) LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
   )
   UPDATE alarm_channels channel SET due_at = $1::bigint + ${claimMs}, held_until = $1::bigint + ${claimMs}
   FROM due WHERE channel.id = due.id
   RETURNING channel.id, user_id, endpoint, p256dh, auth, announced, failures, failing_since, last_success_at,
     held_until, is_test_wanted`,
  claimedChannel,
);

/** Claims up to `limit` channels that are due; other instances skip them. */
export const claimChannels = (db: Db, now: number, limit: number): Promise<Channel[]> =>
  select(db, claimAlarmChannels, [now, limit]);

/** What has become of a claimed channel. */
export interface ChannelResult {
  channel: Channel;
  announced: readonly string[];
  /** When to look again at the latest; Infinity: with the next change. A change since the claim remains due. */
  nextAt: number;
  /** No instance looks before. 0: at once. */
  heldUntil: number;
  failures: number;
  failingSince: number | null;
  lastSuccessAt: number | null;
}

const finishAlarmChannels = statement(
  'finishAlarmChannels',
  `UPDATE alarm_channels channel SET announced = ARRAY(SELECT jsonb_array_elements_text(result.announced)),
     due_at = CASE WHEN channel.due_at < channel.held_until THEN channel.due_at ELSE result.next_at END,
     held_until = result.held_until, failures = result.failures, failing_since = result.failing_since,
     last_success_at = result.last_success_at,
     is_test_wanted = channel.is_test_wanted AND NOT result.had_test
   FROM jsonb_to_recordset($1::jsonb) AS result
     (id uuid, claim bigint, announced jsonb, next_at bigint, held_until bigint, failures integer,
      failing_since bigint, last_success_at bigint, had_test boolean)
   WHERE channel.id = result.id AND channel.held_until = result.claim`,
);

/** Ends claims. Channels that were deleted or claimed again meanwhile stay as they are. */
export async function endClaims(db: Db, results: readonly ChannelResult[]): Promise<void> {
  const rows = results.map((result) => ({
    id: result.channel.id,
    claim: result.channel.held_until,
    announced: result.announced,
    next_at: result.nextAt === Infinity ? null : result.nextAt,
    held_until: result.heldUntil,
    failures: result.failures,
    failing_since: result.failingSince,
    last_success_at: result.lastSuccessAt,
    // A test that was asked for since the claim remains wanted.
    had_test: result.channel.is_test_wanted,
  }));
  await execute(db, finishAlarmChannels, [JSON.stringify(rows)]);
}

const deleteGoneChannel = statement('deleteGoneChannel', 'DELETE FROM alarm_channels WHERE id = $1');

/** Deletes a channel whose browser no longer exists. */
export const deleteChannel = (db: Db, id: string): Promise<number> => execute(db, deleteGoneChannel, [id]);

const markAlarmChannels = statement(
  'markAlarmChannels',
  `UPDATE alarm_channels SET due_at = $4
   WHERE user_id = ANY (ARRAY(
     SELECT unnest($1::uuid[])
     UNION SELECT owner_id FROM empires WHERE id = ANY ($2::uuid[])
     UNION SELECT owner_id FROM empires JOIN alarm_settings ON user_id = owner_id
       WHERE id = ANY ($3::uuid[]) AND kinds && '{wish,storage}'
   )) AND (due_at IS NULL OR due_at > $4)`,
);

/** What has changed in the world since the last look. */
export interface Changes {
  userIds: Set<string>;
  empireIds: Set<string>;
  /** Empires whose stock, rates or queues have changed. */
  stateIds: Set<string>;
}

/** Makes the channels due that these changes may concern. */
export const markDue = (db: Db, { userIds, empireIds, stateIds }: Changes, now: number): Promise<number> =>
  execute(db, markAlarmChannels, [[...userIds], [...empireIds], [...stateIds], now]);

const markAllAlarmChannels = statement(
  'markAllAlarmChannels',
  'UPDATE alarm_channels SET due_at = $1 WHERE due_at IS NULL OR due_at > $1',
);

/** Makes all channels due, after changes that no instance may have noticed. */
export const markAllDue = (db: Db, now: number): Promise<number> => execute(db, markAllAlarmChannels, [now]);
