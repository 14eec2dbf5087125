/** What the operations of accounts need. */
import type pg from 'pg';
import type { SecurityLog } from '../http/security-log.ts';
import type { Sessions } from '../http/session.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Mailer } from './mailer.ts';
import type { Passwords } from './passwords.ts';

export interface AccountDeps {
  db: pg.Pool;
  clock: Clock;
  sessions: Sessions;
  passwords: Passwords;
  /** Lifetime of a session from its login; nothing extends it. */
  sessionDays: number;
  /** Failed logins of an account in 15 minutes; 0: no limit. */
  failedLogins: number;
  security: SecurityLog;
  /** null: the server sends no mails. */
  mailer: Mailer | null;
  /** The public address, with which the links of mails begin. */
  baseUrl: string;
  /** Whom players ask for help; null: not named. */
  operatorContact: string | null;
}
