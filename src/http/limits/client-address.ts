/** The address of a client: for Postgres, and as the network by which requests are counted and logged. */
import { isIP } from 'node:net';
import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/** The IPv6 prefix that a household or server usually owns. */
const ipv6Subnet = 56;

/** Converts an address for Postgres: without zone, IPv4-mapped addresses as IPv4; null if it is not an IP address. */
export function cleanAddress(address: string | undefined): string | null {
  const bare = address?.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
  return isIP(bare) === 0 ? null : bare;
}

/** The client's address, an IPv6 address as its network; `unknown` without a valid one. */
export function networkOf({ ip }: Pick<Request, 'ip'>, subnet = ipv6Subnet): string {
  const address = cleanAddress(ip);
  return address === null ? 'unknown' : ipKeyGenerator(address, subnet);
}
