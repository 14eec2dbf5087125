/**
 * Looks up sessions: by token, the unexpired session of an active user, together with that user. It is also the store
 * of express-session. The view `session_store` shows the table `sessions` in the form that connect-pg-simple expects.
 */
import connectPgSimple from 'connect-pg-simple';
import session from 'express-session';
import type pg from 'pg';
import { z } from 'zod';
import { cleanRegularly } from '../db/cleaning.ts';
import { coalesce } from '../db/coalesce.ts';
import { databaseMoment, uuid, moment, timestamp } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Viewer } from './viewer.ts';

declare module 'express-session' {
  interface SessionData {
    viewer: Viewer;
  }
}

/** Other strings are rejected without a query. */
const tokenPattern = /^[\w-]{43}$/;

const foundSession = z.strictObject({
  session_token: z.string(),
  id: uuid,
  expires_ms: moment,
  database_ms: databaseMoment,
  user_id: uuid,
  username: z.string(),
  email: z.string(),
  created_at: timestamp,
  last_login: timestamp.nullable(),
  empire_id: uuid.nullable(),
});

type FoundSession = z.infer<typeof foundSession>;

const findSessions = statement(
  'findSessions',
  `SELECT s.session_token, s.id, floor(extract(epoch FROM s.expires_at) * 1000)::bigint AS expires_ms,
          (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS database_ms,
          u.id AS user_id, u.username, u.email, u.created_at, u.last_login, u.empire_id
   FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE s.session_token = ANY ($1::text[]) AND u.is_active`,
  foundSession,
);

const deleteExpiredSessions = statement(
  'deleteExpiredSessions',
  'DELETE FROM session_store WHERE expire <= to_timestamp($1::double precision / 1000)',
);

function toViewer(row: FoundSession): Viewer {
  return {
    userId: row.user_id,
    username: row.username,
    email: row.email,
    createdAt: row.created_at.toISOString(),
    lastLogin: row.last_login?.toISOString() ?? null,
    empireId: row.empire_id,
    sessionId: row.id,
    sessionToken: row.session_token,
    expiresAt: row.expires_ms,
    seenAt: row.database_ms,
  };
}

/**
 * Differs from connect-pg-simple in three ways. A read also loads the user, and concurrent reads share a statement.
 * Expiry follows the database clock. Nothing is saved, so a request that ends after a logout cannot restore the session.
 */
export class SessionStore extends connectPgSimple(session) {
  readonly #clock: Clock;
  readonly #select: (token: string) => Promise<FoundSession | null>;
  readonly #cancelCleaning: () => void;

  constructor(pool: pg.Pool, clock: Clock, log: Log) {
    super({ pool, tableName: 'session_store', disableTouch: true, pruneSessionInterval: false });
    this.#clock = clock;
    this.#select = coalesce(async (tokens) => {
      const rows = await select(pool, findSessions, [tokens]);
      const byToken = new Map(rows.map((row) => [row.session_token, row]));
      return tokens.map((token) => byToken.get(token) ?? null);
    });
    this.#cancelCleaning = cleanRegularly({ pool, clock, log }, deleteExpiredSessions, (now) => [now]);
  }

  /** Returns the user of the unexpired session with this token, or null. One round trip, shared under load. */
  async find(token: string): Promise<Viewer | null> {
    if (!tokenPattern.test(token)) return null;
    const row = await this.#select(token);
    if (row === null || row.expires_ms <= this.#clock.at(row.database_ms)) return null;
    return toViewer(row);
  }

  /** For express-session. The session contains the viewer, and a cookie that is never sent. */
  override get(token: string, callback: (error: unknown, found?: session.SessionData | null) => void): void {
    this.find(token).then(
      (viewer) => {
        callback(null, viewer === null ? null : { cookie: new session.Cookie(), viewer });
      },
      (error: unknown) => {
        callback(error);
      },
    );
  }

  /** Saves nothing. */
  override set(_token: string, _data: session.SessionData, callback: () => void = () => undefined): void {
    callback();
  }

  /** Stops the cleanup. */
  override close(): void {
    this.#cancelCleaning();
  }
}
