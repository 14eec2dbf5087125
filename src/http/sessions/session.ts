/**
 * Sessions of requests. A credential contains a token, and one lookup of the token returns the viewer:
 *
 *   Authorization header ── token, or `s:token.signature` ──┐
 *   no such header ── cookie, `s:token.signature` ──────────┴─> SessionStore ─> viewerOf(request)
 *
 * With a header, the cookie is ignored; a header of any other form means no session. Only a login writes a session, and
 * nothing extends one. Pages and sockets read the cookie with express-session (`identify`). Requests of the API do the
 * same without it: `begin` starts the lookup, and `settle` awaits it.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import * as cookies from 'cookie';
import * as signature from 'cookie-signature';
import type { CookieOptions, Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { LRUCache } from 'lru-cache';
import { GameError } from '../../kernel/errors.ts';
import { cleanAddress, networkOf } from '../limits/client-address.ts';
import { isForForeignPage } from '../security/foreign-origin.ts';
import type { SessionStore } from './session-store.ts';
import type { UnknownTokens } from '../limits/unknown-tokens.ts';
import type { Viewer } from './viewer.ts';

export const sessionCookie = 'session_token';

const tokenBytes = 32;
const maxUserAgentLength = 512;
/** As many as sessions are cached. Longer Cookie headers are verified each time, so that the memory is bounded. */
const maxRememberedCookies = 8_192;
const maxRememberedLength = 512;

/** A session before its insertion: the token, and the value for `sessions.data`. */
export interface NewSession {
  token: string;
  data: {
    cookie: Omit<CookieOptions, 'expires'> & { expires: Date | null; originalMaxAge: number | null };
    user_id: string;
    ip_address: string | null;
    user_agent: string | null;
  };
}

export interface Sessions {
  /** Finds the viewer of a request; for Express and for `io.engine.use`. */
  identify: RequestHandler;
  /** Begins to find the viewer of an API request. */
  begin(request: IncomingMessage): void;
  /** The viewer of the cached session that a request presents: probably valid, but not checked yet. Null without one. */
  expectedViewer(request: IncomingMessage): Viewer | null;
  /** Awaits what `begin` has begun. */
  settle: RequestHandler;
  viewerOf: (request: IncomingMessage) => Viewer | null;
  /**
   * Returns the viewer of a socket handshake: of the token, or without a token of the header or the cookie. Null counts
   * as an unknown token. Throws RATE_LIMITED after too many.
   */
  admit(request: IncomingMessage, token: unknown): Promise<Viewer | null>;
  /**
   * Creates a session for a user without inserting it.
   * @param rememberMs how long the browser keeps the cookie; null: until the browser is closed
   */
  prepare(request: Request, userId: string, rememberMs: number | null): NewSession;
  /** Sends the cookie of an inserted session, unless the page is of another origin. */
  sendCookie(response: Response, session: NewSession): void;
  /** Clears the cookie of a session that has ended. */
  clearCookie(response: Response): void;
  /** Deletes the viewer's session and clears the cookie. */
  end(viewer: Viewer, response: Response): Promise<void>;
}

const nobody = (): Promise<null> => Promise.resolve(null);

/** Creates a token: 32 random bytes as 43 characters of base64url. */
export function createToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** Returns the token after `Bearer`, raw or in the signed form of the cookie; null if no secret verifies the signature. */
function readBearer(authorization: string, secrets: readonly string[]): string | null {
  const credential = /^Bearer +([\w.~+/=:%-]+) *$/i.exec(authorization)?.[1] ?? '';
  const signed = /^s(?::|%3A)(.*)$/.exec(credential)?.[1];
  if (signed === undefined) return credential;
  return unsign(credential.startsWith('s:') ? signed : decodeEscapes(signed), secrets);
}

/**
 * Returns a function that finds the token of the session cookie, as express-session does; null without a valid one. It
 * remembers headers with a valid signature, because the HMAC takes a tenth of a read.
 */
function createCookieReader(secrets: readonly string[]): (header: string | undefined) => string | null {
  const tokens = new LRUCache<string, string>({ max: maxRememberedCookies });
  return (header) => {
    if (header === undefined) return null;
    const known = tokens.get(header);
    if (known !== undefined) return known;
    const value = cookies.parse(header)[sessionCookie];
    const token = value?.startsWith('s:') === true ? unsign(value.slice(2), secrets) : null;
    if (token !== null && header.length <= maxRememberedLength) tokens.set(header, token);
    return token;
  };
}

