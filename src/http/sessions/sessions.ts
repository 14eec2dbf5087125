/**
 * Sessions of requests: express-session on the table `sessions`.
 *
 *   Authorization header ── token, or `s:token.signature` ──> SessionStore ──┐
 *   no such header ── cookie, `s:token.signature` ──> express-session ───────┴─> request.session.viewer
 *
 * With a header, the cookie is ignored; a header of any other form means no session. Only a login stores a session, and
 * nothing extends one.
 */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { signedCookie } from 'cookie-parser';
import * as signature from 'cookie-signature';
import type { CookieOptions, Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { createSecret, type Random } from '../../kernel/random.ts';
import { cleanAddress } from '../limits/client-address.ts';
import type { UnknownTokens } from '../limits/unknown-tokens.ts';
import { isForForeignPage } from '../security/foreign-origin.ts';
import type { NewSession, SessionStore } from './session-store.ts';
import type { Viewer } from './viewer.ts';

export const sessionCookie = 'session_token';

const tokenBytes = 32;
const maxUserAgentLength = 512;

export interface SessionToStart {
  userId: string;
  /** Milliseconds since 1970. */
  createdAtMs: number;
  expiresAt: Date;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Creates a token: 32 random bytes as 43 characters of base64url. */
export function createToken(random: Random): string {
  return createSecret(random, tokenBytes);
}

/** Returns the token after `Bearer`, raw or in the signed form of the cookie; null if no secret verifies the signature. */
function readBearer(authorization: string, secrets: readonly string[]): string | null {
  const credential = /^Bearer +([\w.~+/=:%-]+) *$/i.exec(authorization)?.[1] ?? '';
  const signed = /^s(?::|%3A)(.*)$/.exec(credential)?.[1];
  if (signed === undefined) return credential;
  const text = credential.startsWith('s:') ? signed : decodeEscapes(signed);
  const token = signedCookie(`s:${text}`, [...secrets]);
  return token === false ? null : token;
}

/** Decodes URL escapes; returns a text with a malformed escape unchanged. */
function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * @param secrets the first secret signs; all verify
 * @param isSecure whether the cookie is for https only
 */
export function createSessions(
  store: SessionStore,
  secrets: readonly [string, ...string[]],
  isSecure: boolean,
  unknownTokens: UnknownTokens,
  random: Random,
) {
  const cookie = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure } satisfies CookieOptions;
  const readCookie = session({
    store,
    cookie,
    name: sessionCookie,
    secret: [...secrets],
    genid: () => createToken(random),
    resave: false,
    saveUninitialized: false,
    rolling: false,
  });

  const find = async (request: IncomingMessage, token: string | null): Promise<Viewer | null> => {
    unknownTokens.refuseIfBlocked(request as Request, token);
    const viewer = token === null ? null : await store.find(token);
    unknownTokens.note(request as Request, token, viewer !== null);
    return viewer;
  };

  /** The same as express-session does with a cookie. */
  const readHeader = async (request: Request, authorization: string): Promise<void> => {
    const token = readBearer(authorization, secrets);
    const viewer = token === null ? null : await find(request, token);
    if (token === null || viewer === null) return;
    Object.assign(request, { sessionID: token, sessionStore: store });
    store.createSession(request, { cookie: new session.Cookie(), viewer });
  };

  /** The user of the session of a request; null without a session. */
  const viewerOf = (request: IncomingMessage): Viewer | null =>
    (request as Partial<Request>).session?.viewer ?? null;

  /** Finds the session of a request; for Express and for `io.engine.use`. Throws RATE_LIMITED, see `UnknownTokens`. */
  const identify: RequestHandler = (request, response, next) => {
    const { authorization, cookie: header } = request.headers;
    if (authorization !== undefined) readHeader(request, authorization).then(() => next(), next);
    else if (header !== undefined) void readCookie(request, response, next);
    else next();
  };

  return {
    identify,
    viewerOf,
    /**
     * Returns the viewer of a socket handshake: of the token, or without a token of the header or the cookie. Null counts
     * as an unknown token. Throws RATE_LIMITED after too many.
     */
    admit: async (request: IncomingMessage, token: unknown): Promise<Viewer | null> =>
      token === undefined
        ? (viewerOf(request) ?? find(request, null))
        : find(request, typeof token === 'string' ? token : null),
    /** Ends the session that the request presented, stores a new one and returns its token. The response has no cookie yet. */
    async start(request: Request, { userId, createdAtMs, expiresAt }: SessionToStart): Promise<string> {
      Object.assign(request, { sessionStore: store });
      if (viewerOf(request) === null) request.sessionStore.generate(request);
      else await promisify(store.regenerate.bind(store))(request);
      const started = request.session;
      Object.assign(started, {
        user_id: userId,
        created_at: createdAtMs,
        ip_address: cleanAddress(request.ip),
        user_agent: request.get('user-agent')?.slice(0, maxUserAgentLength) ?? null,
      } satisfies NewSession);
      // Not `maxAge`, which counts from the clock of this machine.
      Object.assign(started.cookie, { expires: expiresAt });
      await promisify(started.save.bind(started))();
      // Without it, express-session does not store it again, and sends no cookie: a login that fails now sends none.
      Reflect.deleteProperty(request, 'session');
      return started.id;
    },
    /**
     * Sends the cookie of a session, unless the page is of another origin.
     * @param expires null: until the browser is closed
     */
    sendCookie(response: Response, token: string, expires: Date | null): void {
      if (isForForeignPage(response)) return;
      const signed = `s:${signature.sign(token, secrets[0])}`;
      response.cookie(sessionCookie, signed, { ...cookie, ...(expires === null ? {} : { expires }) });
    },
    /** Clears the cookie of a session that has ended. */
    clearCookie(response: Response): void {
      if (!isForForeignPage(response)) response.clearCookie(sessionCookie, cookie);
    },
    /** Ends a session by its token. */
    end: promisify(store.destroy.bind(store)),
  };
}
