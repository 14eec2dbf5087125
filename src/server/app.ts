/** The Express application: all HTTP handlers, in the order in which a request passes them. */
import express, { Router, type Express } from 'express';
import type { AccountDeps } from '../account/operations.ts';
import { createAccountEndpoints } from '../account/router.ts';
import { battleEndpoints } from '../battle/router.ts';
import { cityEndpoints } from '../city/router.ts';
import { empireEndpoints } from '../empire/router.ts';
import { documentEndpoints } from '../documents/router.ts';
import { healthRoutes, type Checks } from './health.ts';
import { mountEndpoints, type Endpoint } from '../http/endpoint.ts';
import type { Http } from '../http/http.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { leaderboardEndpoints } from '../leaderboard/router.ts';
import { mapEndpoints } from '../map/router.ts';
import { militaryEndpoints } from '../military/router.ts';
import { createPages } from '../pages/all.ts';
import { rulesEndpoints } from '../rules/router.ts';
import { metricsRoutes } from './metrics-endpoint.ts';
import type { Services } from '../world/services.ts';

export interface AppDeps {
  http: Http;
  services: Services;
  account: AccountDeps;
  checks: Checks;
  /** null: the metrics have their own port. */
  metrics: Metrics | null;
}

/** Every JSON route of the service. */
export function allEndpoints({ services, account }: Pick<AppDeps, 'services' | 'account'>): Endpoint[] {
  const endpoints = [
    ...createAccountEndpoints(account),
    ...empireEndpoints(services),
    ...cityEndpoints(services),
    ...militaryEndpoints(services),
    ...battleEndpoints(services),
    ...leaderboardEndpoints(services),
    ...mapEndpoints(services),
    ...rulesEndpoints(services.settings),
  ];
  endpoints.push(...documentEndpoints(endpoints));
  return endpoints;
}

export function createApp(deps: AppDeps): Express {
  const { http, services, account, checks, metrics } = deps;
  const app = express();
  http.configure(app);
  app.use(http.guard);
  app.use(healthRoutes(checks));
  if (metrics !== null) app.use(metricsRoutes(metrics));
  app.use(http.compress);
  app.use(http.assets.router);
  app.use(http.identify);

  const endpoints = allEndpoints(deps);
  app.use(createPages({ services, http, account, endpoints }));
  const api = Router();
  mountEndpoints(api, endpoints, http);
  app.use(api);

  app.use(http.finish);
  return app;
}
