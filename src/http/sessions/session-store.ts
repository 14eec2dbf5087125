/**
 * The table `sessions`, kept by connect-pg-simple. Only the read is overridden: it brings the user along, so that a
 * request needs one statement, and follows the clock of the database.
 */
import connectPgSimple from 'connect-pg-simple';
import session from 'express-session';
import type pg from 'pg';
import { type z } from 'zod';
import { combine } from '../../db/combine.ts';
import { moment } from '../../db/columns.ts';
import { execute, select, statement } from '../../db/pool.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { hourMs } from '../../kernel/time.ts';
import { storedIdOf } from './api-token.ts';
import { viewerRow, type Viewer } from './viewer.ts';

declare module 'express-session' {
  interface SessionData extends Partial<NewSession> {
    viewer?: Viewer;
  }
}

/** Columns of `sessions` are generated from these members. */
export interface NewSession {
  user_id: string;
  /** Milliseconds since 1970. */
  created_at: number;
  ip_address: string | null;
  user_agent: string | null;
}

const foundSession = viewerRow.extend({ lastUsedAt: moment.nullable() });

type FoundSession = z.infer<typeof foundSession>;

const msSql = (column: string): string => `floor(extract(epoch FROM ${column}) * 1000)::bigint`;

const findSessions = statement('findSessions', {
  sql: `SELECT s.sid AS "sessionToken", s.id AS "sessionId", ${msSql('s.created_at')} AS "loggedInAt", ${msSql('s.expire')} AS "expiresAt",
     (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "seenAt", s.scope AS "tokenScope", ${msSql('s.last_used_at')} AS "lastUsedAt",
     u.id AS "userId", u.username, u.email, u.role, ${msSql('u.created_at')} AS "createdAt", ${msSql('u.last_login')} AS "lastLogin",
     u.empire_id AS "empireId", u.muted_until AS "mutedUntil"
   FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE s.sid = ANY ($1::text[]) AND u.is_active`,
  row: foundSession,
});

/** An API token stores its last use at most this often. */
const useIntervalMs = hourMs;

const updateLastUse = statement('updateLastUse', {
  sql: `UPDATE sessions SET last_used_at = clock_timestamp()
   WHERE id = ANY ($1::uuid[]) AND coalesce(last_used_at < clock_timestamp() - interval '${useIntervalMs} ms', true)`,
});

const isUseDue = ({ tokenScope: scope, lastUsedAt, seenAt }: FoundSession): boolean =>
  scope !== null && (lastUsedAt === null || lastUsedAt < seenAt - useIntervalMs);

interface StoreDeps {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
}

export class SessionStore extends connectPgSimple(session) {
  readonly #clock: Clock;
  readonly #load: (token: string) => Promise<FoundSession | null>;

  constructor({ pool, clock, log }: StoreDeps) {
    const errorLog = (message: string, error: unknown): void => log.warn({ err: error }, message);
    // A session is never extended: `touch` does nothing.
    super({ pool, tableName: 'sessions', disableTouch: true, pruneSessionInterval: false, errorLog });
    this.#clock = clock;
    this.#load = combine(async (tokens) => {
      const rows = await select(pool, findSessions, [tokens]);
      const byToken = new Map(rows.map((row) => [row.sessionToken, row]));
      const used = rows.filter(isUseDue).map(({ sessionId }) => sessionId);
      if (used.length > 0)
        execute(pool, updateLastUse, [used]).catch((error: unknown) =>
          errorLog('tokens: storing the last use failed', error),
        );
      return tokens.map((token) => byToken.get(token) ?? null);
    });
  }

  /** The active user of an unexpired session or API token. */
  async find(token: string): Promise<Viewer | null> {
    const storedId = storedIdOf(token);
    const row = storedId === null ? null : await this.#load(storedId);
    return row === null || row.expiresAt <= this.#clock.at(row.seenAt) ? null : row;
  }

  override get(token: string, callback: (error: unknown, found?: session.SessionData | null) => void): void {
    this.find(token).then(
      (viewer) => callback(null, viewer === null ? null : { cookie: new session.Cookie(), viewer }),
      callback,
    );
  }
}
