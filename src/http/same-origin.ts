/**
 * Refuses what another site makes a browser send. A request without any sign of a browser is let through:
 * it carries no cookies it was not given on purpose.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { GameError } from '../kernel/errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether the Origin header is absent, or names the base URL or the host that was asked. Also the check of the
 * socket handshake, whatever its method.
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

/** Refuses unsafe requests from elsewhere with CROSS_ORIGIN; stands before everything that reads a session. */
export function createSameOriginCheck(baseUrl: string): RequestHandler {
  return (request, _response, next) => {
    if (safeMethods.has(request.method) || isFromThisSite(request.headers, baseUrl)) next();
    else next(new GameError('CROSS_ORIGIN'));
  };
}
