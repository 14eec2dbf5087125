/**
 * The log of security events. Addresses and unknown names appear as keyed hashes: equal ones have equal hashes, but the
 * log does not reveal them.
 */
import { createHmac } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Log } from '../../kernel/log.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import { networkOf } from '../limits/client-address.ts';
import { requestIdOf } from '../observe.ts';

const hashLength = 24;

const messages = {
  login_succeeded: 'login succeeded',
  login_failed: 'login failed',
  session_ended: 'session ended',
  token_created: 'token created',
  password_changed: 'password changed',
  password_reset_requested: 'password reset requested',
  password_reset: 'password reset',
  email_change_requested: 'e-mail change requested',
  email_changed: 'e-mail changed',
  deletion_requested: 'account deletion requested',
  deletion_cancelled: 'account deletion cancelled',
  account_deleted: 'account deleted',
  data_downloaded: 'account data downloaded',
  request_refused: 'request refused',
} as const;

export type SecurityEvent = keyof typeof messages;

export type SecurityLog = ReturnType<typeof createSecurityLog>;

export function createSecurityLog(secret: string, log: Log, metrics: Metrics) {
  /** Changes with the first session secret. */
  const hash = (text: string): string =>
    createHmac('sha256', `${secret}:security-log`).update(text).digest('hex').slice(0, hashLength);
  const hashAddress = (request: Request): string => hash(networkOf(request));
  return {
    /**
     * @param response null: no request caused the event
     * @param accountId null if the request has no account
     * @param details none of them secret
     */
    record(event: SecurityEvent, response: Response | null, accountId: string | null, details: object): void {
      metrics.securityEvents.inc({ event });
      const cause =
        response === null ? {} : { requestId: requestIdOf(response), address: hashAddress(response.req) };
      log.info({ security: event, ...cause, accountId, ...details }, messages[event]);
    },
    hash,
    hashAddress,
  };
}
