/** The header Idempotency-Key: under what the answer of an unsafe request below /api is to be kept. */
import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Receipt } from '../db/receipts.ts';
import { GameError } from '../kernel/errors.ts';
import { fillPath } from '../kernel/fill-path.ts';
import type { Viewer } from './viewer.ts';

/** Up to 100 visible characters of ASCII. */
const keyPattern = /^[\x21-\x7e]{1,100}$/;

interface Route {
  method: string;
  path: string;
  auth: string;
}

/** Whether a route repeats its answer for the same key. */
export function takesIdempotencyKey({ method, path, auth }: Route): boolean {
  return method !== 'get' && auth === 'required' && path.startsWith('/api/');
}

/**
 * What the answer is to be kept under; null where the request carries no key or the route takes none. Throws
 * VALIDATION_ERROR for a key that is none.
 */
export function receiptOf(
  route: Route,
  request: Request,
  { params, body, viewer }: { params: unknown; body: unknown; viewer: Viewer | null },
): Receipt | null {
  const key = request.get('idempotency-key');
  if (key === undefined || viewer === null || !takesIdempotencyKey(route)) return null;
  if (!keyPattern.test(key)) {
    throw new GameError('VALIDATION_ERROR', 'Idempotency-Key: must be 1 to 100 visible ASCII characters');
  }
  return {
    userId: viewer.userId,
    route: `${route.method.toUpperCase()} ${fillPath(route.path, params)}`,
    key,
    bodyDigest: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
  };
}
