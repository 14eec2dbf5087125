/** Opens a server at an address that the settings name, and closes it without cutting requests. */
import type { Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { StartError } from '../kernel/start-error.ts';

export interface ListenAddress {
  host: string;
  /** 0: any free port. */
  port: number;
  /** The setting the port is from. */
  setting: 'PORT' | 'METRICS_PORT';
}

const reasons: Partial<Record<string, string>> = {
  EADDRINUSE: 'is taken',
  EACCES: 'may not be opened by this user',
};

function toStartError({ host, port, setting }: ListenAddress, error: Error): Error {
  const code = 'code' in error ? String(error.code) : '';
  const reason = reasons[code];
  if (reason !== undefined) {
    return new StartError(`Port ${port} of ${host} ${reason}; set ${setting} to another one.`);
  }
  const isForeign = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code);
  return isForeign ? new StartError(`${host} is no address of this machine; set HOST to one.`) : error;
}

/**
 * Resolves with the server's address.
 * @throws StartError when the port is taken, or not to be had
 */
export function listen(server: Server, place: ListenAddress): Promise<string> {
  const { host, port } = place;
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void => {
      reject(toStartError(place, error));
    };
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve(`http://${host}:${(server.address() as AddressInfo).port}`);
    });
  });
}

/**
 * Opens the port for a moment, so that a start fails before it has done anything.
 * @throws StartError as `listen` does
 */
export async function requireFreePort(place: ListenAddress): Promise<void> {
  const probe = createServer();
  await listen(probe, place);
  await new Promise((resolve) => probe.close(resolve));
}

/**
 * Accepts every connection that waits in the kernel's queue, where closing the server would reset it, for at most
 * `limitMs`. A turn of the event loop accepts one; none is read meanwhile, so that the turns are short.
 */
export async function acceptWaiting(server: HttpServer, limitMs: number): Promise<void> {
  const accepted: Socket[] = [];
  const collect = (socket: Socket): void => {
    accepted.push(socket);
  };
  server.on('connection', collect);
  Object.assign(server, { pauseOnConnect: true });
  const until = performance.now() + limitMs;
  for (let known = -1; accepted.length > known && performance.now() < until;) {
    known = accepted.length;
    // A whole turn lies between the two, whatever the first one is called from.
    await turn();
    await turn();
  }
  server.off('connection', collect);
  Object.assign(server, { pauseOnConnect: false });
  for (const socket of accepted) socket.resume();
}

/** Takes no new connections and waits for the requests in hand, at most `drainMs`. */
export function drain(server: HttpServer, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection that has just become idle would stay open for a while.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
    }, 50);
    const limit = setTimeout(() => {
      server.closeAllConnections();
    }, drainMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(limit);
      resolve();
    });
  });
}
