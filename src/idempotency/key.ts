/** The header Idempotency-Key: the routes that accept it, and the key under which a response is stored. */
import { createHash } from 'node:crypto';
import { GameError } from '../kernel/errors.ts';
import { fillPath } from '../kernel/fill-path.ts';

/** 1 to 100 visible ASCII characters. */
const keyPattern = /^[\x21-\x7e]{1,100}$/;

/** Identifies the stored response of a request. */
export interface IdempotencyKey {
  userId: string;
  /** Method and path. */
  route: string;
  key: string;
  /** SHA-256 of the parsed body. */
  bodyDigest: string;
}

interface Route {
  method: string;
  path: string;
  auth: string;
}

/** Whether a route accepts the header, and repeats its response for the same key. */
export function takesIdempotencyKey({ method, path, auth }: Route): boolean {
  return method !== 'get' && auth === 'required' && path.startsWith('/api/');
}

/**
 * Returns the key of a request; null if it has no header, the route accepts none, or the request has no session.
 * Throws VALIDATION_ERROR for a malformed key.
 * @param params parsed parameters, in which every id has one spelling
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
    route: `${route.method.toUpperCase()} ${fillPath(route.path, params)}`,
    key: header,
    bodyDigest: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
  };
}
