/** The header Idempotency-Key: the routes that accept it, and the key under which a response is stored. */
import { createHash } from 'node:crypto';
import { GameError } from '../kernel/errors.ts';
import { fillPath } from '../kernel/fill-path.ts';
import type { IdempotencyKey } from '../world/idempotency/caller.ts';

/** 1 to 100 visible ASCII characters. */
const keyPattern = /^[\x21-\x7e]{1,100}$/;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** @param text what identifies the request among those of a user */
export const digestOf = (text: string): string => sha256(text).toString('base64url').slice(0, 11);

interface Route {
  method: string;
  path: string;
  auth: string;
}

export function takesIdempotencyKey({ method, path, auth }: Route): boolean {
  return method !== 'get' && auth === 'required' && path.startsWith('/api/');
}

/**
 * Null without a header, a session, or a route that accepts it. Throws VALIDATION_ERROR for a malformed key.
 * @param params parsed: every id has one spelling
 */
export function readIdempotencyKey(
  route: Route,
  header: string | undefined,
  { userId, params, body }: { userId: string | undefined; params: unknown; body: unknown },
): IdempotencyKey | null {
  if (header === undefined || userId === undefined || !takesIdempotencyKey(route)) return null;
  if (!keyPattern.test(header)) {
    throw new GameError('VALIDATION_ERROR', 'Idempotency-Key: must be 1 to 100 visible ASCII characters');
  }
  return {
    userId,
    digest: digestOf(`${route.method.toUpperCase()} ${fillPath(route.path, params)}\n${header}`),
    bodyDigest: sha256(JSON.stringify(body)).toString('hex').slice(0, 8),
    storesResponse: true,
  };
}
