/**
 * How many requests a minute: the authentication class per address, a counter for each of its routes; game data
 * and actions per user, else per address. Every counted answer carries the three X-RateLimit headers.
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
/** What one household or one server usually owns of IPv6. */
const ipv6Subnet = 56;

/** Requests a minute; 0: no limit. */
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
 * The library's store answers every hit with one and the same object, so that of hits at once each would read the
 * count of the last. Here each keeps its own.
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

/** @param createStore a store for the counters of one name */
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
          // Its warnings are about the keys it would make itself.
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