/** Returns the text before a signature; null if no secret verifies it. */
function unsign(signed: string, secrets: readonly string[]): string | null {
  for (const secret of secrets) {
    const token = signature.unsign(signed, secret);
    if (token !== false) return token;
  }
  return null;
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
): Sessions {
  const cookie = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure } satisfies CookieOptions;
  const viewers = new WeakMap<IncomingMessage, Viewer>();
  const lookups = new WeakMap<IncomingMessage, Promise<Viewer | null>>();
  const readSessionCookie = createCookieReader(secrets);
  const readCookie = session({
    store,
    cookie,
    name: sessionCookie,
    secret: [...secrets],
    genid: createToken,
    resave: false,
    saveUninitialized: false,
    rolling: false,
  });
  /** Runs the lookup of a token, unless its network has presented too many unknown ones. */
  const findUnlessBlocked = async (
    request: IncomingMessage,
    find: () => Promise<Viewer | null>,
  ): Promise<Viewer | null> => {
    const network = networkOf(request as Request);
    if (unknownTokens.isBlocked(network)) throw new GameError('RATE_LIMITED');
    const viewer = await find();
    if (viewer === null) unknownTokens.note(network);
    return viewer;
  };
  const destroy = promisify((token: string, callback: (error: unknown) => void) => {
    store.destroy(token, callback);
  });

  const tokenOf = ({ headers: { authorization, cookie: header } }: IncomingMessage): string | null =>
    authorization === undefined ? readSessionCookie(header) : readBearer(authorization, secrets);

  const clearCookie = (response: Response): void => {
    if (!isForForeignPage(response)) response.clearCookie(sessionCookie, cookie);
  };

  return {
    identify(request, response, next) {
      const setViewer = (viewer: Viewer | null | undefined): void => {
        if (viewer) viewers.set(request, viewer);
        next();
      };
      const { authorization, cookie: header } = request.headers;
      if (authorization !== undefined) {
        const token = readBearer(authorization, secrets);
        if (token === null) next();
        else findUnlessBlocked(request, () => store.find(token)).then(setViewer, next);
      } else if (header === undefined) next();
      else {
        readCookie(request, response, (error: unknown) => {
          // express-session adds no session if the request target is no path (`GET *`).
          if (error === undefined) setViewer((request as Partial<Request>).session?.viewer);
          else next(error);
        });
      }
    },
    begin(request) {
      const token = tokenOf(request);
      if (token === null) return;
      const lookup = store.lookUpCached(token) ?? findUnlessBlocked(request, () => store.lookUp(token));
      // A request that ends early does not await it.
      lookup.catch(() => undefined);
      lookups.set(request, lookup);
    },
    expectedViewer(request) {
      const token = tokenOf(request);
      return token === null ? null : store.expectedViewer(token);
    },
    settle(request, _response, next) {
      const lookup = lookups.get(request);
      if (lookup === undefined) {
        next();
        return;
      }
      lookup.then((viewer) => {
        if (viewer !== null) viewers.set(request, viewer);
        next();
      }, next);
    },
    viewerOf: (request) => viewers.get(request) ?? null,
    async admit(request, token) {
      if (token === undefined) return viewers.get(request) ?? findUnlessBlocked(request, nobody);
      if (typeof token !== 'string') return findUnlessBlocked(request, nobody);
      return store.lookUpCached(token) ?? findUnlessBlocked(request, () => store.findInCrowd(token));
    },
    prepare(request, userId, rememberMs) {
      const expires = rememberMs === null ? null : new Date(Date.now() + rememberMs);
      const data = {
        cookie: { ...cookie, expires, originalMaxAge: rememberMs },
        user_id: userId,
        ip_address: cleanAddress(request.ip),
        user_agent: request.get('user-agent')?.slice(0, maxUserAgentLength) ?? null,
      };
      return { token: createToken(), data };
    },
    sendCookie(response, { token, data }) {
      if (isForForeignPage(response)) return;
      const { expires } = data.cookie;
      const signed = `s:${signature.sign(token, secrets[0])}`;
      response.cookie(sessionCookie, signed, { ...cookie, ...(expires === null ? {} : { expires }) });
    },
    clearCookie,
    async end({ sessionToken }, response) {
      await destroy(sessionToken);
      clearCookie(response);
    },
  };
}
