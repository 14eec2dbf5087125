/**
 * Refuses requests that another site makes a browser send (CSRF). Requests without browser headers pass: only browsers
 * attach cookies automatically.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * True without an Origin header. On an https site, the origin must be https. The socket handshake uses this check for
 * every method.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const { origin, host } = headers;
  const base = new URL(baseUrl);
  if (origin === undefined || origin === base.origin) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  // The default base URL is http even behind a proxy with https.
  return originHost === host?.toLowerCase() && (base.protocol === 'http:' || protocol === base.protocol);
}

export function isUnsafe(method = ''): boolean {
  return !safeMethods.has(method);
}

function isFromThisSite(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? isOwnOrigin(headers, baseUrl) : site === 'same-origin' || site === 'none';
}

/** Check it before any handler reads a session. */
export function isCrossOrigin({ method, headers }: IncomingMessage, baseUrl: string): boolean {
  return isUnsafe(method) && !isFromThisSite(headers, baseUrl);
}
