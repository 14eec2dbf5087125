/**
 * The headers that tell a browser what a page of ours may do: nothing but what comes from this site.
 * What only makes sense over https is sent only when the base URL is https.
 */
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { dayMs, secondMs } from '../kernel/time.ts';

const oneYearSeconds = (365 * dayMs) / secondMs;

/** @param baseUrl the address players type; its scheme decides about HSTS and upgrades */
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
        // Older browsers do not count the socket of this host as 'self'.
        connectSrc: ["'self'", `${isHttps ? 'wss' : 'ws'}://${host}`],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: oneYearSeconds, includeSubDomains: false } : false,
    // Without any referrer browsers send `Origin: null` with our own forms.
    referrerPolicy: { policy: 'same-origin' },
  });
}
