/** A shared report: the forms of its participants, the page for readers of the link, read without JavaScript. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { Browser, partOf, wordsOf, type Page } from './browser.ts';
import { hostileName, hostileText, setClash } from './clash.ts';

const game = useTestGame();
let ann: Browser;
let path: string;
/** The page of the link for a stranger. */
let shared: Page;
/** Path and query of the link. */
let link: string;

const linkIn = (page: Page): string =>
  /value="([^"]*)" readonly/.exec(partOf(page, 'share'))?.[1]?.replace(/^https?:\/\/[^/]*/, '') ?? '';
const metaOf = ({ html }: Page, name: string): string =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';

const clash = useOne(() => setClash(game));
const outsider = useOne(() => createEmpire(game, { x: 60, y: 60 }));

beforeAll(async () => {
  path = `/battle/${clash.battleId}`;
  ann = new Browser(game, clash.ann.cookie);
  await clash.passTo(6_000);
});

describe('the form of a participant', () => {
  it('is missing until the battle is over', async () => {
    expect(partOf(await ann.open(path), 'share')).toBe('');
    expect(partOf(await ann.submit(`${path}/share`), 'page-top')).toContain('The fight is on');
    await clash.passTo(60_000);
  });

  it('makes a link, which the page then shows', async () => {
    expect(partOf(await ann.open(path), 'share')).toContain('Make a public link');
    const page = await ann.submit(`${path}/share`);
    link = linkIn(page);
    expect(link).toMatch(new RegExp(`^${path}\\?share=[\\w-]{43}$`));
    expect(linkIn(await ann.open(path))).toBe(link);
    shared = await new Browser(game).open(link);
  });
});

describe('the page of the link', () => {
  it('shows a stranger the report without taking sides', () => {
    const report = wordsOf(shared.html.slice(shared.html.indexOf('<main'), shared.html.indexOf('id="game"')));
    expect(shared.status).toBe(200);
    expect(report).toContain(`Empire of ${clash.ann.username} won in`);
    expect(report).not.toMatch(/\b(?:you|your|yours|theirs|they)\b/i);
  });

  it('shows the same forces as the page of a participant', async () => {
    const cells = ({ html }: Page): string[] => [...html.matchAll(/data-steps="[^"]*"/g)].map(String);
    expect(cells(shared)).toEqual(cells(await ann.open(path)));
    expect(cells(shared).length).toBeGreaterThan(4);
  });

  it('offers the proof and the seed', () => {
    expect(partOf(shared, 'proof')).toMatch(/id="recompute"[^]*<code>[0-9a-f]{64}<\/code>/);
  });

  it('keeps the token in the links of the rounds', async () => {
    const [, step = ''] = /href="(\?[^"]*round=1)#/.exec(shared.html) ?? [];
    const page = await new Browser(game).open(path + step.replaceAll('&amp;', '&'));
    expect([page.status, /aria-current="step"[^>]*><span class="unseen">Round/.test(page.html)]).toEqual([
      200,
      true,
    ]);
  });

  it('says what the game is, and how to play', () => {
    const hint = partOf(shared, 'game');
    expect(hint).toContain('strategy game');
    expect(hint).toContain('href="/register"');
  });

  it('links to no page that needs a login', () => {
    const main = shared.html.slice(shared.html.indexOf('<main'), shared.html.indexOf('</main'));
    expect(main).not.toMatch(/href="\/(?:battles|map|armies|dashboard)/);
  });

  it('has Open Graph texts, and the picture of every open page', async () => {
    const winner = `Empire of ${clash.ann.username}`;
    expect(metaOf(shared, 'og:title')).toMatch(new RegExp(`^${winner} won in \\d+ rounds$`));
    expect(metaOf(shared, 'og:description')).toMatch(
      new RegExp(`^${winner} attacked ${hostileText} at .*1,080 units against 1,.*are left\\.$`),
    );
    expect(new URL(metaOf(shared, 'og:url')).pathname + new URL(metaOf(shared, 'og:url')).search).toBe(link);
    const image = new URL(metaOf(shared, 'og:image'));
    expect((await fetch(game.url + image.pathname)).headers.get('content-type')).toBe('image/jpeg');
  });

  it('contains a hostile name as text only', () => {
    expect([shared.html.includes(hostileText), shared.html.includes(hostileName)]).toEqual([true, false]);
  });

  it('is not indexed or cached, and its address leaves with no link', async () => {
    const { headers } = await fetch(game.url + link);
    expect([metaOf(shared, 'robots'), headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'noindex',
      'no-store',
      'same-origin',
    ]);
  });

  it('is the ordinary report for a participant', async () => {
    const page = await ann.open(link);
    expect([metaOf(page, 'robots'), page.html.includes('Your victory')]).toEqual(['', true]);
  });

  it('shows the report to a player who took no part, without the hint', async () => {
    const page = await clash.open(outsider, link);
    expect([page.status, partOf(page, 'game'), partOf(page, 'share')]).toEqual([200, '', '']);
  });
});

describe('without a valid link', () => {
  it('a wrong token gives an error page with a way to play', async () => {
    const page = await new Browser(game).open(`${path}?share=${'x'.repeat(43)}`);
    expect([page.status, page.html.includes('<h1>The link is wrong or was revoked</h1>')]).toEqual([
      403,
      true,
    ]);
    expect(page.html).toContain('href="/"');
  });

  it('a repeated token counts as none', async () => {
    const token = link.split('=')[1] ?? '';
    expect((await new Browser(game).open(`${path}?share=${token}&share=${token}`)).status).toBe(403);
  });

  it('a revoked link no longer opens the report', async () => {
    const page = await ann.submit(`${path}/share/revoke`);
    expect(partOf(page, 'share')).toContain('Revoked. The link no longer works.');
    expect((await new Browser(game).open(link)).status).toBe(403);
  });
});
