/**
 * The metrics endpoint: on METRICS_PORT if set, otherwise on the game's port for callers on this machine. Others get
 * 404.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import express, { Router, type RequestHandler } from 'express';
import type { Metrics } from '../kernel/metrics.ts';
import { listen } from './listen.ts';

export const metricsPath = '/metrics';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** A proxy on this machine adds one of them to a remote request. */
const proxyHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
  'cf-connecting-ip',
  'via',
];

/** Whether a request comes from this machine, not forwarded. The socket address decides, regardless of TRUST_PROXY. */
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

const answerWith =
  (metrics: Metrics): RequestHandler =>
  async (_request, response) => {
    const text = await metrics.write();
    response.set('Cache-Control', 'no-store').type(metrics.registry.contentType).send(text);
  };

export function metricsRoutes(metrics: Metrics): Router {
  const onlyLocal: RequestHandler = (request, _response, next) =>
    next(isLocalCaller(request) ? undefined : 'route');
  return Router().get(metricsPath, onlyLocal, answerWith(metrics));
}

interface MetricsPort {
  url: string;
  close: () => Promise<void>;
}

export async function openMetricsPort(metrics: Metrics, host: string, port: number): Promise<MetricsPort> {
  const app = express().disable('x-powered-by').get(metricsPath, answerWith(metrics));
  const server = createServer(app);
  const url = await listen(server, { host, port, setting: 'METRICS_PORT' });
  return {
    url: url + metricsPath,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
