/** The notice that a page shows once after a redirect. A small cookie stores it. */
import type { Request, Response } from 'express';
import type { SmallCookies } from './small-cookies.ts';

const noticeCookie = 'notice';
const lifetimeMs = 60_000;

export interface Flash {
  /** Stores a notice for the next page. */
  leave(response: Response, notice: string): void;
  /** Returns the stored notice and clears it; null without one. */
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
