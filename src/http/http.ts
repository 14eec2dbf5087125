/**
 * Builds everything around the routers: the handlers that app.ts mounts before and after them, and the services that
 * routers and pages use.
 */
import { fileURLToPath } from 'node:url';
import ejs from 'ejs';
import type { ErrorRequestHandler, Express, Request, RequestHandler } from 'express';
import type pg from 'pg';
import type { Store } from 'express-rate-limit';
import { createWithIdempotency } from '../idempotency/with-idempotency.ts';
import type { RedisLink } from '../db/redis.ts';
import { GameError } from '../kernel/errors.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { createAssets, type Assets } from './assets.ts';
import { createAuthentication, type Authentication } from './authenticate.ts';
import { createCompression } from './compression.ts';
import type { EndpointDeps } from './endpoint.ts';
import { createErrorHandler, refuseUnknownRoute } from './error-handler.ts';
import { createFlash, type Flash } from './flash.ts';
import { createObserver } from './observe.ts';
import { createLimits, MemoryCounters, type RateLimits } from './rate-limit.ts';
import { cleanCounters, PostgresCounters } from './rate-limit-store.ts';
import { RedisCounters } from './redis-counters.ts';
import { createSameOriginCheck } from './same-origin.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { createSessions, type Sessions } from './session.ts';
import { SessionStore } from './session-store.ts';
import { createSmallCookies, type SmallCookies } from './small-cookies.ts';
import type { Viewer } from './viewer.ts';

export interface HttpOptions {
  baseUrl: string;
  /** The first secret signs; all verify. */
  sessionSecrets: readonly [string, ...string[]];
  /** Number of proxies in front of this server whose X-Forwarded-For is trusted. */
  trustProxy: number;
  limits: RateLimits;
  /** `memory` if this is the only process. */
  counters: 'memory' | 'database';
  /** Counts instead of `counters` while Redis is available; null: no Redis. */
  redis: RedisLink | null;
  /** For tests: validate every JSON response against its schema. */
  checkAnswers: boolean;
}

export interface Http extends EndpointDeps, Authentication {
  /** Configures proxies, query parser and views. */
  configure(app: Express): void;
  /** Mounted first: logging and metrics, the security headers, and the CROSS_ORIGIN check. */
  guard: RequestHandler[];
  /** Compresses pages and assets. */
  compress: RequestHandler;
  assets: Assets;
  /** Mounted after static files and health: the session, and `viewer` for the views. */
  identify: RequestHandler[];
  /** Mounted last: unknown routes and errors. */
  finish: (RequestHandler | ErrorRequestHandler)[];
  sessions: Sessions;
  viewerOf: (request: Request) => Viewer | null;
  /** Returns the viewer of a raw token, or null. */
  findViewer: (token: string) => Promise<Viewer | null>;
  flash: Flash;
  /** Small signed cookies that pages store in the browser. */
  cookies: SmallCookies;
  /** Stops the cleanup of expired sessions and counters. */
  stop(): void;
}

const viewsFolder = fileURLToPath(new URL('../../views', import.meta.url));

/** Express would answer OPTIONS automatically; here a wrong method is NOT_FOUND. */
const refuseOptions: RequestHandler = (request, _response, next) => {
  next(request.method === 'OPTIONS' ? new GameError('NOT_FOUND') : undefined);
};

interface HttpDeps {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
}

export function createHttp(options: HttpOptions, deps: HttpDeps): Http {
  const { pool, clock, log, metrics } = deps;
  const { baseUrl, sessionSecrets } = options;
  const isSecure = new URL(baseUrl).protocol === 'https:';
  const inDatabase = options.counters === 'database';

  const assets = createAssets();
  const store = new SessionStore(pool, clock, log);
  const sessions = createSessions(store, sessionSecrets, isSecure);
  const { viewerOf } = sessions;
  const observe = createObserver({ metrics, log, hasProxy: options.trustProxy > 0, viewerOf });
  const cookies = createSmallCookies(sessionSecrets, isSecure);
  const stopCounters = inDatabase ? cleanCounters(pool, clock, log) : () => undefined;

  const createStore = (name: string): Store => {
    const counters = inDatabase ? new PostgresCounters(pool, name) : new MemoryCounters();
    return options.redis === null ? counters : new RedisCounters(options.redis, name, counters);
  };

  const showViewer: RequestHandler = (request, response, next) => {
    response.locals.viewer = viewerOf(request);
    next();
  };

  return {
    configure(app) {
      app.set('trust proxy', options.trustProxy);
      app.set('query parser', 'simple');
      app.set('views', viewsFolder);
      app.set('view engine', 'ejs');
      app.engine('ejs', (path, locals, callback) => {
        ejs.renderFile(path, locals, callback);
      });
      // Each view is compiled once. After a change of a view, restart the server.
      app.enable('view cache');
      app.disable('x-powered-by');
      app.locals.asset = assets.address;
    },
    guard: [observe, createSecurityHeaders(baseUrl), refuseOptions, createSameOriginCheck(baseUrl)],
    compress: createCompression(),
    assets,
    identify: [sessions.identify, showViewer, cookies.handler],
    finish: [refuseUnknownRoute, createErrorHandler(log)],
    sessions,
    findViewer: (token) => store.find(token),
    viewerOf,
    ...createAuthentication(viewerOf, cookies),
    limits: createLimits(options.limits, viewerOf, createStore, metrics),
    flash: createFlash(cookies),
    cookies,
    withIdempotency: createWithIdempotency(pool, clock),
    checkAnswers: options.checkAnswers,
    stop() {
      store.close();
      stopCounters();
    },
  };
}
