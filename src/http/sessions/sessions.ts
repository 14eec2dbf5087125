/**
 * Sessions of requests: express-session on the table `sessions`, for pages, the API and the handshake of a socket.
 *
 *   Authorization header ── token, or `s:token.signature` ──> SessionStore ──┐
 *   no such header ── cookie, `s:token.signature` ──> express-session ───────┴─> request.session.viewer
 *
 * With a header, the cookie is ignored; a header of any other form means no session. Nothing extends a
 * session.
 */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { signedCookie } from 'cookie-parser';
import * as signature from 'cookie-signature';
import type { CookieOptions, Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { createSecret, type Random } from '../../kernel/random.ts';
import { addressOf } from '../limits/client-address.ts';
import type { UnknownTokens } from '../limits/unknown-tokens.ts';
import { isForForeignPage } from '../security/foreign-origin.ts';
import type { NewSession, SessionStore } from './session-store.ts';
import type { Viewer } from './viewer.ts';

export const sessionCookie = 'session_token';

const tokenBytes = 32;
/** Several cookies of this name have different paths or domains. This many signed ones are looked up. */
const maxCookies = 4;
const cookiePattern = new RegExp(`(?<=^|;) *${sessionCookie} *= *"?(s(?::|%3A)[^; "]*)`, 'g');
const maxUserAgentLength = 512;

export interface SessionToStart {
  userId: string;
  createdAtMs: number;
  expiresAt: Date;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createToken(random: Random): string {
  return createSecret(random, tokenBytes);
}

/** The token is given raw, or as the value of the cookie. Null if no secret verifies its signature. */
function readToken(credential: string, secrets: readonly string[]): string | null {
  const signed = /^s(?::|%3A)(.*)$/i.exec(credential)?.[1];
  if (signed === undefined) return credential;
  const text = credential.startsWith('s:') ? signed : decodeEscapes(signed);
  const token = signedCookie(`s:${text}`, [...secrets]);
  return token === false ? null : token;
}

function readBearer(authorization: string, secrets: readonly string[]): string | null {
  const credential = /^Bearer +([\w.~+/=:%-]+) *$/i.exec(authorization)?.[1];
  return credential === undefined ? null : readToken(credential, secrets);
}

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
  const sign = (token: string): string => `s:${signature.sign(token, secrets[0])}`;
  const expressSession = session({
    store,
    cookie,
    name: sessionCookie,
    secret: [...secrets],
    genid: () => createToken(random),
    resave: false,
    saveUninitialized: false,
    rolling: false,
    unset: 'keep',
  });

  const viewerOf = (request: IncomingMessage): Viewer | null =>
    (request as Partial<Request>).session?.viewer ?? null;

  const find = async (request: Request, token: string | null): Promise<Viewer | null> => {
    unknownTokens.refuseIfBlocked(request, token);
    const viewer = token === null ? null : await store.find(token);
    unknownTokens.note(request, token, viewer !== null);
    return viewer;
  };

  /** Does what express-session does for a cookie, without its expensive work at the end of the response. */
  const readHeader = async (request: Request, authorization: string): Promise<void> => {
    const token = readBearer(authorization, secrets);
    const viewer = token === null ? null : await find(request, token);
    Object.assign(request, { sessionStore: store, sessionID: token });
    if (viewer === null) request.sessionStore.generate(request);
    else store.createSession(request, { cookie: new session.Cookie(), viewer });
  };

  /** express-session reads only the first cookie. */
  const chooseCookie = async ({ headers }: Request, header: string): Promise<void> => {
    const signed = [...header.matchAll(cookiePattern)]
      .map(([, value = '']) => ({ value, token: readToken(value, secrets) }))
      .filter(({ token }) => token !== null);
    for (const { value, token } of signed.slice(0, maxCookies)) {
      if ((await store.find(token ?? '')) === null) continue;
      headers.cookie = `${sessionCookie}=${value}; ${header}`;
      return;
    }
  };

  /** For Express and for `io.engine.use`. Fails with RATE_LIMITED, see `UnknownTokens`. */
  const middleware: RequestHandler = (request, response, next) => {
    const { authorization, cookie: header = '' } = request.headers;
    if (authorization !== undefined) readHeader(request, authorization).then(() => next(), next);
    else if (header.indexOf(sessionCookie) === header.lastIndexOf(sessionCookie))
      expressSession(request, response, next);
    else chooseCookie(request, header).then(() => void expressSession(request, response, next), next);
  };

  return {
    middleware,
    viewerOf,
    /**
     * Of the token, or without a token of the header or the cookie. Throws RATE_LIMITED after too many unknown tokens.
     */
    admit: async (request: Request, token: unknown): Promise<Viewer | null> =>
      token === undefined
        ? (viewerOf(request) ?? find(request, null))
        : find(request, typeof token === 'string' ? readToken(token, secrets) : null),
    /** Ends the session of the request, stores a new one and returns its token. The response has no cookie yet. */
    async start(request: Request, { userId, createdAtMs, expiresAt }: SessionToStart): Promise<string> {
      await promisify(request.session.regenerate.bind(request.session))();
      Object.assign(request.session, {
        user_id: userId,
        created_at: createdAtMs,
        ip_address: addressOf(request),
        user_agent: request.get('user-agent')?.slice(0, maxUserAgentLength) ?? null,
      } satisfies NewSession);
      // Not `maxAge`, which counts from the clock of this machine.
      Object.assign(request.session.cookie, { expires: expiresAt });
      await promisify(request.session.save.bind(request.session))();
      const token = request.sessionID;
      // express-session would store the session again when the response ends, and so bring back one that a change of
      // the password has ended meanwhile.
      forget(request);
      return token;
    },
    /**
     * Unless the page is of another origin. The cookie of express-session would have the end of the stored session,
     * also without `remember_me`, and would be missing where a proxy speaks https.
     * @param expires null: until the browser is closed
     */
    sendCookie(response: Response, token: string, expires: Date | null): void {
      if (isForForeignPage(response)) return;
      response.cookie(sessionCookie, sign(token), { ...cookie, ...(expires === null ? {} : { expires }) });
    },
    clearCookie(response: Response): void {
      if (!isForForeignPage(response)) response.clearCookie(sessionCookie, cookie);
    },
    async end(request: Request): Promise<void> {
      await promisify(request.session.destroy.bind(request.session))();
    },
    endToken: promisify(store.destroy.bind(store)),
  };
}

/** Without a session, express-session leaves the stored one as it is. */
function forget(request: Partial<Request>): void {
  delete request.session;
}
