/** Stores responses for 24 hours. Each is written in the transaction of its effect. */
import { z } from 'zod';
import { cleanRegularly, deletedAtOnce, type CleaningDeps } from '../db/cleaning.ts';
import { selectOptional, statement, type Db } from '../db/pool.ts';
import type { Clock } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import { dayMs } from '../kernel/time.ts';
import { compress, decompress } from './compress.ts';
import type { IdempotencyKey } from './key.ts';

/** How long responses are stored. */
export const storedMs = dayMs;

/** A row of idempotency_keys. */
export interface StoredResponse {
  user_id: string;
  /** Empty: the key contains it. */
  route: string;
  /** `digest` of the idempotency key. */
  key: string;
  body_digest: string;
  answer: string;
  created_at: number;
}

/** @param now milliseconds since 1970 */
export function toStoredResponse(
  { userId, digest, bodyDigest }: IdempotencyKey,
  answer: unknown,
  now: number,
): StoredResponse {
  const text = compress(JSON.stringify(answer));
  return { user_id: userId, route: '', key: digest, body_digest: bodyDigest, answer: text, created_at: now };
}

/** Inserts a JSON list of stored responses. */
export const insertResponses = statement(
  'insertResponses',
  `INSERT INTO idempotency_keys (user_id, route, key, body_digest, answer, created_at)
   SELECT user_id, route, key, body_digest, answer, created_at
   FROM json_populate_recordset(NULL::idempotency_keys, $1::json)`,
);

// An expired key is deleted first, so that it can be used again.
const selectStoredResponse = statement(
  'selectStoredResponse',
  `WITH past AS (
     DELETE FROM idempotency_keys WHERE user_id = $1 AND key = $2 AND route = '' AND created_at <= $3
   )
   SELECT body_digest, answer FROM idempotency_keys
   WHERE user_id = $1 AND key = $2 AND route = '' AND created_at > $3`,
  z.strictObject({ body_digest: z.string(), answer: z.string() }),
);

const deleteOldResponses = statement(
  'deleteOldResponses',
  `DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM idempotency_keys WHERE created_at <= $1 ORDER BY created_at LIMIT ${deletedAtOnce}
   ))`,
);

/** Regularly removes expired responses. Returns a function that stops it. */
export function cleanResponses(deps: CleaningDeps): () => void {
  return cleanRegularly(deps, deleteOldResponses, (now) => [now - storedMs]);
}

/** Returns the stored response as JSON, or null. Throws IDEMPOTENCY_MISMATCH if the key was used with another body. */
export async function findResponse(
  db: Db,
  clock: Clock,
  idempotencyKey: IdempotencyKey,
): Promise<string | null> {
  const { userId, digest, bodyDigest } = idempotencyKey;
  const row = await selectOptional(db, selectStoredResponse, [userId, digest, clock.now() - storedMs]);
  if (row === null) return null;
  // Earlier rows contain the whole SHA-256.
  if (!row.body_digest.startsWith(bodyDigest)) throw new GameError('IDEMPOTENCY_MISMATCH');
  return decompress(row.answer);
}
