/**
 * Sessions of a request: express-session over our store. The cookie's lifetime depends on remember_me, the row's
 * never does, and neither is ever extended.
 */
import { isIP } from 'node:net';
import type { CookieOptions, Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import type { SessionStore } from './session-store.ts';
import { createToken, sessionCookie } from './session-token.ts';

const longestUserAgent = 512;

/** A session that is about to be inserted: its token and what `sessions.data` is to hold. */
export interface NewSession {
  token: string;
  data: session.SessionData;
}

export interface Sessions {
  /** For Express and for `io.engine.use`; needs the bearer step before it. */
  handler: RequestHandler;
  store: SessionStore;
  /**
   * A session for a user, not yet inserted.
   * @param rememberMs how long the browser keeps the cookie; null: until it is closed
   */
  prepare(request: Request, userId: string, rememberMs: number | null): NewSession;
  /** Deletes the session of the request for good and clears its cookie. */
  end(request: Request, response: Response): Promise<void>;
}

/** An address as Postgres takes it: without zone, IPv4 in its own form; null for what is none. */
export function cleanAddress(address: string | undefined): string | null {
  const bare = address?.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
  return isIP(bare) === 0 ? null : bare;
}

/**
 * @param secrets the first signs, all verify
 * @param isSecure whether the cookie is for https only
 */
export function createSessions(store: SessionStore, secrets: readonly string[], isSecure: boolean): Sessions {
  const cookie = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure } satisfies CookieOptions;
  const handler = session({
    store,
    cookie,
    name: sessionCookie,
    secret: [...secrets],
    genid: createToken,
    resave: false,
    saveUninitialized: false,
    rolling: false,
    // What makes a request https is the base URL, not the last hop: see markSecure.
    proxy: true,
  });
  return {
    handler: isSecure ? markSecure(handler) : handler,
    store,
    prepare(request, userId, rememberMs) {
      const expires = rememberMs === null ? null : new Date(Date.now() + rememberMs);
      const data = {
        cookie: { ...cookie, expires, originalMaxAge: rememberMs },
        user_id: userId,
        ip_address: cleanAddress(request.ip),
        user_agent: request.get('user-agent')?.slice(0, longestUserAgent) ?? null,
      };
      return { token: createToken(), data };
    },
    async end(request, response) {
      await new Promise<void>((resolve, reject) => {
        request.session.destroy((error: unknown) => {
          if (error instanceof Error) reject(error);
          else resolve();
        });
      });
      response.clearCookie(sessionCookie, cookie);
    },
  };
}

/** express-session sends a secure cookie only where it believes the request was; behind TLS of others it may not. */
function markSecure(handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    request.headers['x-forwarded-proto'] = 'https';
    handler(request, response, next);
  };
}
