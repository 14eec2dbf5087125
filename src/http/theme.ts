/** The colour scheme that a reader chose, in a small cookie. Without one, the system decides. */
import type { Request, Response } from 'express';
import { dayMs } from '../kernel/time.ts';
import type { SmallCookies } from './small-cookies.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const themeCookie = 'theme';
const lifetimeMs = 365 * dayMs;

export function readTheme(cookies: SmallCookies, request: Request): Theme {
  const chosen = cookies.read(request, themeCookie);
  return themes.find((theme) => theme === chosen) ?? 'system';
}

export function chooseTheme(cookies: SmallCookies, response: Response, theme: Theme): void {
  cookies.set(response, themeCookie, theme, lifetimeMs);
}
