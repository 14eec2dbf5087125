/**
 * The first handler of every request: logging and metrics, the security headers, and the refusal of methods and origins
 * that no route accepts. One function, because each handler of Express costs as much as all of this work.
 */
import type { RequestHandler } from 'express';
import { GameError } from '../../kernel/errors.ts';
import { answerPreflight, isAllowedCall, type ForeignOrigins } from './foreign-origin.ts';
import { createObserver, type ObserverDeps } from '../observe.ts';
import { isCrossOrigin } from './same-origin.ts';
import { securityHeaders } from './security-headers.ts';

/** @param baseUrl the public address */
export function createGuard(
  baseUrl: string,
  foreignOrigins: ForeignOrigins,
  deps: ObserverDeps,
): RequestHandler {
  const observe = createObserver(deps);
  const headers = [...securityHeaders(baseUrl)];
  return (request, response, next) => {
    observe(request, response);
    for (const [name, value] of headers) response.setHeader(name, value);
    const isForeign = foreignOrigins.begin(request, response);
    if (request.method === 'OPTIONS') {
      // Express would answer OPTIONS automatically; here a wrong method is NOT_FOUND.
      if (isForeign) answerPreflight(response);
      else next(new GameError('NOT_FOUND'));
    } else if (isForeign ? !isAllowedCall(request) : isCrossOrigin(request, baseUrl))
      next(new GameError('CROSS_ORIGIN'));
    else next();
  };
}
