/**
 * What is noted of every request: an id, which is sent back and stands in the log, how long it took and how it
 * ended. The first of all steps. Neither address nor body is noted: the route's pattern is.
 */
import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Log } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { Viewer } from './viewer.ts';

const slowMs = 1_000;
const idHeader = 'X-Request-Id';
/** What a proxy may have given as an id. */
const idPattern = /^[\w.:-]{1,64}$/;
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);
const assets = '/assets/';

/** The id under which the log has a request. */
export function requestIdOf(response: Response): string {
  return String(response.getHeader(idHeader));
}

/** The pattern of the route that took a request; what none took has one name, and so have all static files. */
function routeOf({ originalUrl, route }: Request): string {
  if (originalUrl.startsWith(assets)) return assets;
  return (route as { path: string } | undefined)?.path ?? 'unknown';
}

interface ObserverDeps {
  metrics: Metrics;
  log: Log;
  /** Whether there is a proxy, whose X-Request-Id counts. */
  hasProxy: boolean;
  viewerOf: (request: Request) => Viewer | null;
}

export function createObserver({ metrics, log, hasProxy, viewerOf }: ObserverDeps): RequestHandler {
  const { requests, requestSeconds } = metrics;
  const prefix = `${randomBytes(6).toString('hex')}-`;
  let counted = 0;

  const chooseId = (request: Request): string => {
    const given = hasProxy ? request.headers['x-request-id'] : undefined;
    return typeof given === 'string' && idPattern.test(given) ? given : prefix + (counted += 1).toString(36);
  };

  return (request, response, next) => {
    const since = performance.now();
    response.setHeader(idHeader, chooseId(request));
    response.on('close', () => {
      const ms = performance.now() - since;
      const route = routeOf(request);
      const method = methods.has(request.method) ? request.method : 'other';
      const status = response.writableFinished ? response.statusCode : 'aborted';
      requests.inc({ method, route, status });
      requestSeconds.observe({ method, route }, ms / 1000);
      const isSlow = ms > slowMs;
      if (!isSlow && !log.isLevelEnabled('debug')) return;
      const userId = viewerOf(request)?.userId ?? null;
      const line = { requestId: requestIdOf(response), method, route, status, ms: Math.round(ms), userId };
      if (isSlow) log.warn(line, 'a slow request');
      else log.debug(line, 'a request');
    });
    next();
  };
}
