/**
 * Where express-session keeps its sessions: the table `sessions`, through connect-pg-simple's view of it. Ours
 * differs in three ways: a read brings the user along; a save never brings back a session that has ended, as
 * only a login inserts; and time is the database's.
 */
import connectPgSimple from 'connect-pg-simple';
import type { Request } from 'express';
import session from 'express-session';
import type pg from 'pg';
import { z } from 'zod';
import { cleanRegularly } from '../db/cleaning.ts';
import { coalesce } from '../db/coalesce.ts';
import { databaseMoment, id, integer, moment, timestamp } from '../db/columns.ts';
import { execute, select, statement } from '../db/pool.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { isToken } from './session-token.ts';
import type { Viewer } from './viewer.ts';

declare module 'express-session' {
  interface SessionData {
    user_id: string;
    ip_address: string | null;
    user_agent: string | null;
  }
}

/** What a login stores; JSON has made a text of the moment at which the cookie expires. */
const sessionData = z.object({
  cookie: z.object({ originalMaxAge: integer.nullable() }),
  user_id: id,
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
});

const foundSession = z.strictObject({
  session_token: z.string(),
  id,
  data: z.custom<session.SessionData>((data) => sessionData.safeParse(data).success),
  expires_ms: moment,
  database_ms: databaseMoment,
  user_id: id,
  username: z.string(),
  email: z.string(),
  created_at: timestamp,
  last_login: timestamp.nullable(),
  empire_id: id.nullable(),
});

type FoundSession = z.infer<typeof foundSession>;

const findSessions = statement(
  'findSessions',
  `SELECT s.session_token, s.id, s.data, floor(extract(epoch FROM s.expires_at) * 1000)::bigint AS expires_ms,
          (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS database_ms,
          u.id AS user_id, u.username, u.email, u.created_at, u.last_login, u.empire_id
   FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE s.session_token = ANY ($1::text[]) AND u.is_active`,
  foundSession,
);

const updateSession = statement('updateSession', 'UPDATE session_store SET sess = $2 WHERE sid = $1');

const deleteExpiredSessions = statement(
  'deleteExpiredSessions',
  'DELETE FROM session_store WHERE expire <= to_timestamp($1::double precision / 1000)',
);

function toViewer(row: FoundSession, token: string): Viewer {
  return {
    userId: row.user_id,
    username: row.username,
    email: row.email,
    createdAt: row.created_at.toISOString(),
    lastLogin: row.last_login?.toISOString() ?? null,
    empireId: row.empire_id,
    sessionId: row.id,
    sessionToken: token,
    expiresAt: row.expires_ms,
    seenAt: row.database_ms,
  };
}

type Callback<T> = (error: unknown, result?: T) => void;

export class SessionStore extends connectPgSimple(session) {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #select: (token: string) => Promise<FoundSession | null>;
  /** By the session object, as read and as it stands at a request. */
  readonly #viewers = new WeakMap<object, Viewer>();
  /** Sessions a login of this request has just inserted: nothing is left to save. */
  readonly #inserted = new WeakSet();
  readonly #cancelCleaning: () => void;

  constructor(pool: pg.Pool, clock: Clock, log: Log) {
    super({ pool, tableName: 'session_store', disableTouch: true, pruneSessionInterval: false });
    this.#pool = pool;
    this.#clock = clock;
    this.#select = coalesce(async (tokens) => {
      const rows = await select(pool, findSessions, [tokens]);
      const byToken = new Map(rows.map((row) => [row.session_token, row]));
      return tokens.map((token) => byToken.get(token) ?? null);
    });
    this.#cancelCleaning = cleanRegularly({ pool, clock, log }, deleteExpiredSessions, (now) => [now]);
  }

  /** One round trip, shared under load: the unexpired session of an active user with that user, or null. */
  async find(token: string): Promise<{ data: session.SessionData; viewer: Viewer } | null> {
    if (!isToken(token)) return null;
    const row = await this.#select(token);
    if (row === null || row.expires_ms <= this.#clock.at(row.database_ms)) return null;
    return { data: row.data, viewer: toViewer(row, token) };
  }

  /** Who asks, by the session of this request (or of this handshake). */
  viewerOf(request: { session?: object | undefined }): Viewer | null {
    return request.session === undefined ? null : (this.#viewers.get(request.session) ?? null);
  }

  /** Makes the session a login has inserted the session of its request, so that the cookie goes out. */
  adopt(request: Request, token: string, data: session.SessionData): void {
    request.sessionID = token;
    this.#inserted.add(this.createSession(request, data));
  }

  override get(token: string, callback: Callback<session.SessionData | null>): void {
    this.find(token).then(
      (found) => {
        if (found !== null) this.#viewers.set(found.data, found.viewer);
        callback(null, found?.data ?? null);
      },
      (error: unknown) => {
        callback(error);
      },
    );
  }

  override createSession(request: Request, data: session.SessionData): session.Session & session.SessionData {
    const created = super.createSession(request, data);
    const viewer = this.#viewers.get(data);
    if (viewer !== undefined) this.#viewers.set(created, viewer);
    return created;
  }

  /** Only updates: a request that outlives the logout of its session finds no row. Never moves the expiry. */
  override set(token: string, data: session.SessionData, callback: Callback<never> = () => undefined): void {
    if (this.#inserted.has(data)) {
      callback(null);
      return;
    }
    execute(this.#pool, updateSession, [token, JSON.stringify(data)]).then(() => {
      callback(null);
    }, callback);
  }

  /** Stops the cleaning. */
  override close(): void {
    this.#cancelCleaning();
  }
}
