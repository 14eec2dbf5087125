/**
 * Rate limits per minute. The class `auth` counts per IP address and route. `data` and `action` count per user, or
 * per IP address without a session. Every counted response carries the three X-RateLimit headers.
 */
import type { Request, RequestHandler } from 'express';
import {
  ipKeyGenerator,
  MemoryStore,
  rateLimit,
  type ClientRateLimitInfo,
  type Store,
} from 'express-rate-limit';
import { GameError } from '../kernel/errors.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { minuteMs } from '../kernel/time.ts';
import { cleanAddress } from './session.ts';
import type { Viewer } from './viewer.ts';

const windowMs = minuteMs;
/** The IPv6 prefix that a household or server usually owns. */
const ipv6Subnet = 56;

/** Requests per minute; 0: no limit. */
export interface RateLimits {
  auth: number;
  data: number;
  action: number;
}

export type LimitClass = keyof RateLimits | 'none';

export interface Limits {
  auth: (route: string) => RequestHandler;
  data: RequestHandler;
  action: RequestHandler;
}

function keyOfAddress(request: Request): string {
  const address = cleanAddress(request.ip);
  return address === null ? 'unknown' : ipKeyGenerator(address, ipv6Subnet);
}

/**
 * The library's store returns the same object for every hit of a key, so that simultaneous hits would all read the
 * last count. This store returns a separate count for each hit.
 */
export class MemoryCounters extends MemoryStore {
  override async increment(key: string): Promise<ClientRateLimitInfo> {
    const counted = super.increment(key);
    const totalHits = this.current.get(key)?.totalHits ?? 1;
    const { resetTime } = await counted;
    return { totalHits, resetTime };
  }
}

const unlimited: RequestHandler = (_request, _response, next) => {
  next();
};

/** @param createStore creates the store for the counters of a name */
export function createLimits(
  limits: RateLimits,
  viewerOf: (request: Request) => Viewer | null,
  createStore: (name: string) => Store,
  { rateLimited }: Metrics,
): Limits {
  const create = (
    limitClass: keyof RateLimits,
    keyGenerator: (request: Request) => string,
    name: string = limitClass,
  ): RequestHandler =>
    limits[limitClass] === 0
      ? unlimited
      : rateLimit({
          windowMs,
          limit: limits[limitClass],
          keyGenerator,
          legacyHeaders: true,
          standardHeaders: false,
          store: createStore(`${name}:`),
          handler: (_request, _response, next) => {
            rateLimited.inc({ class: limitClass });
            next(new GameError('RATE_LIMITED'));
          },
          // The library's checks concern its own key generator, which is not used here.
          validate: false,
        });
  const keyOfViewer = (request: Request): string => viewerOf(request)?.userId ?? keyOfAddress(request);
  const authLimits = new Map<string, RequestHandler>();
  return {
    auth: (route) => {
      const limiter = authLimits.get(route) ?? create('auth', keyOfAddress, `auth ${route}`);
      authLimits.set(route, limiter);
      return limiter;
    },
    data: create('data', keyOfViewer),
    action: create('action', keyOfViewer),
  };
}
