/**
 * Answers kept under an Idempotency-Key: written in the transaction of the effect, for 24 hours, so that a request
 * that is sent again is answered again and does nothing twice.
 */
import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import { dayMs } from '../kernel/time.ts';
import { cleanRegularly, deletedAtOnce } from './cleaning.ts';
import type { CleaningDeps } from './cleaning.ts';
import { constraintOf } from './constraints.ts';
import { selectOptional, statement } from './pool.ts';
import type { Db } from './pool.ts';

/** Milliseconds an answer is kept. */
export const answerKeptMs = dayMs;

/** What the answer of one request is to be kept under. */
export interface Receipt {
  userId: string;
  /** Method and path. */
  route: string;
  key: string;
  /** SHA-256 of the body as it was understood. */
  bodyDigest: string;
}

/** A row of idempotency_keys. */
export interface KeptAnswer {
  user_id: string;
  route: string;
  key: string;
  body_digest: string;
  answer: string;
  created_at: number;
}

/** @param now milliseconds since 1970 */
export function toKeptAnswer(
  { userId, route, key, bodyDigest }: Receipt,
  answer: unknown,
  now: number,
): KeptAnswer {
  const text = JSON.stringify(answer);
  return { user_id: userId, route, key, body_digest: bodyDigest, answer: text, created_at: now };
}

// A key whose time is over is free again.
const selectKeptAnswer = statement(
  'selectKeptAnswer',
  `WITH past AS (
     DELETE FROM idempotency_keys WHERE user_id = $1 AND key = $2 AND route = $3 AND created_at <= $4
   )
   SELECT body_digest, answer FROM idempotency_keys
   WHERE user_id = $1 AND key = $2 AND route = $3 AND created_at > $4`,
  z.strictObject({ body_digest: z.string(), answer: z.string() }),
);

const deletePastAnswers = statement(
  'deletePastAnswers',
  `DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM idempotency_keys WHERE created_at <= $1 ORDER BY created_at LIMIT ${deletedAtOnce}
   ))`,
);

/** Removes answers whose time is over; returns what stops it. */
export function cleanAnswers(deps: CleaningDeps): () => void {
  return cleanRegularly(deps, deletePastAnswers, (now) => [now - answerKeptMs]);
}

async function findAnswer(db: Db, clock: Clock, receipt: Receipt): Promise<string | null> {
  const { userId, key, route, bodyDigest } = receipt;
  const row = await selectOptional(db, selectKeptAnswer, [userId, key, route, clock.now() - answerKeptMs]);
  if (row === null) return null;
  if (row.body_digest !== bodyDigest) throw new GameError('IDEMPOTENCY_MISMATCH');
  return row.answer;
}

/** Runs a command and returns its answer as JSON, or the one that is kept under the receipt. */
export type AnswerOnce = (receipt: Receipt, run: () => Promise<unknown>) => Promise<string>;

/**
 * Makes `answerOnce`. `run` must keep its answer in the transaction of its effect. Throws what `run` throws, and
 * IDEMPOTENCY_MISMATCH where the key was used with another body.
 */
export function createAnswerOnce(db: Db, clock: Clock): AnswerOnce {
  return async (receipt, run) => {
    const kept = await findAnswer(db, clock, receipt);
    if (kept !== null) return kept;
    try {
      return JSON.stringify(await run());
    } catch (error) {
      // The same request, sent twice at the same time, may have been faster; then this one was refused for it.
      const isRefused = error instanceof GameError || constraintOf(error) !== null;
      const late = isRefused ? await findAnswer(db, clock, receipt) : null;
      if (late === null) throw error;
      return late;
    }
  };
}
