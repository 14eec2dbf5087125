/** Lists every route of the application, read from its Express router. */
import { createApp } from '../../src/server/app.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { createLog } from '../../src/kernel/log.ts';
import type { TestGame } from './game.ts';
import { accountDepsOf, createTestHttp } from './http-app.ts';

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

/** The JSON routes, and all others: pages, forms, health. */
export function readRoutes(game: TestGame): { endpoints: Endpoint[]; others: Route[] } {
  const { metrics, pool } = game.instance;
  const http = createTestHttp({ pool, clock: game.clock, log: createLog('silent'), metrics });
  const account = accountDepsOf(http, pool, game.clock);
  const alarms = { hasMail: true, pushKey: '', pushServices: [] };
  const deps = {
    http,
    account,
    alarms,
    services: game.instance.services,
    checks: {},
    dataDir: null,
    metrics,
  };
  const app = createApp(deps);
  const { endpoints } = http;
  const json = new Set(endpoints.map(nameOf));
  const { stack } = (app as unknown as { router: { stack: Layer[] } }).router;
  return { endpoints, others: listRoutes(stack).filter((route) => !json.has(nameOf(route))) };
}
