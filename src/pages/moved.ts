/** The former addresses of pages, which redirect for good. */
import type { Router } from 'express';

const moved: Readonly<Record<string, string>> = {
  '/battles': '/reports?show=battles',
  '/raids': '/reports?show=raids',
  '/ledger': '/reports?show=stock',
  '/leaderboard': '/world#rankings',
  '/seats': '/world#seats',
};

/** The query goes along. */
export function mountMovedPages(router: Router): void {
  for (const [path, address] of Object.entries(moved)) {
    router.get(path, ({ originalUrl }, response) => {
      const { searchParams } = new URL(originalUrl, 'http://page');
      const { pathname, searchParams: query, hash } = new URL(address, 'http://page');
      for (const [name, value] of searchParams) query.append(name, value);
      response.redirect(301, `${pathname}${query.size > 0 ? `?${query}` : ''}${hash}`);
    });
  }
}
