/** The notice a page shows after a redirect: kept in a small cookie, shown once. */
import type { Request, Response } from 'express';
import type { SmallCookies } from './small-cookies.ts';

const noticeCookie = 'notice';
const lifetimeMs = 60_000;

export interface Flash {
  /** Leaves a sentence for the next page. */
  leave(response: Response, notice: string): void;
  /** The sentence that was left, once; null where there is none. */
  take(request: Request, response: Response): string | null;
}

export function createFlash(cookies: SmallCookies): Flash {
  return {
    leave(response, notice) {
      cookies.set(response, noticeCookie, notice, lifetimeMs);
    },
    take(request, response) {
      return cookies.take(request, response, noticeCookie);
    },
  };
}
