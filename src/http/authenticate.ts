/**
 * Handles requests that need a session and have none: 401 for JSON, a redirect to the login page for browsers.
 * A small cookie stores the path to return to after the login.
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

/** Returns the path if it is a path of this site, else null. Browsers read `//x` and `/\x` as other hosts. */
export function readLocalPath(path: string): string | null {
  return path.length <= maxPathLength && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : null;
}

export interface Authentication {
  /** Refuses requests without a session: AUTH_REQUIRED, or a redirect to the login page. */
  requireViewer: RequestHandler;
  /** Returns the path that led to the login, and clears it; null if the player opened the login page directly. */
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
