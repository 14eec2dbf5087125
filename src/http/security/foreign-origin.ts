/**
 * Pages of other origins that the operator allows (CORS_ORIGINS): their cookies are ignored, and none is set for them.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { hourMs, secondMs } from '../../kernel/time.ts';
import { isOwnOrigin, isUnsafe } from './same-origin.ts';

const allowHeader = 'Access-Control-Allow-Origin';
const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
  // Chromium caches a preflight for at most two hours.
  'Access-Control-Max-Age': String((2 * hourMs) / secondMs),
};
/** Otherwise, scripts of another origin read only simple headers. */
const exposedHeaders =
  'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';
/** They give a session to a request without one. */
const openRoutes = new Set(['/register', '/login']);

export type ForeignOrigins = ReturnType<typeof createForeignOrigins>;

/** @param origins as browsers send them: scheme, host and port */
export function createForeignOrigins(baseUrl: string, origins: readonly string[]) {
  const allowed = new Set(origins);
  const isForeign = (headers: IncomingHttpHeaders): boolean =>
    headers.origin !== undefined && allowed.has(headers.origin) && !isOwnOrigin(headers, baseUrl);
  return {
    isForeign,
    /** Prepares request and response, and returns the same as `isForeign`. */
    begin(request: IncomingMessage, response: ServerResponse): boolean {
      if (allowed.size === 0) return false;
      response.setHeader('Vary', 'Origin');
      if (!isForeign(request.headers)) return false;
      delete request.headers.cookie;
      response.setHeader(allowHeader, request.headers.origin ?? '');
      response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
      return true;
    },
  };
}

export function isForForeignPage(response: ServerResponse): boolean {
  return response.hasHeader(allowHeader);
}

export function answerPreflight(response: ServerResponse): void {
  for (const [name, value] of Object.entries(preflightHeaders)) response.setHeader(name, value);
  response.statusCode = 204;
  response.end();
}

/** A foreign page may send a read, a request with a Bearer token, or JSON to register or log in. */
export function isAllowedCall({ method, headers, url = '' }: IncomingMessage): boolean {
  if (!isUnsafe(method) || /^Bearer /i.test(headers.authorization ?? '')) return true;
  return openRoutes.has(url) && /^application\/json\b/i.test(headers['content-type'] ?? '');
}
