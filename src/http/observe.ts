/** Logs and measures every request. It records the pattern of the route, never the URL or the body. */
import type { Request, Response } from 'express';
import type { Log } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { Random } from '../kernel/random.ts';
import { minuteMs } from '../kernel/time.ts';
import type { Viewer } from './sessions/viewer.ts';

const slowMs = 1_000;
/** Slow requests get one line in this time. */
const slowLineMs = minuteMs;
const idHeader = 'X-Request-Id';
/** Accepted from a proxy. */
const idPattern = /^[\w.:-]{1,64}$/;
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);
const assets = '/assets/';

export function requestIdOf(response: Response): string {
  return String(response.getHeader(idHeader));
}

/** One name for all unmatched requests, and one for all static files. */
function routeOf({ originalUrl, route }: Request): string {
  if (originalUrl.startsWith(assets)) return assets;
  return (route as { path: string } | undefined)?.path ?? 'unknown';
}

export interface ObserverDeps {
  metrics: Metrics;
  log: Log;
  /** Whether a trusted proxy sets X-Request-Id. */
  hasProxy: boolean;
  random: Random;
  viewerOf: (request: Request) => Viewer | null;
}

export function createObserver({
  metrics,
  log,
  hasProxy,
  random,
  viewerOf,
}: ObserverDeps): (request: Request, response: Response) => void {
  const { requests, requestSeconds } = metrics;
  const prefix = `${random.bytes(6).toString('hex')}-`;
  let requestCount = 0;
  let [slowCount, slowLineAt] = [0, -Infinity];

  const chooseId = (request: Request): string => {
    const proxyId = hasProxy ? request.headers['x-request-id'] : undefined;
    if (typeof proxyId === 'string' && idPattern.test(proxyId)) return proxyId;
    return prefix + (requestCount += 1).toString(36);
  };

  return (request, response) => {
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
      if (isSlow) slowCount += 1;
      const isReported = isSlow && performance.now() - slowLineAt >= slowLineMs;
      if (!isReported && !log.isLevelEnabled('debug')) return;
      const userId = viewerOf(request)?.userId ?? null;
      const line = { requestId: requestIdOf(response), method, route, status, ms: Math.round(ms), userId };
      if (isReported) {
        log.warn({ ...line, count: slowCount }, 'slow requests');
        [slowCount, slowLineAt] = [0, performance.now()];
      } else log.debug(line, 'request');
    });
  };
}
