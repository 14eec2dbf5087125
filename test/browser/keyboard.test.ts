/** The game with the keyboard only: an order, training, a target on the map, an attack; and few presses to each. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { createEmpire, removeVillages } from '../support/players.ts';
import { Chromium, hasChromium, type Reader } from './chromium.ts';

const maxTabs = 150;

/** What has the focus: its label or text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    return element.getAttribute('aria-label') ?? element.textContent.replace(/\s+/g, ' ').trim();
  });

/** The places of a drawing that Tab stops at. */
const tabStops = (page: Page, drawing: string): Promise<number> =>
  page.$$eval(`${drawing} a`, (places) => places.filter(({ tabIndex }) => tabIndex >= 0).length);

/** Presses Tab until an element with these words has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, words: string): Promise<void> {
  for (let press = 0; press < maxTabs; press += 1) {
    await page.keyboard.press('Tab');
    const { text, isSeen } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const label = element.getAttribute('aria-label') ?? element.textContent.replace(/\s+/g, ' ');
      const shown = element.matches('.choice input, .unseen')
        ? getComputedStyle(element.parentElement ?? element)
        : getComputedStyle(element);
      return { text: label, isSeen: shown.outlineStyle !== 'none' };
    });
    if (!text.includes(words)) continue;
    expect(isSeen).toBe(true);
    return;
  }
  throw new Error(`no element with "${words}" was reached by Tab`);
}

describe.skipIf(!hasChromium)('with the keyboard only, a player', () => {
  let game: TestGame;
  let chromium: Chromium;
  let ann: Ruler;
  let bob: Ruler;
  let page: Page;
  let openLive: Reader['openLive'];
  beforeAll(async () => {
    game = await startTestGame({ unsound: 'the seat is deleted' });
    chromium = await Chromium.start(game.url);
    // With the seat and its keeper, who stand in the middle, or villages, neighbours would get other tiles.
    await game.query('DELETE FROM seats');
    await removeVillages(game);
    ann = await createEmpire(game, { x: 0, y: 0 });
    bob = await createEmpire(game, { x: 5, y: 1 });
    ({ page, openLive } = await chromium.reader(undefined, ann.cookie));
  });
  /** Presses the right arrow until a place with these words has the focus. */
  async function arrowTo(words: string): Promise<void> {
    for (let press = 0; press < 30 && !(await focused(page)).includes(words); press += 1)
      await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toContain(words);
  }
  afterAll(async () => {
    expect(chromium.takeErrors()).toEqual([]);
    await chromium.stop();
    await game.stop();
  });

  it('sends the advised order', async () => {
    await openLive('/dashboard');
    await tabTo(page, 'Raise it in Capital');
    await page.keyboard.press('Enter');
    await page.getByText('Quarry to level 2 is ordered.').waitFor();
  });

  it('orders a building in place, without scrolling', async () => {
    await openLive(`/city/${ann.capitalId}`);
    await tabTo(page, 'Build: Barracks in Capital');
    // Otherwise the page scrolls to the answer.
    await page.locator('#build-barracks').scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press('Enter');
    await page.locator('#build-barracks').getByText('Barracks to level 1 is ordered.').waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(before);
  });

  it('trains units', async () => {
    await game.pass(3_600_000);
    await page.locator('#build-barracks .level', { hasText: '1' }).waitFor();
    await page.getByLabel('Quantity').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('3');
    expect(await page.locator('#train-total').innerText()).toContain(
      '120 gold, 90 food, 90 materials; 3 people',
    );
    await page.keyboard.press('Enter');
    await page.getByText('3 soldiers ordered.').waitFor();
  });

  it('goes from place to place on the map with arrow keys, into the panel with Enter, and back with Escape', async () => {
    await openLive(`/map?x=${ann.tile.x}&y=${ann.tile.y}`);
    await page.waitForSelector('#map.at-hand');
    expect(await tabStops(page, '#map-drawing')).toBe(1);
    await tabTo(page, 'Capital, yours');
    await arrowTo('Empire of');
    const foe = await focused(page);
    expect(await tabStops(page, '#map-drawing')).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.matches('#map-chosen h2'));
    expect(await page.locator('#map-chosen').innerText()).toContain(foe);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe(foe);
    await page.keyboard.press('Shift+ArrowRight');
    await page.waitForURL(`**/map?x=${ann.tile.x + 5}&*`);
    expect(await focused(page)).toBe(foe);
  });

  it('brings a place outside the window into it', async () => {
    const carol = await createEmpire(game, { x: 45, y: 0 });
    await openLive('/map?x=20&y=0');
    await page.waitForSelector('#map.at-hand');
    await page.locator('#map-things a[tabindex="0"]').focus();
    await arrowTo(carol.username);
    const isSeen = (): Promise<boolean | undefined> =>
      page.evaluate(() => {
        const box = document.activeElement?.getBoundingClientRect();
        const frame = document.querySelector('#map')?.getBoundingClientRect();
        return box && frame && box.left > frame.left && box.right < frame.right;
      });
    expect(await isSeen()).toBe(true);
    await page.waitForURL((url) => url.searchParams.get('x') !== '20');
    expect([await focused(page), await isSeen()]).toEqual([expect.stringContaining(carol.username), true]);
  });

  it('reaches every place of the map without a script', async () => {
    const reader = await chromium.reader({ javaScriptEnabled: false }, ann.cookie);
    await reader.open('/map?x=2&y=0');
    expect(await reader.page.locator('#map-things a').count()).toBeGreaterThan(1);
    expect(await reader.page.locator('#map-things a[tabindex]').count()).toBe(0);
  });

  it('has one tab stop on the map of the whole world', async () => {
    await openLive('/world');
    expect(await page.locator('#world-drawing a').count()).toBeGreaterThan(1);
    expect(await tabStops(page, '#world-drawing')).toBe(1);
    await tabTo(page, 'around');
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowLeft');
    const before = await focused(page);
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toMatch(/^\d+ cit(y|ies) around/);
    expect(await focused(page)).not.toBe(before);
    await page.keyboard.press('ArrowLeft');
    expect(await focused(page)).toBe(before);
  });

  it('needs at most five presses of Tab from "Attack from the map" to the attack', async () => {
    await openLive(`/empire/${bob.empireId}`);
    await tabTo(page, 'Attack from the map');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#map.at-hand');
    for (let press = 0; press < 5 && !(await focused(page)).startsWith('Attack'); press += 1)
      await page.keyboard.press('Tab');
    expect(await focused(page)).toMatch(/^Attack/);
  });

  it('stays in the panel after a look at the odds of a part, and in the search that finds nothing', async () => {
    await openLive(`/map?x=${bob.tile.x}&y=${bob.tile.y}&at=${bob.tile.x},${bob.tile.y}`);
    await page.locator('#map-chosen summary', { hasText: 'Send a part' }).first().focus();
    await page.keyboard.press('Enter');
    await tabTo(page, 'See the odds');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.matches('#map-chosen h2'));
    await page.locator('#map-find input').fill('Nowhere');
    await page.keyboard.press('Enter');
    await page.getByText('No place, empire or player has a name').waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('#map-find input'));
  });

  it('selects a city on the map, and attacks it', async () => {
    await openLive(`/map?x=${ann.tile.x}&y=${ann.tile.y}`);
    await tabTo(page, 'Capital, yours');
    await arrowTo('Empire of');
    await page.keyboard.press('Enter');
    await page
      .getByText(/simulated battles/i)
      .first()
      .waitFor();
    await tabTo(page, 'Attack');
    await page.keyboard.press('Enter');
    // The first attack ends the own protection: the page asks once.
    await tabTo(page, 'Attack all the same');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.matches('.said'));
    expect(await focused(page)).toContain('Your army is marching on');
  });

  it('founds an empire with the first press of Tab after the skip link', async () => {
    const { page: front, open } = await chromium.reader();
    await open('/');
    await front.waitForFunction(() => document.querySelector('.hero-map a[tabindex="0"]') !== null);
    await front.keyboard.press('Tab');
    expect(await focused(front)).toBe('Skip to content');
    await front.keyboard.press('Enter');
    await front.keyboard.press('Tab');
    expect(await focused(front)).toBe('Found an empire');
    expect(await tabStops(front, '#map-drawing')).toBe(1);
  });
});
