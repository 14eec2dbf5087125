/** The API page: what it links to is served, also without a script. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestGame } from '../support/game.ts';
import { Browser } from './browser.ts';

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

  it('links to both documents', () => {
    expect(html).toMatch(/href="\/api\/openapi\.json"[^]*href="\/api\/asyncapi\.json"/);
  });

  it('is linked from the foot of every page', async () => {
    expect((await new Browser(game).open('/rules')).html).toContain('<a href="/docs">API</a>');
  });
});
