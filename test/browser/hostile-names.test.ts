/** Hostile names appear as text on every page and in every live update, and break nothing. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplesOf } from '../support/campaign.ts';
import { type Ruler } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { refreshRankings } from '../support/rankings.ts';
import { the } from '../support/worlds.ts';
import { hasChromium, phone } from './chromium.ts';
import { setUpBrowser } from './stage.ts';
import { hostileNames } from './hostile-names.ts';

/** Lists the traces of a successful attack: a variable, foreign elements, a foreign base, a page that is too wide. */
async function findHarm(page: Page): Promise<string[]> {
  // A phone enlarges `innerWidth` to that of a page that is too wide.
  return page.evaluate((width) => {
    const found: string[] = [];
    if ('harm' in window) found.push('a script ran');
    const foreign = document.querySelectorAll(
      'iframe, base, math, template, img[src=x], main b b, [onload], [onerror], [onfocus], [action*="evil"]',
    );
    for (const element of foreign) found.push(element.outerHTML.slice(0, 80));
    const overflow = document.documentElement.scrollWidth - width;
    if (overflow > 0) found.push(`${overflow} px too wide`);
    return found;
  }, page.viewportSize()?.width ?? 0);
}

describe.skipIf(!hasChromium)('hostile names', () => {
  const stage = setUpBrowser();
  /** The names that the contract accepts. */
  let accepted: { name: string; ruler: Ruler }[];
  let refused: string[];
  let ann: Ruler;

  beforeAll(async () => {
    ann = await createEmpire(stage.game);
    accepted = [];
    refused = [];
    for (const [index, name] of hostileNames.entries()) {
      const ruler = await createEmpire(stage.game, {
        x: (index % 20) * 3 - 30,
        y: Math.floor(index / 20) * 3 + 3,
      });
      const { status } = await ruler.send('PUT', `/api/empire/${ruler.empireId}`, {
        name,
        description: name,
      });
      if (status === 200) accepted.push({ name, ruler });
      else refused.push(`${status}`);
    }
    await refreshRankings(stage.game);
  }, 180_000);

  /** A name as the contract normalises it. */
  const normalised = (name: string): string =>
    name
      .normalize('NFC')
      .replace(/\p{Zs}+/gu, ' ')
      .trim();

  it('are accepted unchanged, or refused with 400 for invisible characters', () => {
    expect([hostileNames.length, accepted.length > 150, new Set(refused)]).toEqual([
      200,
      true,
      new Set(['400']),
    ]);
  });

  it('appear as text in the rankings', async () => {
    const { open } = await stage.chromium.reader(phone, ann.cookie);
    const shown: string[] = [];
    const harm: string[] = [];
    for (const from of [1, 51, 101, 151]) {
      const page = await open(`/world?from=${from}`);
      shown.push(...(await page.locator('#rankings tbody th').allTextContents()));
      harm.push(...(await findHarm(page)));
    }
    const names = new Set(accepted.map(({ name }) => normalised(name)));
    const missing = shown
      .map((text) => text.trim())
      .filter((text) => !text.startsWith('Empire of') && ![...names].some((name) => text.includes(name)));
    expect([missing, shown.length >= 200, harm]).toEqual([[], true, []]);
  });

  it('appear as text on the map', async () => {
    const { open } = await stage.chromium.reader(undefined, ann.cookie);
    const page = await open('/map?x=0&y=15&list=all');
    const text = (await page.locator('main').textContent()) ?? '';
    const short = accepted.map(({ name }) => normalised(name)).filter((name) => Array.from(name).length < 20);
    expect([short.filter((name) => !text.includes(name)).slice(0, 5), await findHarm(page)]).toEqual([
      [],
      [],
    ]);
  });

  it('appear as text on every page of their rulers', async () => {
    const harm: Record<string, unknown> = {};
    const { context, page } = await stage.chromium.reader(phone);
    for (const table of ['cities', 'armies'])
      await stage.game.query(`UPDATE ${table} SET name = e.name FROM empires e WHERE e.id = empire_id`);
    for (const [index, { name, ruler }] of samplesOf([...accepted.entries()], 0, 10)) {
      const [cookieName = '', value = ''] = ruler.cookie.split(/=(.*)/s);
      await context.addCookies([{ name: cookieName, value, url: stage.game.url }]);
      // Every page for each twentieth name, the dashboard for all.
      const { x, y } = ruler.tile;
      const all = [
        '/dashboard',
        `/city/${ruler.capitalId}`,
        `/map?x=${x}&y=${y}&at=${x},${y}`,
        '/armies',
        '/account',
        '/reports?show=battles',
        '/reports',
        '/reports?show=stock',
        '/wishes',
        '/world',
      ];
      for (const path of index % 20 === 0 ? all : ['/dashboard']) {
        await page.goto(stage.game.url + path, { waitUntil: 'domcontentloaded' });
        const found = await findHarm(page);
        if (found.length > 0) harm[`${path}: ${name}`] = found;
        if (path === '/dashboard') {
          const heading = await page.locator('h1').textContent();
          if (heading !== normalised(name)) harm[name] = heading;
        }
      }
    }
    expect(harm).toEqual({});
  }, 600_000);

  it('appear as text in live updates', async () => {
    const { openLive } = await stage.chromium.reader(undefined, ann.cookie);
    const page = await openLive('/dashboard');
    const foe = the(accepted[0]);
    await attackCity(foe.ruler, ann);
    const watch = page.locator('#watch.alarmed');
    await watch.waitFor();
    expect(await watch.textContent()).toContain(foe.name);
    expect(await findHarm(page)).toEqual([]);
  });
});
