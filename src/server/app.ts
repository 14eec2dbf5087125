/** The Express application: all HTTP handlers in order. */
import express, { type Express } from 'express';
import type { AccountDeps } from '../account/deps.ts';
import { createAccountRouter } from '../account/router.ts';
import type { AlarmMeans } from '../alarms/operations.ts';
import { createAlarmRouter } from '../alarms/router.ts';
import { createAllianceRouter } from '../alliance/router.ts';
import { createBattleRouter } from '../battle/router.ts';
import { createMapRouter } from '../city/map-router.ts';
import { createCityRouter } from '../city/router.ts';
import { createDocumentRouter } from './documents/documents.ts';
import { createEmpireRouter } from '../empire/router.ts';
import { createSearchRouter } from '../empire/search-router.ts';
import type { RouterDeps } from '../http/create-router.ts';
import type { Http } from '../http/http.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { createLeaderboardRouter } from '../leaderboard/router.ts';
import { createMessageRouter } from '../messages/router.ts';
import { createMilitaryRouter } from '../military/router.ts';
import { createPages } from '../pages/all.ts';
import { createSeatRouter } from '../seats/router.ts';
import { bindServices, type Services } from '../world/services.ts';
import { createAnnouncementRouter } from './announcement-endpoint.ts';
import { createDownloadRouter } from './download-endpoint.ts';
import { mountHealth, type Checks } from './health.ts';
import { metricsRoutes } from './metrics-endpoint.ts';
import { createRulesRouter } from './rules-endpoint.ts';

export interface AppDeps {
  http: Http;
  services: Services;
  account: AccountDeps;
  alarms: AlarmMeans;
  checks: Checks;
  dataDir: string | null;
  /** null: the metrics have their own port. */
  metrics: Metrics | null;
}

export function createApp({ http, services, account, alarms, checks, dataDir, metrics }: AppDeps): Express {
  const app = express();
  http.configure(app);
  app.use(http.guard);
  mountHealth(app, checks);
  if (metrics !== null) app.use(metricsRoutes(metrics));
  app.use(http.assets.router);
  app.use(http.sessions.middleware);

  // The routers of the specification.
  const deps: RouterDeps = { ...http, servicesFor: (caller) => bindServices(services, caller) };
  app.use(createAccountRouter(account, deps));
  app.use(createDownloadRouter(account, deps));
  app.use(createEmpireRouter(deps));
  app.use(createCityRouter(deps));
  app.use(createMilitaryRouter(deps));
  app.use(createBattleRouter(deps));
  app.use(createLeaderboardRouter(deps));

  // Beyond the specification.
  app.use(createSearchRouter(deps));
  app.use(createSeatRouter(deps));
  app.use(createMessageRouter(deps));
  app.use(createAlarmRouter(alarms, deps));
  app.use(createAnnouncementRouter(deps));
  app.use(createAllianceRouter(deps));
  app.use(createMapRouter(deps));
  app.use(createRulesRouter(services.settings, http.rateLimits, deps));
  const { baseUrl, operatorContact } = account;
  app.use(createDocumentRouter({ limits: http.rateLimits, baseUrl, operatorContact }, deps));
  app.use(createPages({ services, http, account, alarms, dataDir }));

  app.use(http.finish);
  return app;
}
