/**
 * Handles requests that need a session and have none: 401 for JSON, a redirect to the login page for browsers.
 * A small cookie stores the path to return to after the login. If the session has ended, the login page shows that.
 */
import type { Request, RequestHandler, Response } from 'express';
import { GameError } from '../../kernel/errors.ts';
import { minuteMs } from '../../kernel/time.ts';
import { isJsonRequest, isScripted } from '../negotiate.ts';
import { sessionCookie } from './sessions.ts';
import type { SmallCookies } from '../small-cookies.ts';
import type { Viewer } from './viewer.ts';

/** The name of the cookie, and of the parameter in the live script's link to the login page. */
export const returnCookie = 'return_to';
export const returnLifetimeMs = 10 * minuteMs;
const maxPathLength = 1024;

export const loginPath = '/login';
/** What the login page says after the end of a session. */
export const endedNotice =
  'Your session ended: it expired, or you logged out or changed your password elsewhere. Log in to continue where you were.';

/** Returns the path if it is a path of this site, else null. Browsers read `//x` and `/\x` as other hosts. */
export function readLocalPath(path: string): string | null {
  return path.length <= maxPathLength && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : null;
}

/** The page to return to after the login: the requested one, or the page of the form that was sent. */
function pageOf(request: Request): string | null {
  if (request.method === 'GET') return readLocalPath(request.originalUrl);
  const referrer = request.get('referer') ?? '';
  if (!URL.canParse(referrer)) return null;
  const { pathname, search } = new URL(referrer);
  return readLocalPath(pathname + search);
}

export function createAuthentication(viewerOf: (request: Request) => Viewer | null, cookies: SmallCookies) {
  /** Refuses requests without a session: AUTH_REQUIRED, or a redirect to the login page. */
  const requireViewer: RequestHandler = (request, response, next) => {
    if (viewerOf(request) !== null) {
      next();
      return;
    }
    if (isJsonRequest(request)) throw new GameError('AUTH_REQUIRED');
    // A refresh may meet the player's own logout: only what a player asks for is returned to.
    const isRefresh = request.method === 'GET' && isScripted(request);
    const path = isRefresh ? null : pageOf(request);
    if (path !== null) cookies.set(response, returnCookie, path, returnLifetimeMs);
    const hadSession = request.headers.cookie?.includes(`${sessionCookie}=`) === true;
    if (hadSession && !isRefresh) cookies.setNotice(response, endedNotice);
    response.set('Cache-Control', 'no-store').redirect(loginPath);
  };
  /** Like requireViewer, but passes requests with the query parameter `share` on; their handler checks it. */
  const requireViewerOrShare: RequestHandler = (request, response, next) => {
    if (request.query.share === undefined) requireViewer(request, response, next);
    else next();
  };
  return {
    requireViewer,
    requireViewerOrShare,
    /** Returns the path that led to the login, and clears it; null if the player opened the login page directly. */
    takeReturnPath(request: Request, response: Response): string | null {
      const path = cookies.take(request, response, returnCookie);
      return path === null ? null : readLocalPath(path);
    },
  };
}
