/**
 * The first handler of every request: logging and metrics, security headers, and the refusal of methods and origins.
 * One function, because each handler of Express costs as much as all of this work.
 */
import type { RequestHandler } from 'express';
import { GameError } from '../../kernel/errors.ts';
import { answerPreflight, isAllowedCall, type ForeignOrigins } from './foreign-origin.ts';
import { createObserver, type ObserverDeps } from '../observe.ts';
import { createProxyWarnings } from './proxy-warnings.ts';
import { isCrossOrigin } from './same-origin.ts';
import { IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import { dayMs, secondMs } from '../../kernel/time.ts';

/** Mail programs also send these forms from pages of their own (RFC 8058): their address is the authority. */
const oneClickPath = /^\/unsubscribe\/[\w-]+$/;

/** @param baseUrl the public address */
export function createGuard(
  baseUrl: string,
  foreignOrigins: ForeignOrigins,
  deps: Omit<ObserverDeps, 'hasProxy'> & { trustProxy: number },
): RequestHandler {
  const observe = createObserver({ ...deps, hasProxy: deps.trustProxy > 0 });
  const warnOfProxy = createProxyWarnings(baseUrl, deps.trustProxy, deps.log);
  const headers = [...securityHeaders(baseUrl)];
  return (request, response, next) => {
    observe(request, response);
    warnOfProxy(request);
    for (const [name, value] of headers) response.setHeader(name, value);
    const isForeign = foreignOrigins.begin(request, response);
    if (request.method === 'OPTIONS') {
      // Express would answer OPTIONS automatically; here a wrong method is NOT_FOUND.
      if (isForeign) answerPreflight(response);
      else next(new GameError('NOT_FOUND'));
    } else if (isForeign ? isAllowedCall(request) : !isCrossOrigin(request, baseUrl)) next();
    else if (request.method === 'POST' && oneClickPath.test(request.url)) {
      delete request.headers.cookie;
      next();
    } else next(new GameError('CROSS_ORIGIN'));
  };
}

const oneYearSeconds = (365 * dayMs) / secondMs;

/**
 * The headers are the same for every response, so helmet sets them once.
 * @param baseUrl its scheme decides about HSTS and upgrade-insecure-requests
 */
function securityHeaders(baseUrl: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const standIn = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  createHelmet(baseUrl)(new IncomingMessage(new Socket()), standIn as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw new Error('helmet failed', { cause: error });
  });
  return headers;
}

function createHelmet(baseUrl: string): ReturnType<typeof helmet> {
  const { protocol, host } = new URL(baseUrl);
  const isHttps = protocol === 'https:';
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'"],
        manifestSrc: ["'self'"],
        // In older browsers, 'self' does not include WebSockets of this host.
        connectSrc: ["'self'", `${isHttps ? 'wss' : 'ws'}://${host}`],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: oneYearSeconds, includeSubDomains: false } : false,
    // With `no-referrer`, browsers send `Origin: null` with our own forms.
    referrerPolicy: { policy: 'same-origin' },
    // Without effect in today's browsers beside the policy above.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}
