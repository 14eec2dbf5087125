/** The former addresses of pages, which redirect for good. */
import type { Router } from 'express';

/** By former path: the page, and its part that is shown first. */
const moved: Readonly<Record<string, { page: string; part: string }>> = {
  '/leaderboard': { page: '/world', part: 'rankings' },
  '/seats': { page: '/world', part: 'seats' },
};

/** Mounts the former addresses. The query of a request goes along. */
export function mountMovedPages(router: Router): void {
  for (const [path, { page, part }] of Object.entries(moved)) {
    router.get(path, ({ originalUrl }, response) => {
      const { search } = new URL(originalUrl, 'http://localhost');
      response.redirect(301, `${page}${search}#${part}`);
    });
  }
}
