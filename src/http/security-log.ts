/**
 * The log of security events, one line each: logins, ended sessions, refused requests. Addresses and unknown names appear
 * as keyed hashes: the same one has the same hash, but the log does not reveal it.
 */
import { createHmac } from 'node:crypto';
import type { Request, Response } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import type { Log } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { requestIdOf } from './observe.ts';
import { cleanAddress } from './session.ts';

/** The IPv6 prefix that a household or server usually owns. */
const ipv6Subnet = 56;
const hashLength = 24;

const messages = {
  login_succeeded: 'login succeeded',
  login_failed: 'login failed',
  session_ended: 'session ended',
  request_refused: 'request refused',
} as const;

export type SecurityEvent = keyof typeof messages;

export interface SecurityLog {
  /**
   * Writes the line of an event, and counts it.
   * @param accountId null if the request has no account
   * @param details further members of the line, none of them secret
   */
  record(
    event: SecurityEvent,
    request: Request,
    response: Response,
    line: { accountId: string | null; details?: object },
  ): void;
  /** A keyed hash: 24 hex digits, which change with the first session secret. */
  hash(text: string): string;
  /** The keyed hash of the client's address. */
  addressOf(request: Request): string;
}

/** The client's address, an IPv6 address as its network; `unknown` without a valid one. */
export function networkOf(request: Request, subnet = ipv6Subnet): string {
  const address = cleanAddress(request.ip);
  return address === null ? 'unknown' : ipKeyGenerator(address, subnet);
}

export function createSecurityLog(secret: string, log: Log, metrics: Metrics): SecurityLog {
  const hash = (text: string): string =>
    createHmac('sha256', `${secret}:security-log`).update(text).digest('hex').slice(0, hashLength);
  const addressOf = (request: Request): string => hash(networkOf(request));
  return {
    record(event, request, response, { accountId, details }) {
      metrics.securityEvents.inc({ event });
      const line = { security: event, requestId: requestIdOf(response), accountId };
      log.info({ ...line, address: addressOf(request), ...details }, messages[event]);
    },
    hash,
    addressOf,
  };
}
