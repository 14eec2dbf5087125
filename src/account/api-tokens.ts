/** Lists and makes API tokens. A token is a session that no login has started. */
import type { Response } from 'express';
import { z } from 'zod';
import { maxTokens, tokenScope, tokenView, type TokenBody, type TokenView } from '../contract/tokens.ts';
import { count, moment, timestamp, uuid } from '../db/columns.ts';
import { execute, select, selectOne, statement, type Db } from '../db/pool.ts';
import { createApiToken, deriveApiToken } from '../http/sessions/api-token.ts';
import type { Viewer } from '../http/sessions/viewer.ts';
import { changeOnce } from '../world/idempotency/change-once.ts';
import type { IdempotencyKey } from '../world/idempotency/caller.ts';
import { GameError } from '../kernel/errors.ts';
import { dayMs } from '../kernel/time.ts';
import { changesOf, type AccountDeps } from './deps.ts';

/** The year 9999: the token works until it is revoked. */
const neverMs = 253_370_764_800_000;

const tokenRow = z.strictObject({
  id: uuid,
  name: z.string(),
  scope: tokenScope,
  created_at: timestamp,
  expires_ms: moment,
  last_used_at: timestamp.nullable(),
});

const selectTokensStatement = statement('selectTokens', {
  sql: `SELECT id, token_name AS name, scope, created_at, (extract(epoch FROM expire) * 1000)::bigint AS expires_ms, last_used_at
   FROM sessions
   WHERE user_id = $1 AND scope IS NOT NULL AND expire > to_timestamp($2::double precision / 1000)
   ORDER BY created_at DESC, id`,
  row: tokenRow,
});

/** Unexpired, newest first. */
export async function selectTokens(db: Db, userId: string, nowMs: number): Promise<TokenView[]> {
  return (await select(db, selectTokensStatement, [userId, nowMs])).map(
    ({ expires_ms: expiresMs, ...row }) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      expires_at: expiresMs === neverMs ? null : new Date(expiresMs).toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    }),
  );
}

const lockTokenOwner = statement('lockTokenOwner', { sql: 'SELECT FROM users WHERE id = $1 FOR UPDATE' });

const selectTokenRoom = statement('selectTokenRoom', {
  sql: `SELECT EXISTS (SELECT FROM sessions WHERE id = $2) AS is_logged_in,
     (SELECT count(*) FROM sessions WHERE user_id = $1 AND scope IS NOT NULL
        AND expire > to_timestamp($3::double precision / 1000)) AS tokens`,
  row: z.strictObject({ is_logged_in: z.boolean(), tokens: count }),
});

// Expired sessions are deleted only from time to time.
const deleteExpiredToken = statement('deleteExpiredToken', {
  sql: `DELETE FROM sessions WHERE user_id = $1 AND token_name = $2 AND expire <= to_timestamp($3::double precision / 1000)`,
});

const insertApiToken = statement('insertApiToken', {
  sql: `INSERT INTO sessions (id, sid, sess, expire, token_name, scope)
   VALUES ($1, $2, jsonb_build_object('user_id', $3::uuid, 'created_at', $6::double precision),
     to_timestamp($7::double precision / 1000), $4, $5)`,
});

/**
 * Only this result has the secret. The user is locked first, so that a change of the password either ends the new
 * token, or has ended the session that asks for it. Throws TOKEN_LIMIT; NAME_TAKEN.
 */
export async function createToken(
  deps: AccountDeps,
  { userId, sessionId, ...viewer }: Viewer,
  { name, scope, days }: TokenBody,
  response: Response,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<{ token: TokenView; secret: string }> {
  const { clock, random, security, sessionSecrets } = deps;
  const id = random.uuid();
  const { secret, storedId } =
    idempotencyKey === null
      ? createApiToken(random)
      : deriveApiToken(sessionSecrets[0] ?? '', id, idempotencyKey.digest);
  const now = clock.now();
  const expiresMs = days === null ? neverMs : now + days * dayMs;
  const changes = changesOf(deps, { userId, sessionId, ...viewer }, idempotencyKey ?? undefined);
  const { token } = await changeOnce(changes, async (tx) => {
    await execute(tx, lockTokenOwner, [userId]);
    const room = await selectOne(tx, selectTokenRoom, [userId, sessionId, now]);
    if (!room.is_logged_in) throw new GameError('AUTH_REQUIRED');
    if (room.tokens >= maxTokens)
      throw new GameError('TOKEN_LIMIT', `revoke one of your ${maxTokens} tokens`);
    await execute(tx, deleteExpiredToken, [userId, name, now]);
    await execute(tx, insertApiToken, [id, storedId, userId, name, scope, now, expiresMs]);
    const made = (await selectTokens(tx, userId, now)).find((each) => each.id === id);
    if (made === undefined) throw new Error('the new token is not listed');
    return { token: made, stored_id: storedId };
  });
  security.record('token_created', response, userId, { tokenId: id, scope });
  return { token, secret };
}

const storedToken = z.object({ token: tokenView, stored_id: z.string() });

/**
 * Builds the response of `createToken` again. Throws IDEMPOTENCY_MISMATCH if the server has lost the session secret.
 */
export function repeatToken({ sessionSecrets }: AccountDeps, stored: unknown, { digest }: IdempotencyKey) {
  const { token, stored_id: storedId } = storedToken.parse(stored);
  const made = sessionSecrets
    .map((serverSecret) => deriveApiToken(serverSecret, token.id, digest))
    .find((each) => each.storedId === storedId);
  if (made === undefined)
    throw new GameError('IDEMPOTENCY_MISMATCH', 'the server has another SESSION_SECRET since');
  return { token, secret: made.secret };
}
