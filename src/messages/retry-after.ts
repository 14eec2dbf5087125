/** The header Retry-After of refusals by the limits of messages, on routes and pages. */
import type { Response } from 'express';
import { MessageLimit } from './send.ts';

/** Sends the exact time to wait with such a refusal. */
export async function withRetryAfter<T>(response: Response, sending: Promise<T>): Promise<T> {
  try {
    return await sending;
  } catch (error) {
    if (error instanceof MessageLimit) response.set('Retry-After', String(error.seconds));
    throw error;
  }
}
