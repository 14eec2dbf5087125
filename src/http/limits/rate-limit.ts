/**
 * Rate limits per minute. The class `auth` counts per network and route, `data` and `action` per user, or per network
 * without a session.
 */
import type { Request, RequestHandler } from 'express';
import { MemoryStore, rateLimit, type ClientRateLimitInfo, type Store } from 'express-rate-limit';
import { isIPv6 } from 'node:net';
import { GameError } from '../../kernel/errors.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import { minuteMs } from '../../kernel/time.ts';
import { networkOf } from './client-address.ts';
import type { Viewer } from '../sessions/viewer.ts';
import type { MachineTime } from '../../kernel/clock.ts';

/** For hits that waited, and for the difference of two clocks. */
const toleranceMs = 5_000;

/** Began before the clock was set back, and counts no longer. */
function endsTooLate(resetTime: Date | undefined, windowMs: number, now: number): boolean {
  return resetTime !== undefined && resetTime.getTime() > now + windowMs + toleranceMs;
}

const windowMs = minuteMs;
/** A site may own 256 networks. */
const siteSubnet = 48;
/** Requests of a site for each one of a network. */
const siteFactor = 4;

/** For each other read: dragging the map loads frame after frame. */
const mapFactor = 2;
/** For each read that an address may send: a mail provider requests for many players. */
const oneClickFactor = 10;

/** Requests per minute; 0: no limit. */
export interface RateLimits {
  auth: number;
  data: number;
  action: number;
}

export type LimitClass = keyof RateLimits | 'none';

export type Limits = ReturnType<typeof createLimits>;

/**
 * The library's store returns the same object for every hit of a key, so simultaneous hits would all read the last
 * count. This store also ends windows from before the clock was set back.
 */
export class MemoryCounters extends MemoryStore {
  readonly #time: MachineTime;

  constructor(time: MachineTime) {
    super();
    this.#time = time;
  }

  override async increment(key: string): Promise<ClientRateLimitInfo> {
    const known = this.current.get(key) ?? this.previous.get(key);
    if (endsTooLate(known?.resetTime, this.windowMs, this.#time.now())) void this.resetKey(key);
    const counted = super.increment(key);
    const totalHits = this.current.get(key)?.totalHits ?? 1;
    const { resetTime } = await counted;
    return { totalHits, resetTime };
  }
}

interface LimiterOptions {
  /** By default the class. */
  name?: string;
  factor?: number;
  skip?: (request: Request) => boolean;
}

export function createLimits(
  limits: RateLimits,
  viewerOf: (request: Request) => Viewer | null,
  createStore: (name: string) => Store,
  { rateLimited }: Metrics,
) {
  const create = (
    limitClass: keyof RateLimits,
    keyGenerator: (request: Request) => string,
    { name = limitClass, factor = 1, skip = () => false }: LimiterOptions = {},
  ): RequestHandler[] =>
    limits[limitClass] === 0
      ? []
      : [
          rateLimit({
            windowMs,
            limit: limits[limitClass] * factor,
            keyGenerator,
            skip,
            legacyHeaders: true,
            standardHeaders: false,
            store: createStore(`${name}:`),
            handler: (_request, _response, next) => {
              rateLimited.inc({ class: limitClass });
              next(new GameError('RATE_LIMITED'));
            },
          }),
        ];
  const keyOfViewer = (request: Request): string => viewerOf(request)?.userId ?? networkOf(request);
  const authLimits = new Map<string, RequestHandler[]>();
  const createAuth = (route: string): RequestHandler[] => [
    ...create('auth', (request) => networkOf(request, siteSubnet), {
      name: `auth site ${route}`,
      factor: siteFactor,
      skip: (request) => !isIPv6(networkOf(request, siteSubnet).split('/')[0] ?? ''),
    }),
    // Last, so that its headers reach the client.
    ...create('auth', (request) => networkOf(request), { name: `auth ${route}` }),
  ];
  return {
    auth: (route: string): RequestHandler[] => {
      const limiters = authLimits.get(route) ?? createAuth(route);
      authLimits.set(route, limiters);
      return limiters;
    },
    data: create('data', keyOfViewer),
    map: create('data', keyOfViewer, { name: 'map', factor: mapFactor }),
    action: create('action', keyOfViewer),
    oneClick: create('data', (request) => networkOf(request), {
      name: 'one-click',
      factor: oneClickFactor,
    }),
    none: [],
  };
}
