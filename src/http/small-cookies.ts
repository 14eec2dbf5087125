/**
 * Small signed cookies: the notice after a redirect and the way back after a login, which are read once, and what a
 * page lets the browser keep.
 * Their keys are derived, so that no value signed here can stand for a session.
 */
import { createHmac } from 'node:crypto';
import cookieParser from 'cookie-parser';
import type { CookieOptions, Request, RequestHandler, Response } from 'express';

export interface SmallCookies {
  /** Reads the cookies of a request; stands before whatever uses the two functions below. */
  handler: RequestHandler;
  set(response: Response, name: string, value: string, lifetimeMs: number): void;
  /** Reads a cookie; null where there is none or it was not signed here. */
  read(request: Request, name: string): string | null;
  /** Reads a cookie and clears it; null where there is none or it was not signed here. */
  take(request: Request, response: Response, name: string): string | null;
}

/**
 * @param secrets the first signs, all verify
 * @param isSecure whether the cookies are for https only
 */
export function createSmallCookies(secrets: readonly string[], isSecure: boolean): SmallCookies {
  const keys = secrets.map((secret) =>
    createHmac('sha256', secret).update('small cookies').digest('base64url'),
  );
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure } satisfies CookieOptions;
  const read: SmallCookies['read'] = (request, name) => {
    const value: unknown = request.signedCookies[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    handler: cookieParser(keys),
    set(response, name, value, lifetimeMs) {
      response.cookie(name, value, { ...options, signed: true, maxAge: lifetimeMs });
    },
    read,
    take(request, response, name) {
      if (request.signedCookies[name] === undefined) return null;
      response.clearCookie(name, options);
      return read(request, name);
    },
  };
}
