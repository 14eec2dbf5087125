/**
 * Refuses requests that another site makes a browser send (CSRF). Requests without browser headers pass: only
 * browsers attach cookies automatically.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { GameError } from '../kernel/errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether the Origin header is absent, or matches the base URL or the Host header. The socket handshake uses the same
 * check, for every method.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origin === new URL(baseUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

function isFromThisSite(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? isOwnOrigin(headers, baseUrl) : site === 'same-origin' || site === 'none';
}

/** Refuses unsafe requests from other sites with CROSS_ORIGIN. Must run before any handler that reads a session. */
export function createSameOriginCheck(baseUrl: string): RequestHandler {
  return (request, _response, next) => {
    if (safeMethods.has(request.method) || isFromThisSite(request.headers, baseUrl)) next();
    else next(new GameError('CROSS_ORIGIN'));
  };
}
