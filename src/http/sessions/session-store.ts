/**
 * Looks up sessions: by token, the unexpired session of an active user, together with that user. Sessions of requests
 * are cached and checked at each use. It is also the store of express-session. The view `session_store` shows
 * the table `sessions` in the form that connect-pg-simple expects.
 */
import connectPgSimple from 'connect-pg-simple';
import session from 'express-session';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { z } from 'zod';
import { cleanRegularly } from '../../db/cleaning.ts';
import { coalesce, crowdPauseMs } from '../../db/coalesce.ts';
import { databaseMoment, uuid, moment, timestamp } from '../../db/columns.ts';
import { select, statement } from '../../db/pool.ts';
import { clearOnConnect, type RowVersions, type SessionVersion } from '../../db/row-versions.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import type { Viewer } from './viewer.ts';

declare module 'express-session' {
  interface SessionData {
    viewer: Viewer;
  }
}

/** About 8 MB. */
const maxCached = 8_192;

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
  ctid: z.string(),
  xmin: z.string(),
  user_ctid: z.string(),
  user_xmin: z.string(),
});

type FoundSession = z.infer<typeof foundSession>;
type SelectSession = (token: string) => Promise<FoundSession | null>;

const findSessions = statement(
  'findSessions',
  `SELECT s.session_token, s.id, floor(extract(epoch FROM s.expires_at) * 1000)::bigint AS expires_ms,
          (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS database_ms,
          u.id AS user_id, u.username, u.email, u.created_at, u.last_login, u.empire_id,
          s.ctid, s.xmin, u.ctid AS user_ctid, u.xmin AS user_xmin
   FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE s.session_token = ANY ($1::text[]) AND u.is_active`,
  foundSession,
);

const deleteExpiredSessions = statement(
  'deleteExpiredSessions',
  'DELETE FROM session_store WHERE expire <= to_timestamp($1::double precision / 1000)',
);

interface CachedSession extends SessionVersion {
  viewer: Viewer;
}

interface StoreDeps {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  rowVersions: RowVersions;
}

function toCached(row: FoundSession): CachedSession {
  const { id, ctid, xmin } = row;
  const user = { ctid: row.user_ctid, xmin: row.user_xmin };
  return { id, session: { ctid, xmin }, user, viewer: toViewer(row) };
}

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
  readonly #deps: StoreDeps;
  readonly #cached = new LRUCache<string, CachedSession>({ max: maxCached });
  readonly #select: SelectSession;
  readonly #selectInCrowd: SelectSession;
  readonly #cancelCleaning: () => void;

  constructor(deps: StoreDeps) {
    const { pool } = deps;
    super({ pool, tableName: 'session_store', disableTouch: true, pruneSessionInterval: false });
    this.#deps = deps;
    clearOnConnect(pool, this.#cached);
    const selectAll = async (tokens: readonly string[]): Promise<(FoundSession | null)[]> => {
      const rows = await select(pool, findSessions, [tokens]);
      const byToken = new Map(rows.map((row) => [row.session_token, row]));
      return tokens.map((token) => byToken.get(token) ?? null);
    };
    this.#select = coalesce(selectAll);
    this.#selectInCrowd = coalesce(selectAll, crowdPauseMs);
    this.#cancelCleaning = cleanRegularly(deps, deleteExpiredSessions, (now) => [now]);
  }

  /** Returns the user of the unexpired session with this token, or null. One round trip, shared under load. */
  async find(token: string): Promise<Viewer | null> {
    return (await this.#load(token))?.viewer ?? null;
  }

  /** The same for live connections. */
  async findInCrowd(token: string): Promise<Viewer | null> {
    return (await this.#load(token, this.#selectInCrowd))?.viewer ?? null;
  }

  /** The same for requests: a cached session is not loaded, but checked. Null if it is not cached. */
  lookUpCached(token: string): Promise<Viewer | null> | null {
    const cached = this.#cached.get(token);
    return cached === undefined ? null : this.#check(token, cached);
  }

  /** The viewer of a cached session, before it is checked. */
  expectedViewer(token: string): Viewer | null {
    return this.#cached.get(token)?.viewer ?? null;
  }

  /** The lookup of a session that is not cached. */
  lookUp(token: string): Promise<Viewer | null> {
    this.#count('missing');
    return this.#loadAndKeep(token);
  }

  async #load(token: string, find = this.#select): Promise<CachedSession | null> {
    if (!tokenPattern.test(token)) return null;
    const row = await find(token);
    return row === null || this.#isOver(row.expires_ms, row.database_ms) ? null : toCached(row);
  }

  async #loadAndKeep(token: string): Promise<Viewer | null> {
    const loaded = await this.#load(token);
    if (loaded === null) return null;
    this.#cached.set(token, loaded);
    return loaded.viewer;
  }

  async #check(token: string, cached: CachedSession): Promise<Viewer | null> {
    const { isCurrent, databaseMs } = await this.#deps.rowVersions.checkSession(cached);
    this.#count(isCurrent ? 'hit' : 'outdated');
    if (isCurrent) {
      return this.#isOver(cached.viewer.expiresAt, databaseMs)
        ? null
        : { ...cached.viewer, seenAt: databaseMs };
    }
    if (this.#cached.peek(token) === cached) this.#cached.delete(token);
    return this.#loadAndKeep(token);
  }

  #isOver(expiresMs: number, databaseMs: number): boolean {
    return expiresMs <= this.#deps.clock.at(databaseMs);
  }

  #count(outcome: 'hit' | 'outdated' | 'missing'): void {
    this.#deps.metrics.cacheLookups.inc({ cache: 'session', outcome });
  }

  /** For express-session. The session contains the viewer, and a cookie that is never sent. */
  override get(token: string, callback: (error: unknown, found?: session.SessionData | null) => void): void {
    (this.lookUpCached(token) ?? this.lookUp(token)).then(
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
