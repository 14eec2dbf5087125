/**
 * Where Prometheus reads an instance: on a port of its own, or, without one, on the game's port, for callers on
 * this machine alone. For everybody else there is no such route.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { Router } from 'express';
import type { Metrics } from '../kernel/metrics.ts';
import { listen } from './listen.ts';

export const metricsPath = '/metrics';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** What a proxy on this machine adds for somebody elsewhere. */
const proxyHeaders = [
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'],
  ...['x-real-ip', 'cf-connecting-ip', 'via'],
];

/** Whether a request was sent on this machine, for itself: what counts is the socket, whatever proxies are trusted. */
export function isLocalCaller({
  socket,
  headers,
}: Pick<IncomingMessage, 'headers'> & { socket: Peer }): boolean {
  const address = socket.remoteAddress ?? '';
  const family = isIP(address);
  if (family === 0 || proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  return loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

interface Peer {
  remoteAddress?: string | undefined;
}

/** The route on the game's port. */
export function metricsRoutes(metrics: Metrics): Router {
  const router = Router();
  router.get(metricsPath, async (request, response, next) => {
    if (!isLocalCaller(request)) {
      next();
      return;
    }
    const text = await metrics.write();
    response.set('Cache-Control', 'no-store').type(metrics.registry.contentType).send(text);
  });
  return router;
}

/** Opens a port for nothing but metrics. */
export async function openMetricsPort(metrics: Metrics, host: string, port: number): Promise<MetricsDoor> {
  const server = createMetricsServer(metrics);
  const url = await listen(server, { host, port, setting: 'METRICS_PORT' });
  return {
    url: url + metricsPath,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

interface MetricsDoor {
  url: string;
  close: () => Promise<void>;
}

function createMetricsServer(metrics: Metrics): Server {
  const answer: RequestListener = (request, response) => {
    const isAsked = request.method === 'GET' && request.url?.split('?')[0] === metricsPath;
    if (!isAsked) {
      response.writeHead(404).end();
      return;
    }
    metrics.write().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
  return createServer(answer);
}
