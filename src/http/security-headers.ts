/**
 * Security headers: pages may load and contact this site only. Headers that need https are sent only if the base URL
 * is https.
 */
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { dayMs, secondMs } from '../kernel/time.ts';

const oneYearSeconds = (365 * dayMs) / secondMs;

/** @param baseUrl the public address; its scheme decides about HSTS and upgrade-insecure-requests */
export function createSecurityHeaders(baseUrl: string): RequestHandler {
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
  });
}
