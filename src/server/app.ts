/** The Express application: all HTTP handlers, in the order in which a request passes them. */
import express, { Router, type Express, type RequestHandler } from 'express';
import { downloadEndpoint } from '../account/download.ts';
import type { AccountDeps } from '../account/deps.ts';
import { createAccountEndpoints } from '../account/router.ts';
import type { AlarmMeans } from '../alarms/operations.ts';
import { alarmEndpoints } from '../alarms/router.ts';
import { allianceEndpoints } from '../alliance/router.ts';
import { battleEndpoints } from '../battle/router.ts';
import { cityEndpoints } from '../city/router.ts';
import { empireEndpoints } from '../empire/router.ts';
import { documentEndpoints } from '../documents/documents.ts';
import { mountHealth, type Checks } from './health.ts';
import { compress } from '../http/compression.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Caller } from '../idempotency/caller.ts';
import { refuseUnknownRoute } from '../http/error-handler.ts';
import type { Http } from '../http/http.ts';
import { mountEndpoints } from '../http/mount-endpoints.ts';
import { isApiRequest } from '../http/negotiate.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { leaderboardEndpoints } from '../leaderboard/router.ts';
import { messageEndpoints } from '../messages/router.ts';
import { searchEndpoints } from '../search/router.ts';
import { mapEndpoints } from '../map/router.ts';
import { militaryEndpoints } from '../military/router.ts';
import { createPages } from '../pages/all.ts';
import { rulesEndpoints } from '../rules/router.ts';
import { metricsRoutes } from './metrics-endpoint.ts';
import { seatEndpoints } from '../seats/router.ts';
import { todayEndpoints } from '../today/router.ts';
import { bindServices, type Services } from '../world/services.ts';

const apiPath = '/api/';

export interface AppDeps {
  http: Http;
  services: Services;
  account: AccountDeps;
  alarms: AlarmMeans;
  checks: Checks;
  /** null: the metrics have their own port. */
  metrics: Metrics | null;
}

/** Every JSON route of the service. */
export function allEndpoints({
  http,
  services,
  account,
  alarms,
}: Pick<AppDeps, 'http' | 'services' | 'account' | 'alarms'>): Endpoint[] {
  const endpoints = [
    ...createAccountEndpoints(account),
    downloadEndpoint(account),
    ...empireEndpoints,
    ...cityEndpoints,
    ...militaryEndpoints,
    ...battleEndpoints,
    ...leaderboardEndpoints,
    ...searchEndpoints,
    ...seatEndpoints,
    ...messageEndpoints,
    ...alarmEndpoints(alarms),
    ...todayEndpoints,
    ...allianceEndpoints,
    ...mapEndpoints,
    ...rulesEndpoints(services.settings, http.rateLimits),
  ];
  endpoints.push(...documentEndpoints(endpoints, http.rateLimits));
  return endpoints;
}

export function createApp(deps: AppDeps): Express {
  const { http, services, account, alarms, checks, metrics } = deps;
  const app = express();
  http.configure(app);
  app.use(http.guard);
  mountHealth(app, checks);
  if (metrics !== null) app.use(metricsRoutes(metrics));
  const endpoints = allEndpoints(deps);
  const mountDeps = { ...http, servicesFor: (caller: Caller | null) => bindServices(services, caller) };
  const isBelowApi = ({ path }: Endpoint): boolean => path.startsWith(apiPath);
  app.use(createApi(endpoints.filter(isBelowApi), mountDeps, http.sessions));
  app.use(compress);
  app.use(http.assets.router);
  app.use(http.identify);
  app.use((_request, response, next) => {
    response.locals.announcement = services.announcements.at(services.clock.now());
    next();
  });

  app.use(createPages({ services, http, account, alarms, endpoints }));
  const others = endpoints.filter((endpoint) => !isBelowApi(endpoint));
  mountEndpoints(app, others, mountDeps);

  app.use(http.finish);
  return app;
}

/** The routes below /api, which need nothing of what pages need. Passes all other requests on. */
function createApi(
  endpoints: readonly Endpoint[],
  deps: Parameters<typeof mountEndpoints>[2],
  { identify }: Http['sessions'],
): RequestHandler {
  const router = Router();
  router.use(identify);
  mountEndpoints(router, endpoints, deps);
  router.use(refuseUnknownRoute);
  return (request, response, next) => {
    if (isApiRequest(request)) router(request, response, next);
    else next();
  };
}
