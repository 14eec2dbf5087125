/** The map at hand: pulled, zoomed and clicked in a real Chromium. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRuler, startTestGame } from '../support/game.ts';
import type { Ruler, TestGame } from '../support/game.ts';
import { Chromium, desktop, hasChromium } from './chromium.ts';

describe.skipIf(!hasChromium)('the map', { timeout: 60_000 }, () => {
  let game: TestGame;
  let chromium: Chromium;
  let ann: Ruler;
  let bob: Ruler;
  let page: Page;
  beforeAll(async () => {
    game = await startTestGame();
    chromium = await Chromium.start(game.url);
    ann = await createRuler(game.url, { x: 0, y: 0 });
    bob = await createRuler(game.url, { x: 8, y: 5 });
    await createRuler(game.url, { x: 40, y: 0 });
  });
  beforeEach(async () => {
    page = (await chromium.reader(desktop, ann.cookie)).page;
    await page.goto(`${game.url}/map`);
    await page.waitForSelector('#map.at-hand');
  });
  afterEach(async () => {
    expect(chromium.takeComplaints()).toEqual([]);
    await chromium.forget();
  });
  afterAll(async () => {
    await chromium.stop();
    await game.stop();
  });

  const pull = async (dx: number, dy: number): Promise<void> => {
    await page.mouse.move(600, 500);
    await page.mouse.down();
    await page.mouse.move(600 + dx / 2, 500 + dy / 2);
    await page.mouse.move(600 + dx, 500 + dy);
    await page.mouse.up();
  };
  const placeOf = (id: string): Promise<{ x: number; y: number }> =>
    page.$eval(`[id="city-${id}"] .walls, [id="city-${id}"] use`, (sign) => {
      const { x, y } = sign.getBoundingClientRect();
      return { x: Math.round(x), y: Math.round(y) };
    });
  const queryOf = (): string => new URL(page.url()).search;

  it('moves at once with what pulls it', async () => {
    const before = await placeOf(ann.capitalId);
    await pull(-96, 48);
    const after = await placeOf(ann.capitalId);
    expect([after.x - before.x, after.y - before.y]).toEqual([-96, 48]);
  });

  it('stays where it was pulled to when the server has drawn it anew', async () => {
    await pull(-240, 0);
    const before = await placeOf(ann.capitalId);
    await page.waitForSelector('#map[data-x="10"]');
    expect(await placeOf(ann.capitalId)).toEqual(before);
    expect(queryOf()).toBe('?x=10&y=0');
  });

  it('shows what was too far off before', async () => {
    await pull(-480, 0);
    await page.waitForSelector('#map[data-x="20"] [aria-label^="Empire of"][href*="at=40,0"]');
  });

  it('draws the land that is pulled in', async () => {
    const land = (): Promise<number> => page.$eval('#map-land', ({ innerHTML }) => innerHTML.length);
    expect(await land()).toBeGreaterThan(1000);
    await pull(-600, 0);
    await page.waitForSelector('#map[data-x="25"]');
    expect(await land()).toBeGreaterThan(1000);
  });

  it('chooses the tile that is clicked, and Back leaves it', async () => {
    const box = await page.$eval('#map', (map) => {
      const { left, top, width, height } = map.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    await page.mouse.click(box.x - 96, box.y - 72);
    await page.waitForSelector('#map-chosen h2:has-text("−4")');
    expect(queryOf()).toBe('?x=0&y=0&at=-4,3');
    await page.goBack();
    await page.waitForSelector('#map-chosen h2:has-text("Choose a tile")');
  });

  it('follows a city without leaving the page, and its fields change with it', async () => {
    await page.evaluate(() => {
      document.documentElement.dataset.same = 'yes';
    });
    await page.click(`[id="city-${bob.capitalId}"]`);
    await page.waitForSelector('#map-send [name="at"][value="8,5"]', { state: 'attached' });
    expect(await page.getAttribute('html', 'data-same')).toBe('yes');
  });

  it('zooms with the wheel about the pointer', async () => {
    const { x, y } = await placeOf(ann.capitalId);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -120);
    await page.waitForSelector('#map[data-zoom="4"]');
    const after = await placeOf(ann.capitalId);
    expect(Math.abs(after.x - x)).toBeLessThan(15);
  });

  it('obeys the keys', async () => {
    await page.focus('#map');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('-');
    await page.waitForSelector('#map[data-zoom="2"][data-x="5"]');
  });

  it('moves what marches', async () => {
    await ann.send('POST', `/api/army/${ann.armyId}/move`, { destination: { x: -9, y: 0 } });
    await page.goto(`${game.url}/map`);
    const where = (): Promise<string | null> => page.getAttribute('#map-things .moving', 'transform');
    const before = await where();
    await game.pass(60_000);
    await page.reload();
    expect(await where()).not.toBe(before);
  });

  it('fills the list when it is unfolded', async () => {
    await pull(-240, 0);
    await page.waitForSelector('#map[data-x="10"]');
    await page.click('#map-list summary');
    await page.waitForSelector('#map-list table');
  });
});
