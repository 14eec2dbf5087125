/**
 * What happens to a request that needs a session and has none: 401 for JSON, the login page for people, with
 * the way back kept in a small cookie.
 */
import type { Request, RequestHandler, Response } from 'express';
import { GameError } from '../kernel/errors.ts';
import { minuteMs } from '../kernel/time.ts';
import { isJsonRequest } from './negotiate.ts';
import type { SmallCookies } from './small-cookies.ts';
import type { Viewer } from './viewer.ts';

const returnCookie = 'return_to';
const lifetimeMs = 10 * minuteMs;
const maxPathLength = 1024;

export const loginPath = '/login';

/** A path of this site, or null: an address that a browser would read as another host is none. */
export function readLocalPath(path: string): string | null {
  return path.length <= maxPathLength && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : null;
}

export interface Authentication {
  /** Lets only requests with a session through: AUTH_REQUIRED, or a redirect to the login page. */
  requireViewer: RequestHandler;
  /** Where a login came from, once; null where it was asked for by itself. */
  takeReturnPath(request: Request, response: Response): string | null;
}

export function createAuthentication(
  viewerOf: (request: Request) => Viewer | null,
  cookies: SmallCookies,
): Authentication {
  return {
    requireViewer(request, response, next) {
      if (viewerOf(request) !== null) {
        next();
        return;
      }
      if (isJsonRequest(request)) throw new GameError('AUTH_REQUIRED');
      const path = request.method === 'GET' ? readLocalPath(request.originalUrl) : null;
      if (path !== null) cookies.set(response, returnCookie, path, lifetimeMs);
      response.set('Cache-Control', 'no-store').redirect(loginPath);
    },
    takeReturnPath(request, response) {
      const path = cookies.take(request, response, returnCookie);
      return path === null ? null : readLocalPath(path);
    },
  };
}
