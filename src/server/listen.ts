/** Opens servers at the configured addresses, and closes them without cutting requests. */
import type { Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { MachineTime } from '../kernel/clock.ts';
import { httpOrigin } from '../kernel/http-origin.ts';
import { StartError } from '../kernel/start-error.ts';

export interface ListenAddress {
  host: string;
  /** 0: a free port. */
  port: number;
  /** For error texts. */
  setting: 'PORT' | 'METRICS_PORT';
}

const reasons: Partial<Record<string, string>> = {
  EADDRINUSE: 'is taken',
  EACCES: 'is not permitted for this user',
};

function toStartError({ host, port, setting }: ListenAddress, error: Error): Error {
  const code = 'code' in error ? String(error.code) : '';
  const reason = reasons[code];
  if (reason !== undefined) {
    return new StartError(`Port ${port} of ${host} ${reason}; set ${setting} to another one.`);
  }
  const isWrongHost = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code);
  return isWrongHost ? new StartError(`${host} is not an address of this machine; set HOST to one.`) : error;
}

/**
 * Resolves with the server's URL.
 * @throws StartError if the port is taken or not permitted, or the host is not an address of this machine
 */
export function listen(server: Server, address: ListenAddress): Promise<string> {
  const { host, port } = address;
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void => reject(toStartError(address, error));
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve(httpOrigin(host, (server.address() as AddressInfo).port));
    });
  });
}

/**
 * Lets a start fail before it changes anything.
 * @throws StartError like `listen`
 */
export async function requireFreePort(address: ListenAddress): Promise<void> {
  const probe = createServer();
  await listen(probe, address);
  await new Promise((resolve) => probe.close(resolve));
}

/**
 * For at most `limitMs`, because closing the server would reset the connections in the kernel's queue. Each turn of the
 * event loop accepts one. Accepted sockets stay paused, so that turns are short.
 */
export async function acceptWaiting(server: HttpServer, limitMs: number): Promise<void> {
  const accepted: Socket[] = [];
  const collect = (socket: Socket): void => {
    accepted.push(socket);
  };
  server.on('connection', collect);
  Object.assign(server, { pauseOnConnect: true });
  const until = performance.now() + limitMs;
  for (let countBefore = -1; accepted.length > countBefore && performance.now() < until;) {
    countBefore = accepted.length;
    // Twice, so that a full turn passes.
    await turn();
    await turn();
  }
  server.off('connection', collect);
  Object.assign(server, { pauseOnConnect: false });
  for (const socket of accepted) socket.resume();
}

/** Waits at most `drainMs` for open requests. */
export function drain(server: HttpServer, drainMs: number, time: MachineTime): Promise<void> {
  return new Promise((resolve) => {
    // A connection that becomes idle now would stay open until its keep-alive timeout.
    const stopSweep = time.every(50, () => server.closeIdleConnections());
    const cancelLimit = time.after(drainMs, () => server.closeAllConnections());
    server.close(() => {
      stopSweep();
      cancelLimit();
      resolve();
    });
  });
}
