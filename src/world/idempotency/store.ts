/** Runs a request once per idempotency key; a repetition gets the stored response, for 24 hours. */
import { z } from 'zod';
import { selectOptional, statement, type Db } from '../../db/pool.ts';
import type { Clock } from '../../kernel/clock.ts';
import { GameError } from '../../kernel/errors.ts';
import { dayMs } from '../../kernel/time.ts';
import type { Caller, IdempotencyKey } from './caller.ts';
import { constraintOf } from '../../db/constraints.ts';

export const storedMs = dayMs;

export interface StoredResponse {
  user_id: string;
  /** `digest` of the idempotency key. */
  key: string;
  body_digest: string;
  /** JSON, repeated as it is. */
  response: string;
  created_at: number;
}

/** None without an idempotency key. */
export function toStoredResponses(caller: Caller | null, value: unknown, now: number): StoredResponse[] {
  const idempotencyKey = caller?.idempotencyKey ?? null;
  if (idempotencyKey === null) return [];
  const { userId, digest, bodyDigest, storesResponse } = idempotencyKey;
  const response = JSON.stringify(storesResponse ? value : null);
  return [{ user_id: userId, key: digest, body_digest: bodyDigest, response, created_at: now }];
}

const responseColumns = 'user_id, key, body_digest, response, created_at';

export const insertResponses = statement('insertResponses', {
  sql: `INSERT INTO idempotency_keys (${responseColumns})
   SELECT ${responseColumns}
   FROM json_populate_recordset(NULL::idempotency_keys, $1::json)`,
});

// An expired key is deleted first, so that it can be used again.
const selectStoredResponse = statement('selectStoredResponse', {
  sql: `WITH past AS (
     DELETE FROM idempotency_keys WHERE user_id = $1 AND key = $2 AND created_at <= $3
   )
   SELECT body_digest, response FROM idempotency_keys
   WHERE user_id = $1 AND key = $2 AND created_at > $3`,
  row: z.strictObject({
    body_digest: z.string(),
    response: z.string(),
  }),
});

/** Null without a response. Throws IDEMPOTENCY_MISMATCH if the key was used with another body. */
async function findResponse(db: Db, clock: Clock, idempotencyKey: IdempotencyKey): Promise<string | null> {
  const { userId, digest, bodyDigest } = idempotencyKey;
  const row = await selectOptional(db, selectStoredResponse, [userId, digest, clock.now() - storedMs]);
  if (row === null) return null;
  if (row.body_digest !== bodyDigest) throw new GameError('IDEMPOTENCY_MISMATCH');
  return row.response;
}

/**
 * Returns the response stored under the key, or runs the request; the result is JSON.
 * @param complete adds what is not stored to a stored response
 */
export type WithIdempotency = (
  key: IdempotencyKey,
  run: () => Promise<unknown>,
  complete?: (stored: unknown) => unknown,
) => Promise<string>;

/** `run` must store its response in the transaction of its effect. */
export function createWithIdempotency(db: Db, clock: Clock): WithIdempotency {
  return async (key, run, complete) => {
    const find = async (): Promise<string | null> => {
      const found = await findResponse(db, clock, key);
      return found === null || complete === undefined ? found : JSON.stringify(complete(JSON.parse(found)));
    };
    const stored = await find();
    if (stored !== null) return stored;
    try {
      return JSON.stringify(await run());
    } catch (error) {
      // A concurrent request with the same key may have committed first and caused this refusal.
      const isRefused = error instanceof GameError || constraintOf(error) !== null;
      const concurrent = isRefused ? await find() : null;
      if (concurrent === null) throw error;
      return concurrent;
    }
  };
}
