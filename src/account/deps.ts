/** Dependencies of the operations on accounts. */
import type pg from 'pg';
import type { SecurityLog } from '../http/security/security-log.ts';
import type { Sessions } from '../http/sessions/sessions.ts';
import type { SmallCookies } from '../http/small-cookies.ts';
import type { Viewer } from '../http/sessions/viewer.ts';
import { callerOf, type IdempotencyKey } from '../world/idempotency/caller.ts';
import type { ChangeDeps } from '../world/idempotency/change-once.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
import type { LoginQueue } from './login-queue.ts';
import type { Mailer } from './mailer.ts';
import type { Passwords } from './passwords.ts';

export interface AccountDeps {
  db: pg.Pool;
  clock: Clock;
  random: Random;
  sessions: Sessions;
  /** They sign the sessions, the first one new ones. */
  sessionSecrets: readonly string[];
  passwords: Passwords;
  /** From the login; nothing extends it. */
  sessionDays: number;
  /** Failed logins of an account in 15 minutes before further ones from elsewhere wait; 0: no limit. */
  failedLogins: number;
  logins: LoginQueue;
  /** Hold the browsers of earlier logins. */
  cookies: SmallCookies;
  security: SecurityLog;
  /** Null if the server sends no mails. */
  mailer: Mailer | null;
  /** Links in mails begin with it. */
  baseUrl: string;
  registration: 'open' | 'invite' | 'closed';
  operatorContact: string | null;
  /** The key of the form that asks for the change, if any. */
  formKey?: IdempotencyKey | null;
}

export const changesOf = (
  { db, clock, formKey = null }: AccountDeps,
  viewer: Viewer,
  idempotencyKey: IdempotencyKey | null = formKey,
): ChangeDeps => ({ pool: db, clock, caller: callerOf(viewer, idempotencyKey) });
