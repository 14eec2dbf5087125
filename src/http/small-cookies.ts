/**
 * Small signed cookies. Their keys are derived from the session secrets, so that a value signed here is never a valid
 * session cookie.
 */
import { createHmac } from 'node:crypto';
import cookieParser from 'cookie-parser';
import type { CookieOptions, Request, Response } from 'express';
import { minuteMs, dayMs } from '../kernel/time.ts';

const noticeCookie = 'notice';

export type SmallCookies = ReturnType<typeof createSmallCookies>;

/**
 * @param secrets the first secret signs; all verify
 * @param isSecure whether the cookies are for https only
 */
export function createSmallCookies(secrets: readonly string[], isSecure: boolean) {
  const keys = secrets.map((secret) =>
    createHmac('sha256', secret).update('small cookies').digest('base64url'),
  );
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure } satisfies CookieOptions;

  /** Null if absent or if the signature is invalid. */
  const read = (request: Request, name: string): string | null => {
    const value: unknown = request.signedCookies[name];
    return typeof value === 'string' ? value : null;
  };
  const set = (response: Response, name: string, value: string, lifetimeMs: number): void => {
    // cookie-parser sets it, but does not run for requests of the API.
    Object.assign(response.req, { secret: keys[0] });
    response.cookie(name, value, { ...options, signed: true, maxAge: lifetimeMs });
  };
  const take = (request: Request, response: Response, name: string): string | null => {
    if (request.signedCookies[name] === undefined) return null;
    response.clearCookie(name, options);
    return read(request, name);
  };
  return {
    /** Must run before `read` and `take`. */
    handler: cookieParser(keys),
    set,
    read,
    take,
    setNotice: (response: Response, notice: string): void => set(response, noticeCookie, notice, minuteMs),
    takeNotice: (request: Request, response: Response): string | null =>
      take(request, response, noticeCookie),
  };
}

export const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const themeCookie = 'theme';
const themeKeptMs = 365 * dayMs;

export function readTheme(cookies: SmallCookies, request: Request): Theme {
  const chosen = cookies.read(request, themeCookie);
  return themes.find((theme) => theme === chosen) ?? 'system';
}

export function chooseTheme(cookies: SmallCookies, response: Response, theme: Theme): void {
  cookies.set(response, themeCookie, theme, themeKeptMs);
}
