/**
 * The caller of a request, as the transactions of its writes need it. An instance may have been frozen since it read the
 * session: each transaction that writes for a caller checks the session again, and commits within 2 s of that check.
 */
import { z } from 'zod';
import { uuid } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { IdempotencyKey } from './key.ts';

export interface Caller {
  sessionId: string;
  /** The end of the session, in milliseconds since 1970. */
  expiresAt: number;
  /** The key under which the response is stored; null: it is not stored. */
  idempotencyKey: IdempotencyKey | null;
}

/** Null without a session: the public, bots and due work of the server need no check. */
export const callerOf = (
  viewer: Pick<Caller, 'sessionId' | 'expiresAt'> | null,
  idempotencyKey: IdempotencyKey | null = null,
): Caller | null =>
  viewer === null ? null : { sessionId: viewer.sessionId, expiresAt: viewer.expiresAt, idempotencyKey };

/** The time from the check of a session to the commit. */
export const maxCheckAgeMs = 2_000;

/** SQL: those of these sessions that were not ended, and whose user is active. */
export const validSessionsSql = (sessionIds: string): string =>
  `SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ANY (${sessionIds}::uuid[]) AND u.is_active`;

const selectValidSessionsStatement = statement('selectValidSessions', {
  sql: validSessionsSql('$1'),
  row: z.strictObject({ id: uuid }),
});

/** The ids of valid sessions among these. Their times are not compared. */
export async function selectValidSessions(tx: Tx, sessionIds: readonly string[]): Promise<string[]> {
  return (await select(tx, selectValidSessionsStatement, [sessionIds])).map(({ id }) => id);
}
