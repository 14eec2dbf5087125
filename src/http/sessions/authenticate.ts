/**
 * Requests that need a session and have none: 401 for JSON, a redirect to the login page for browsers. A small cookie
 * stores the path to return to.
 */
import type { Request, RequestHandler, Response } from 'express';
import { GameError } from '../../kernel/errors.ts';
import { minuteMs } from '../../kernel/time.ts';
import { isJsonRequest, isScripted } from '../negotiate.ts';
import { sessionCookie } from './sessions.ts';
import type { SmallCookies } from '../small-cookies.ts';
import type { Viewer } from './viewer.ts';

/** Also the parameter in the live script's link to the login page. */
export const returnCookie = 'return_to';
export const returnLifetimeMs = 10 * minuteMs;
const maxPathLength = 1024;

export const loginPath = '/login';
const neededNotice = 'Log in to see this page.';
export const endedNotice =
  'Your session ended: it expired, or you logged out or changed your password elsewhere. Log in to continue where you were.';

/** Null unless it is a path of this site. Browsers read `//x` and `/\x` as other hosts. */
export function readLocalPath(path: string): string | null {
  return path.length <= maxPathLength && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : null;
}

export function createAuthentication(
  viewerOf: (request: Request) => Viewer | null,
  cookies: SmallCookies,
  endpoints: readonly { path: string }[],
) {
  const readReferrer = (request: Request): string | null => {
    const referrer = request.get('referer') ?? '';
    if (!URL.canParse(referrer)) return null;
    const { pathname, search } = new URL(referrer);
    // After a refusal, the browser shows the path of the form, which may be that of a JSON route: a GET of it is
    // unknown.
    return endpoints.some(({ path }) => path === pathname) ? null : readLocalPath(pathname + search);
  };

  /** @param addressOf the page of a form, to which the login leads if the browser does not name it */
  const createGuard =
    (addressOf: (params: Record<string, string>) => string | null): RequestHandler<Record<string, string>> =>
    (formRequest, response, next) => {
      const request = formRequest as Request;
      if (viewerOf(request) !== null) {
        next();
        return;
      }
      if (isJsonRequest(request)) throw new GameError('AUTH_REQUIRED');
      // A refresh may meet the player's own logout.
      const isRefresh = request.method === 'GET' && isScripted(request);
      const page = (): string | null =>
        request.method === 'GET'
          ? readLocalPath(request.originalUrl)
          : (readReferrer(request) ?? readLocalPath(addressOf(formRequest.params) ?? ''));
      const path = isRefresh ? null : page();
      // The logout is a form of the login page.
      if (path !== null && path !== loginPath) cookies.set(response, returnCookie, path, returnLifetimeMs);
      const hadSession = request.headers.cookie?.includes(`${sessionCookie}=`) === true;
      // Browsers drop the cookie of a session when it ends.
      if (!isRefresh) cookies.setNotice(response, hadSession ? endedNotice : neededNotice);
      response.set('Cache-Control', 'no-store').redirect(loginPath);
    };
  const requireViewer = createGuard(() => null) as RequestHandler;
  /** Passes requests with the query parameter `share` on; their handler checks it. */
  const requireViewerOrShare: RequestHandler = (request, response, next) => {
    if (request.query.share === undefined) requireViewer(request, response, next);
    else next();
  };
  return {
    requireViewer,
    requireViewerOfForm: createGuard,
    requireViewerOrShare,
    /** Clears the path. Null if the player opened the login page directly. */
    takeReturnPath(request: Request, response: Response): string | null {
      const path = cookies.take(request, response, returnCookie);
      return path === null ? null : readLocalPath(path);
    },
  };
}
