/** Builds the handlers before and after the routers, and the services of routers and pages. */
import { fileURLToPath } from 'node:url';
import ejs from 'ejs';
import type { Express, RequestHandler } from 'express';
import type pg from 'pg';
import type { Store } from 'express-rate-limit';
import { createWithIdempotency } from '../world/idempotency/store.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { Random } from '../kernel/random.ts';
import { createAssets } from './assets.ts';
import type { Endpoint } from './endpoint.ts';
import { createAuthentication } from './sessions/authenticate.ts';
import { createErrorHandler, refuseUnknownRoute } from './error-handler.ts';
import { createForeignOrigins } from './security/foreign-origin.ts';
import { createGuard } from './security/guard.ts';
import { createLimits, MemoryCounters, type RateLimits } from './limits/rate-limit.ts';
import { PostgresCounters } from './limits/rate-limit-store.ts';
import { createSecurityLog } from './security/security-log.ts';
import { createSessions } from './sessions/sessions.ts';
import { SessionStore } from './sessions/session-store.ts';
import { createSmallCookies, readTheme } from './small-cookies.ts';
import { UnknownTokens } from './limits/unknown-tokens.ts';

export interface HttpOptions {
  baseUrl: string;
  /** Other origins whose pages may call the API. */
  corsOrigins: readonly string[];
  /** The first secret signs; all verify. */
  sessionSecrets: readonly [string, ...string[]];
  /** Number of trusted proxies in front of this server. */
  trustProxy: number;
  limits: RateLimits;
  /** `memory` if this is the only process. */
  counters: 'memory' | 'database';
  /** For tests. */
  checkResponses: boolean;
}

export type Http = ReturnType<typeof createHttp>;

/** For each read that a user may send. */
const unknownTokenFactor = 5;

const viewsFolder = fileURLToPath(new URL('../../views', import.meta.url));

interface HttpDeps {
  pool: pg.Pool;
  clock: Clock;
  random: Random;
  log: Log;
  metrics: Metrics;
}

export function createHttp(options: HttpOptions, deps: HttpDeps) {
  const { pool, clock, random, log, metrics } = deps;
  const { baseUrl, sessionSecrets } = options;
  const isSecure = new URL(baseUrl).protocol === 'https:';
  const inDatabase = options.counters === 'database';

  const assets = createAssets();
  const store = new SessionStore(deps);
  const unknownTokens = new UnknownTokens(unknownTokenFactor * options.limits.data);
  const sessions = createSessions(store, sessionSecrets, isSecure, unknownTokens, random);
  const { viewerOf } = sessions;
  const foreignOrigins = createForeignOrigins(baseUrl, options.corsOrigins);
  const cookies = createSmallCookies(sessionSecrets, isSecure);
  const security = createSecurityLog(sessionSecrets[0], log, metrics);

  const endpoints = new Array<Endpoint>();

  const createStore = (name: string): Store =>
    inDatabase ? new PostgresCounters(pool, clock.machine, name) : new MemoryCounters(clock.machine);

  const showViewer: RequestHandler = (request, response, next) => {
    response.locals.viewer = viewerOf(request);
    response.locals.theme = readTheme(cookies, request);
    next();
  };

  return {
    configure(app: Express): void {
      app.set('trust proxy', options.trustProxy);
      app.set('query parser', 'simple');
      app.set('views', viewsFolder);
      app.set('view engine', 'ejs');
      app.engine('ejs', (path, locals, callback) => ejs.renderFile(path, locals, callback));
      app.enable('view cache');
      app.disable('x-powered-by');
      app.locals.asset = assets.address;
      app.locals.shareCard = baseUrl + assets.address('img/share.jpg');
    },
    guard: createGuard(baseUrl, foreignOrigins, {
      random,
      metrics,
      log,
      trustProxy: options.trustProxy,
      viewerOf,
    }),
    assets,
    /** Before the pages. */
    showViewer,
    /** Last. */
    finish: [refuseUnknownRoute, createErrorHandler(log, security, viewerOf)],
    foreignOrigins,
    sessions,
    security,
    viewerOf,
    ...createAuthentication(viewerOf, cookies, endpoints),
    endpoints,
    rateLimits: options.limits,
    limits: createLimits(options.limits, viewerOf, createStore, metrics),
    cookies,
    withIdempotency: createWithIdempotency(pool, clock),
    checkResponses: options.checkResponses,
  };
}
