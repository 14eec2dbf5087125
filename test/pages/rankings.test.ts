/** The pages of the rankings: paging through the whole list, and the jump to the viewer's own place. */
import { beforeAll, describe, expect, it } from 'vitest';
import { foundAlliance } from '../support/alliances.ts';
import { addEmpires } from '../support/crowd.ts';
import { plantSeat } from '../support/set-state.ts';
import { useTestGame, useOne, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { refreshRankings } from '../support/rankings.ts';
import { Browser, partOf } from './browser.ts';
import { rowsAfter } from './tables.ts';

const others = 129;
const game = useTestGame({ unsound: 'empires have no city' });
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));

beforeAll(async () => {
  const crowd = Array.from({ length: others }, (_, index) => ({
    name: `Rival ${index}`,
    ...{ militaryScore: 100 + Math.floor(index / 3), economicScore: 500, createdAt: game.clock.now() },
  }));
  const ids = await addEmpires(game, ann, crowd);
  await foundAlliance(ann);
  await game.query(
    `INSERT INTO alliances (id, name, name_key, tag, tag_key, created_at, members)
     SELECT gen_random_uuid(), 'Order ' || n, 'order ' || n, 'z' || n, 'z' || n, 0, 1 FROM generate_series(1, $1::int) AS n`,
    others,
  );
  await game.query(
    `UPDATE empires e SET alliance_id = a.id, alliance_tag = a.tag, alliance_role = 'leader', alliance_joined_at = 0,
       alliance_role_since = 0
     FROM unnest($1::uuid[]) WITH ORDINALITY AS m (member, n) JOIN alliances a ON a.tag = 'z' || n WHERE e.id = member`,
    ids,
  );
  await refreshRankings(game);
});

const open = (path: string, ruler: Ruler | null = ann) => new Browser(game, ruler?.cookie).open(path);

/** The rank and the name in each row. */
const rowsOf = (html: string): string[][] =>
  rowsAfter(html, 'id="rankings"').map(([rank = '', name = '']) => [rank, name]);

/** The target of the first link whose text begins so. */
function linkOf(html: string, text: string): string | null {
  const link = new RegExp(`<a [^>]*href="([^"]*)"[^>]*>${text}`).exec(html)?.[1];
  return link?.replaceAll('&amp;', '&') ?? null;
}

describe.each(['score', 'military', 'alliance'])('the ranking by %s', (type) => {
  const first = `/world?type=${type}`;

  it('shows 50 entries, then the own one with a link to its page', async () => {
    const { html } = await open(first);
    const rows = rowsOf(html);
    expect([rows.length, rows[0]?.[0], rows.at(-1)?.[0]]).toEqual([51, '1', '130']);
    expect([linkOf(html, 'Previous'), linkOf(html, '130')]).toEqual([null, `${first}&from=101#me`]);
  });

  it('shows a guest 50 entries', async () => {
    const { html } = await open(first, null);
    expect([rowsOf(html).length, linkOf(html, 'Your place')]).toEqual([50, null]);
    expect(html).not.toContain('id="me"');
  });

  it('has each entry on one of its pages, in order, forwards and backwards', async () => {
    const pages: string[][][] = [];
    for (let path: string | null = first; path !== null;) {
      const { html } = await open(path, null);
      pages.push(rowsOf(html));
      path = linkOf(html, 'Next 50');
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 30]);
    const listed = pages.flat();
    expect(new Set(listed.map(([, name]) => name)).size).toBe(130);
    const ranks = listed.map(([rank]) => Number(rank));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    const { html } = await open(`${first}&from=101`, null);
    const previous = linkOf(html, 'Previous 50') ?? '';
    expect(rowsOf((await open(previous, null)).html)).toEqual(pages[1]);
    expect(linkOf(html, 'To the top')).toBe(`${first}#rankings`);
  });

  it('jumps to the own place, where it is listed once', async () => {
    const link = type === 'alliance' ? 'Place of your alliance: 130' : 'Your place: 130';
    const target = linkOf((await open(first)).html, link) ?? '';
    const { html } = await open(target.replace('#me', ''));
    expect(rowsOf(html).map(([rank]) => rank)).toContain('130');
    expect(target).toMatch(/#me$/);
    expect([html.split('id="me"').length, rowsOf(html).length]).toEqual([2, 30]);
  });

  it('ends with a link to its beginning', async () => {
    const { status, html } = await open(`${first}&from=500`, null);
    expect([status, rowsOf(html), html.includes('Nothing this far down')]).toEqual([200, [], true]);
    const links = ['To the top', 'Next', 'Previous'].map((text) => linkOf(html, text));
    expect(links).toEqual([`${first}#rankings`, null, null]);
  });

  it.each(['0', '-5', '1.5', 'x', '', '1000000001'])('refuses to begin at “%s”', async (from) => {
    const { status, html } = await open(`${first}&from=${from}`);
    expect([status, html.includes('class="said refusal"'), rowsOf(html).length]).toEqual([400, true, 51]);
  });
});

describe('the ranking by crowns', () => {
  const path = '/world?type=crowns';

  it('has no place for an empire without crowns', async () => {
    const { html } = await open(path);
    expect([rowsOf(html), linkOf(html, 'Your place')]).toEqual([[], null]);
    expect(html).toContain('You have no crowns in this reign.');
    expect(html).toContain('Nobody has a crown yet.');
    expect((await open('/world')).html).toContain('of 130; military 130, economic 130</p>');
  });

  it('has the place of an empire with crowns', async () => {
    const heldSince = game.clock.now() - 3_600_000;
    await plantSeat(game, { number: 1, tile: { x: 4, y: 4 }, holderId: ann.empireId, heldSince });
    await game.pass(3_600_000);
    const { html } = await open(path);
    expect(rowsOf(html).map(([rank]) => rank)).toEqual(['1']);
    expect(linkOf(html, 'Your place: 1')).toBe(`${path}#me`);
    expect(html).toContain('of 130; score 130, military 130, economic 130</p>');
    expect((await open('/world')).html).toContain('of 130; military 130, economic 130, crowns 1</p>');
  });
});

it('the empires within reach are those beside the own one in the list above, at once', async () => {
  await game.query('UPDATE empires SET military_score = 3000 WHERE id = $1', ann.empireId);
  const page = await open('/world');
  const reach = [...partOf(page, 'reach').matchAll(/class="rank">(\d+)<[^]*?<span>([^<]*)<\/span><\/li>/g)];
  expect(reach.map(([, rank]) => rank)).toEqual(['2']);
  expect(reach[0]?.[2]).toMatch(/^−/);
});
