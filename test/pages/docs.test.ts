/** The API page: what it links to is served, also without a script. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../src/kernel/version.ts';
import { useTestGame } from '../support/game.ts';
import { Browser, wordsOf } from './browser.ts';

const game = useTestGame();
let html: string;
beforeAll(async () => {
  ({ html } = await new Browser(game).open('/docs'));
});

describe('the API page', () => {
  it('loads its viewer from addresses that browsers cache for ever', async () => {
    const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]*\/swagger-ui\/[^"]*)"/g)];
    const headers = files.map(async ([, path = '']) => (await fetch(game.url + path)).headers);
    const cached = (await Promise.all(headers)).map((header) => header.get('cache-control'));
    expect(cached).toEqual(Array.from({ length: 2 }, () => 'public, max-age=31536000, immutable'));
  });

  it('links to the guide, which every browser shows as text', async () => {
    expect(html).toContain('href="/docs/api.md"');
    const guide = await fetch(`${game.url}/docs/api.md`);
    expect(guide.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await guide.text()).toMatch(/^# API$[^]*^## Live events$/m);
  });

  it('links to both documents, and says that its viewer needs a script', () => {
    expect(html).toContain('The viewer needs JavaScript.');
    expect(html).toMatch(/href="\/api\/openapi\.json"[^]*href="\/api\/asyncapi\.json"/);
  });

  it('links to clients whose names have a digest of their content, and caches them for ever', async () => {
    for (const ending of ['.tgz', '.whl']) {
      const [, path = ''] = new RegExp(`href="(/clients/[^"]*\\${ending})"`).exec(html) ?? [];
      const answer = await fetch(game.url + path);
      const digest = createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex');
      expect(path).toContain(`-${ending === '.whl' ? '0' : ''}${digest.slice(0, 12)}`);
      expect(answer.headers.get('cache-control')).toContain('immutable');
      const former = await fetch(game.url + path.replace(digest.slice(0, 12), '0123456789ab'));
      expect(former.status).toBe(404);
    }
  });

  it('links to the changes of each version', async () => {
    const page = await new Browser(game).open('/changelog');
    const sections = readFileSync('CHANGELOG.md', 'utf8').match(/^## .*$/gm) ?? [];
    const titles = [...page.html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => `## ${title}`);
    expect([html, page.status]).toEqual([expect.stringContaining('href="/changelog"'), 200]);
    expect(titles).toEqual(sections);
    expect(wordsOf(page.html)).toContain(`version ${version}`);
    expect(page.html).not.toMatch(/\]\(|`/);
  });

  it('is linked from the foot of every page', async () => {
    expect((await new Browser(game).open('/rules')).html).toContain('<a href="/docs">API</a>');
  });
});
