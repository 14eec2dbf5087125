/**
 * The table `sessions`, kept by connect-pg-simple. Only the read is its own: it takes the user and the version of
 * the empire in the same statement, and follows the clock of the database.
 */
import connectPgSimple from 'connect-pg-simple';
import session from 'express-session';
import type pg from 'pg';
import { z } from 'zod';
import { coalesce } from '../../db/coalesce.ts';
import { databaseMoment, moment, uuid } from '../../db/columns.ts';
import { hasRowVersion } from '../../db/empire-version.ts';
import { execute, select, statement } from '../../db/pool.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { role } from '../../contract/roles.ts';
import { tokenScope } from '../../contract/tokens.ts';
import { hourMs } from '../../kernel/time.ts';
import { storedIdOf } from './api-token.ts';
import type { Viewer } from './viewer.ts';

declare module 'express-session' {
  interface SessionData extends Partial<NewSession> {
    /** The user of a session that was read. */
    viewer?: Viewer;
  }
}

/** What a login stores. Columns of `sessions` are generated from these members. */
export interface NewSession {
  user_id: string;
  /** Milliseconds since 1970. */
  created_at: number;
  ip_address: string | null;
  user_agent: string | null;
}

const foundSession = z.strictObject({
  token: z.string(),
  session_id: uuid,
  logged_in_ms: moment,
  expires_ms: moment,
  database_ms: databaseMoment,
  scope: tokenScope.nullable(),
  last_used_ms: moment.nullable(),
  user_id: uuid,
  username: z.string(),
  email: z.string(),
  role,
  created_ms: moment,
  last_login_ms: moment.nullable(),
  empire_id: uuid.nullable(),
  muted_until: moment.nullable(),
  ctid: z.string().nullable(),
  xmin: z.string().nullable(),
});

type FoundSession = z.infer<typeof foundSession>;

const findSessions = statement(
  'findSessions',
  `SELECT s.sid AS token, s.id AS session_id, floor(extract(epoch FROM s.created_at) * 1000)::bigint AS logged_in_ms,
     floor(extract(epoch FROM s.expire) * 1000)::bigint AS expires_ms,
     (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS database_ms, s.scope,
     floor(extract(epoch FROM s.last_used_at) * 1000)::bigint AS last_used_ms,
     u.id AS user_id, u.username, u.email, u.role, floor(extract(epoch FROM u.created_at) * 1000)::bigint AS created_ms,
     floor(extract(epoch FROM u.last_login) * 1000)::bigint AS last_login_ms, u.empire_id,
     u.muted_until, e.ctid, e.xmin
   FROM sessions s JOIN users u ON u.id = s.user_id
     LEFT JOIN empires e ON e.id = u.empire_id AND ${hasRowVersion('e')}
   WHERE s.sid = ANY ($1::text[]) AND u.is_active`,
  foundSession,
);

/** An API token stores its last use at most this often. */
const useIntervalMs = hourMs;

const updateLastUse = statement(
  'updateLastUse',
  `UPDATE sessions SET last_used_at = clock_timestamp()
   WHERE id = ANY ($1::uuid[]) AND coalesce(last_used_at < clock_timestamp() - interval '${useIntervalMs} ms', true)`,
);

const isUseDue = ({ scope, last_used_ms: usedMs, database_ms: now }: FoundSession): boolean =>
  scope !== null && (usedMs === null || usedMs < now - useIntervalMs);

function toViewer(row: FoundSession): Viewer {
  return {
    userId: row.user_id,
    username: row.username,
    email: row.email,
    role: row.role,
    createdAt: row.created_ms,
    lastLogin: row.last_login_ms,
    empireId: row.empire_id,
    mutedUntil: row.muted_until,
    empireVersion: row.ctid === null || row.xmin === null ? null : { ctid: row.ctid, xmin: row.xmin },
    sessionId: row.session_id,
    sessionToken: row.token,
    tokenScope: row.scope,
    loggedInAt: row.logged_in_ms,
    expiresAt: row.expires_ms,
    seenAt: row.database_ms,
  };
}

interface StoreDeps {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
}

export class SessionStore extends connectPgSimple(session) {
  readonly #clock: Clock;
  readonly #load: (token: string) => Promise<FoundSession | null>;

  constructor({ pool, clock, log }: StoreDeps) {
    const errorLog = (message: string, error: unknown): void => {
      log.warn({ err: error }, message);
    };
    // A session is never extended: `touch` does nothing.
    super({ pool, tableName: 'sessions', disableTouch: true, errorLog });
    this.#clock = clock;
    this.#load = coalesce(async (tokens) => {
      const rows = await select(pool, findSessions, [tokens]);
      const byToken = new Map(rows.map((row) => [row.token, row]));
      const used = rows.filter(isUseDue).map(({ session_id: id }) => id);
      if (used.length > 0)
        execute(pool, updateLastUse, [used]).catch((error: unknown) => {
          errorLog('tokens: storing the last use failed', error);
        });
      return tokens.map((token) => byToken.get(token) ?? null);
    });
    // Also starts the timer that prunes the expired sessions from now on.
    this.pruneSessions();
  }

  /**
   * The user of the unexpired session with this token, or of this API token, if active; otherwise null. Concurrent reads
   * share a statement.
   */
  async find(token: string): Promise<Viewer | null> {
    const storedId = storedIdOf(token);
    const row = storedId === null ? null : await this.#load(storedId);
    return row === null || row.expires_ms <= this.#clock.at(row.database_ms) ? null : toViewer(row);
  }

  override get(token: string, callback: (error: unknown, found?: session.SessionData | null) => void): void {
    this.find(token).then((viewer) => {
      callback(null, viewer === null ? null : { cookie: new session.Cookie(), viewer });
    }, callback);
  }

  /** Stores a new session. A request that has changed another one must not restore it after its logout. */
  override set(token: string, data: session.SessionData, callback?: (error?: unknown) => void): void {
    if (data.viewer === undefined) super.set(token, data, callback);
    else callback?.();
  }
}
