/** The address of a client: for Postgres, and as the network by which requests are counted and logged. */
import { isIP } from 'node:net';
import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/** The prefix that a household or server usually owns. */
const ipv6Subnet = 56;

/**
 * Null if it is not an IP address. Proxies also write it quoted, with a port, and an IPv6 address then in brackets (RFC
 * 7239). These and its zone are removed; an IPv4-mapped address becomes IPv4.
 */
export function cleanAddress(address: string | undefined): string | null {
  const bare = (address ?? '')
    .replace(/^"(.*)"$/, '$1')
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(bare) === 0 ? null : bare;
}

/** That of the connection if the proxy names none. Null for a closed connection. */
export function addressOf({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string | null {
  return cleanAddress(ip) ?? cleanAddress(socket.remoteAddress);
}

/** An IPv6 address as its network; `unknown` for a closed connection. */
export function networkOf(request: Pick<Request, 'ip' | 'socket'>, subnet = ipv6Subnet): string {
  const address = addressOf(request);
  return address === null ? 'unknown' : ipKeyGenerator(address, subnet);
}
