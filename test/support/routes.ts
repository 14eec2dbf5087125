/** Lists every route of the application, read from its Express router. */
import type { AlarmMeans } from '../../src/alarms/operations.ts';
import type { AccountDeps } from '../../src/account/deps.ts';
import { LoginQueue } from '../../src/account/login-queue.ts';
import { createPasswords } from '../../src/account/passwords.ts';
import { allEndpoints, createApp } from '../../src/server/app.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { createHttp, type Http } from '../../src/http/http.ts';
import { createLog } from '../../src/kernel/log.ts';
import { noLimits, type TestGame } from './game.ts';
import { systemRandom } from '../../src/kernel/random.ts';

interface Layer {
  route?: { path: string; stack: { method: string }[] };
  handle: { stack?: Layer[] };
}

export interface Route {
  method: string;
  path: string;
}

/** The name of a route: `GET /api/empire/:empire_id`. */
export const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

function listRoutes(layers: readonly Layer[]): Route[] {
  return layers.flatMap(({ route, handle }) => {
    if (route === undefined) return listRoutes(handle.stack ?? []);
    const methods = [...new Set(route.stack.map(({ method }) => method))];
    return methods.map((method) => ({ method, path: route.path }));
  });
}

function accountOf({ instance, clock }: TestGame, http: Http): AccountDeps {
  return {
    db: instance.pool,
    clock,
    random: systemRandom,
    sessions: http.sessions,
    passwords: createPasswords(1),
    sessionDays: 30,
    failedLogins: 0,
    logins: new LoginQueue(clock),
    cookies: http.cookies,
    security: http.security,
    mailer: null,
    baseUrl: 'http://localhost:3000',
    operatorContact: null,
  };
}

/** The JSON routes, and all others: pages, forms, health. */
export function readRoutes(game: TestGame): { endpoints: Endpoint[]; others: Route[] } {
  const { metrics, pool } = game.instance;
  const http = createHttp(
    {
      baseUrl: 'http://localhost:3000',
      corsOrigins: [],
      sessionSecrets: ['test-secret'],
      trustProxy: 0,
      limits: noLimits,
      counters: 'memory',
      redis: null,
      checkAnswers: true,
    },
    { pool, clock: game.clock, random: systemRandom, log: createLog('silent'), metrics },
  );
  const account = accountOf(game, http);
  const alarms: AlarmMeans = {
    hasMail: true,
    pushKey: '',
    pushServices: [],
  };
  const deps = { http, account, alarms, services: game.instance.services, checks: {}, metrics };
  const app = createApp(deps);
  http.stop();
  const endpoints = allEndpoints(deps);
  const json = new Set(endpoints.map(nameOf));
  const { stack } = (app as unknown as { router: { stack: Layer[] } }).router;
  return { endpoints, others: listRoutes(stack).filter((route) => !json.has(nameOf(route))) };
}
