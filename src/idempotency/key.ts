/** The header Idempotency-Key: which routes take it, and under what the response of a request is stored. */
import { createHash } from 'node:crypto';
import { GameError } from '../kernel/errors.ts';
import { fillPath } from '../kernel/fill-path.ts';

/** Up to 100 visible characters of ASCII. */
const keyPattern = /^[\x21-\x7e]{1,100}$/;

/** What the response of one request is stored under. */
export interface IdempotencyKey {
  userId: string;
  /** Method and path. */
  route: string;
  key: string;
  /** SHA-256 of the body as it was understood. */
  bodyDigest: string;
}

interface Route {
  method: string;
  path: string;
  auth: string;
}

/** Whether a route repeats its response for the same key. */
export function takesIdempotencyKey({ method, path, auth }: Route): boolean {
  return method !== 'get' && auth === 'required' && path.startsWith('/api/');
}

/**
 * The key of a request; null where it carries none, the route takes none, or nobody is logged in. Throws
 * VALIDATION_ERROR for a malformed key.
 * @param params parsed, so that ids have one spelling
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
