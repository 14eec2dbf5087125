/** Opening a server at an address that the settings name. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from './kernel/start-error.ts';

export interface Place {
  host: string;
  /** 0: any free port. */
  port: number;
  /** The setting the port is from. */
  setting: 'PORT' | 'METRICS_PORT';
}

/**
 * Resolves with the server's address.
 * @throws StartError when the port is taken
 */
export function listen(server: Server, { host, port, setting }: Place): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE';
      const sentence = `Port ${port} of ${host} is taken; set ${setting} to another one.`;
      reject(isTaken ? new StartError(sentence) : error);
    };
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve(`http://${host}:${(server.address() as AddressInfo).port}`);
    });
  });
}
